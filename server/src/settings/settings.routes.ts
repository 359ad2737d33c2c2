import { picker } from '../platform/http/input/schema.ts';
import type { Policy } from '../platform/http/routes/policy.ts';
import type { AnySettings, SettingsRow } from '../platform/runtime/settings.ts';
import { patches, reads, type Route } from '../platform/http/routes/route.ts';
import { settingsSchemas } from './settings.schema.ts';
import { getSettings, patchSettings } from './settings.handlers.ts';

const tag = 'Settings';

export function settingsRoutes(policy: Policy, sections: readonly AnySettings[]): Route[] {
  const { settings: schema, update: body } = settingsSchemas(sections);
  const present = picker(schema) as (row: SettingsRow) => SettingsRow;
  return [
    reads({
      method: 'GET',
      path: '/settings',
      operationId: 'getSettings',
      tag,
      summary: 'Get instance settings',
      description: 'Settings that were never changed have their default values.',
      policy,
      success: { status: 200, description: 'The settings.', schema },
      read: getSettings(present),
    }),
    patches({
      method: 'PATCH',
      path: '/settings',
      operationId: 'updateSettings',
      tag,
      summary: 'Update instance settings',
      description:
        'The process that responds applies the new settings at once, the others within 200 milliseconds; approvals and quotas always use the settings as saved. Objects and lists, such as `sla_target_seconds`, are replaced as a whole.',
      policy,
      body,
      success: {
        status: 200,
        description: 'The updated settings.',
        schema,
      },
      errors: ['version_mismatch'],
      patch: patchSettings(present),
    }),
  ];
}
