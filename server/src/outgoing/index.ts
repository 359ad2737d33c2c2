import type { Feature } from '../feature.ts';
import { checkOutgoing } from './outgoing.state.ts';
import { watchOutgoing } from './outgoing.watch.ts';

export { comparedUrl } from './compared-url.ts';
export {
  holdOutgoing,
  lockOutgoing,
  mayBeSent,
  readOutgoing,
  releaseOutgoing,
} from './outgoing.sql.ts';
export { describeHold, isHeld } from './outgoing.state.ts';

export const outgoingFeature: Feature = {
  schedules: (deps) => [watchOutgoing(deps)],
  healthChecks: { outgoing: checkOutgoing },
};
