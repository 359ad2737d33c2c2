import Type from 'typebox';
import type { SettingsSection } from '../../platform/runtime/settings.ts';

declare module '../../platform/runtime/settings.ts' {
  interface Settings {
    /** Writes refuse assignees who cannot be assigned and groups that do not exist. */
    assignable_only: boolean;
  }
}

const assignable_only = Type.Boolean({
  description:
    'Refuse an `assigned_to` who may not change the record or whom nobody knows, and an `assignment_group` that does not exist. By default they are accepted with `warnings`.',
});

export const peopleSettings: SettingsSection<'assignable_only'> = {
  defaults: { assignable_only: false },
  fields: { assignable_only },
  example: { assignable_only: false },
  choices: {
    assignable_only: {
      schema: assignable_only,
      example: false,
      of: (settings) => settings.assignable_only,
    },
  },
};
