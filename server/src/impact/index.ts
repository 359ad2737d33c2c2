export { impactRoutes } from './impact.routes.ts';
