// How long the tables that expire keep their rows.
import Type from 'typebox';
import type { SettingsSection } from '../platform/runtime/settings.ts';

declare module '../platform/runtime/settings.ts' {
  interface Settings {
    /** How long events, deliveries, attempts and inbound events are kept, at least. */
    retention_days: number;
  }
}

export const retentionSettings: SettingsSection<'retention_days'> = {
  defaults: { retention_days: 90 },
  fields: {
    retention_days: Type.Integer({
      minimum: 30,
      maximum: 3650,
      description: 'How long events, deliveries, attempts and inbound events are kept, at least.',
    }),
  },
  example: { retention_days: 90 },
};
