// Links between records of any types.
import type { Feature } from '../feature.ts';
import { linkRoutes } from './links.routes.ts';
export { addLink } from './links.service.ts';

export const linkFeature: Feature = {
  routes: (features) => linkRoutes(features.flatMap(({ records = [] }) => records)),
};
