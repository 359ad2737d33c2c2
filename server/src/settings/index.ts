import type { Feature } from '../feature.ts';
import { may } from '../identity/index.ts';
import { choicesRoute } from './choices.ts';
import { settingsRoutes } from './settings.routes.ts';
export { updateSettings } from './settings.service.ts';

export const settingsFeature: Feature = {
  routes: (features) => {
    const sections = features.flatMap(({ settings = [] }) => settings);
    return [
      ...settingsRoutes(may('settings.manage'), sections),
      choicesRoute(may('choices.read'), sections),
    ];
  },
};
