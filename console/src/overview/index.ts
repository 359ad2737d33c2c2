export { overviewRouteOptions } from './overview.route.ts';
