export { profileRouteOptions } from './profile.route.ts';
