import Type from 'typebox';
import { oneOf } from '../../platform/http/input/schema.ts';
import type { SettingsSection } from '../../platform/runtime/settings.ts';
import { type Role, roles } from '../roles.ts';

declare module '../../platform/runtime/settings.ts' {
  interface Settings {
    /** Writes refuse assignees who cannot be assigned and groups that do not exist. */
    assignable_only: boolean;
    /** People with one of these roles need a second factor. */
    require_second_factor: Role[];
  }
}

const assignable_only = Type.Boolean({
  description:
    'Refuse an `assigned_to` who may not change the record or whom nobody knows, and an `assignment_group` that does not exist. By default they are accepted with `warnings`.',
});

const require_second_factor = Type.Array(oneOf(roles), {
  uniqueItems: true,
  description:
    'People with one of these roles need a second factor to sign in. They have 14 days to set one up, from the time when the setting first applied to them. Without effect for people of another identity provider that the instance uses in place of its own.',
});

export const peopleSettings: SettingsSection<'assignable_only' | 'require_second_factor'> = {
  defaults: { assignable_only: false, require_second_factor: [] },
  fields: { assignable_only, require_second_factor },
  example: { assignable_only: false, require_second_factor: ['super_admin'] },
  choices: {
    assignable_only: {
      schema: assignable_only,
      example: false,
      of: (settings) => settings.assignable_only,
    },
  },
};
