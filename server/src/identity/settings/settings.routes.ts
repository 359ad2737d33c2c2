// Administration of the instance.
import { patches, reads, type Route } from '../../platform/http/route.ts';
import { may } from '../roles.ts';
import { InstanceSettings, SettingsUpdate } from './settings.schema.ts';
import { getSettings, updateSettings } from './settings.service.ts';

const tag = 'Settings';
const policy = may('settings.manage');

export const settingsRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/settings',
    operationId: 'getSettings',
    tag,
    summary: 'Get the settings of the instance',
    description: 'With defaults where nothing was set.',
    policy,
    success: { status: 200, description: 'The settings.', schema: InstanceSettings },
    read: getSettings,
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
    body: SettingsUpdate,
    success: {
      status: 200,
      description: 'The settings as they are now.',
      schema: InstanceSettings,
    },
    problems: ['version_mismatch'],
    patch: updateSettings,
  }),
];
