// People who take part in records of any type.
import type { Feature } from '../feature.ts';
import { participantRoutes } from './participants.routes.ts';

export const participantFeature: Feature = {
  routes: (features) => participantRoutes(features.flatMap(({ records = [] }) => records)),
};
