// The state table follows "Incident state" in the contract; transitions that are not listed are refused.
import { stateMachine } from '../records/index.ts';

export type State =
  | 'new'
  | 'in_progress'
  | 'on_hold'
  | 'resolved'
  | 'closed'
  | 'cancelled'
  | 'reopened';

export const { states, transitions, requireMove, requireTransition, pathTo } = stateMachine<State>(
  'an incident',
  {
    new: ['in_progress', 'cancelled'],
    in_progress: ['resolved', 'on_hold'],
    on_hold: ['in_progress'],
    resolved: ['closed', 'reopened'],
    closed: [],
    cancelled: [],
    reopened: ['in_progress'],
  },
);

/** True while the resolution clock runs or is paused. */
export const isOpen = (state: State): boolean =>
  !['resolved', 'closed', 'cancelled'].includes(state);
