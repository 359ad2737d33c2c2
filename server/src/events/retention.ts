// Retention time of the tables whose rows expire.
import Type from 'typebox';
import type { SettingsSection } from '../platform/runtime/settings.ts';

declare module '../platform/runtime/settings.ts' {
  interface Settings {
    /** Minimum number of days for which events, deliveries, attempts and inbound events are kept. */
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
