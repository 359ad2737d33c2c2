import Type from 'typebox';
import type { SettingsSection } from '../platform/runtime/settings.ts';

declare module '../platform/runtime/settings.ts' {
  interface Settings {
    /** A finished job is deleted after this many days. */
    job_retention_days: number;
  }
}

export const bulkSettings: SettingsSection<'job_retention_days'> = {
  defaults: { job_retention_days: 7 },
  fields: {
    job_retention_days: Type.Integer({
      minimum: 1,
      maximum: 365,
      description: 'Number of days after which finished jobs are deleted.',
    }),
  },
  example: { job_retention_days: 7 },
};
