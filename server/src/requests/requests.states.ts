// A state changes only by the actions in requests.rights.ts.
import { stateMachine } from '../records/index.ts';

export type State = 'submitted' | 'approved' | 'rejected' | 'fulfilled' | 'cancelled';

export const { states, transitions, requireMove } = stateMachine<State>('a service request', {
  submitted: ['approved', 'rejected', 'cancelled'],
  approved: ['fulfilled', 'cancelled'],
  rejected: [],
  fulfilled: [],
  cancelled: [],
});
