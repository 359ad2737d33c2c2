import type { Feature } from '../feature.ts';
import { may } from '../identity/index.ts';
import { settingsRoutes } from './settings.routes.ts';
export { updateSettings } from './settings.service.ts';

export const settingsFeature: Feature = {
  routes: (features) =>
    settingsRoutes(
      may('settings.manage'),
      features.flatMap(({ settings = [] }) => settings),
    ),
};
