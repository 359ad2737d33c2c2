import type { Feature } from '../feature.ts';
import { fieldJobs } from './fields.indexes.ts';
import { fieldRoutes } from './fields.routes.ts';

export const fieldFeature: Feature = { routes: fieldRoutes, jobs: fieldJobs };
