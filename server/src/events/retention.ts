import Type from 'typebox';
import type { SettingsSection } from '../platform/runtime/settings.ts';

declare module '../platform/runtime/settings.ts' {
  interface Settings {
    /** Events, deliveries, attempts and inbound events are kept for at least this many days. */
    retention_days: number;
  }
}

export const retentionSettings: SettingsSection<'retention_days'> = {
  defaults: { retention_days: 90 },
  fields: {
    retention_days: Type.Integer({
      minimum: 30,
      maximum: 3650,
      description:
        'Minimum number of days for which events, deliveries, attempts and inbound events are kept.',
    }),
  },
  example: { retention_days: 90 },
};
