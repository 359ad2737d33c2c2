// Instance settings of bulk jobs.
import Type from 'typebox';
import type { SettingsSection } from '../platform/runtime/settings.ts';

declare module '../platform/runtime/settings.ts' {
  interface Settings {
    /** How long a finished bulk job is kept. */
    job_retention_days: number;
  }
}

export const bulkSettings: SettingsSection<'job_retention_days'> = {
  defaults: { job_retention_days: 7 },
  fields: {
    job_retention_days: Type.Integer({
      minimum: 1,
      maximum: 365,
      description: 'How many days finished jobs are kept.',
    }),
  },
  example: { job_retention_days: 7 },
};
