import type { Feature } from '../feature.ts';
import { connectorRoutes } from './connectors/connectors.routes.ts';
import { applyChangedRules, rulesJobs } from './rules/apply-rules.ts';

export { registerScim } from './scim.server.ts';

export const scimFeature: Feature = {
  routes: connectorRoutes,
  jobs: rulesJobs,
  onSaved: { scim_connector: applyChangedRules },
};
