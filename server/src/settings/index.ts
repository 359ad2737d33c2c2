export { settingsRoutes } from './settings.routes.ts';
export { updateSettings } from './settings.service.ts';
