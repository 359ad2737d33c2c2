import type { Feature } from '../feature.ts';
import { impactRoutes } from './impact.routes.ts';

export const impactFeature: Feature = { routes: impactRoutes };
