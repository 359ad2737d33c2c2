import type { Feature } from '../feature.ts';
import { connectorRoutes } from './connectors/connectors.routes.ts';

export const scimFeature: Feature = { routes: connectorRoutes };
