export { eventRoutes } from './eventlog.routes.ts';
