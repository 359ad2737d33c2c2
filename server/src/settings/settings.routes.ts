// Administration of the instance.
import { picker } from '../platform/http/input/schema.ts';
import type { Policy } from '../platform/http/routes/policy.ts';
import type { SettingsRow } from '../platform/runtime/settings.ts';
import { patches, reads, type Route } from '../platform/http/routes/route.ts';
import { settingsSchemas } from './settings.schema.ts';
import { getSettings, updateSettings } from './settings.handlers.ts';

const tag = 'Settings';

export function settingsRoutes(policy: Policy): Route[] {
  const { settings: schema, update: body } = settingsSchemas();
  const present = picker(schema) as (row: SettingsRow) => SettingsRow;
  return [
    reads({
      method: 'GET',
      path: '/settings',
      operationId: 'getSettings',
      tag,
      summary: 'Get the settings of the instance',
      description: 'With defaults where nothing was set.',
      policy,
      success: { status: 200, description: 'The settings.', schema },
      read: getSettings(present),
    }),
    patches({
      method: 'PATCH',
      path: '/settings',
      operationId: 'updateSettings',
      tag,
      summary: 'Change the settings of the instance',
      description:
        'Every process follows within a second. `sla_target_seconds` is replaced as a whole.',
      policy,
      body,
      success: {
        status: 200,
        description: 'The settings as they are now.',
        schema,
      },
      errors: ['version_mismatch'],
      patch: updateSettings(present),
    }),
  ];
}
