// The state table of changes. submitted, approved and rejected are reached by actions, the other states by PATCH.
import { ApiError } from '../platform/errors.ts';
import { stateMachine } from '../records/index.ts';

export type State =
  | 'draft'
  | 'submitted'
  | 'approved'
  | 'rejected'
  | 'scheduled'
  | 'implementing'
  | 'review'
  | 'closed'
  | 'cancelled';

const machine = stateMachine<State>('a change', {
  draft: ['submitted', 'cancelled'],
  submitted: ['approved', 'rejected', 'cancelled'],
  approved: ['scheduled', 'cancelled'],
  rejected: ['draft', 'cancelled'],
  scheduled: ['implementing', 'cancelled'],
  implementing: ['review', 'cancelled'],
  review: ['closed', 'cancelled'],
  closed: [],
  cancelled: [],
});
/** `requireMove` is for actions. */
export const { states, requireMove } = machine;

/** The action that leads to a state. */
const actions: Partial<Record<State, string>> = {
  submitted: 'submit',
  approved: 'approve',
  rejected: 'reject',
};

/** The states that a PATCH can set. */
export const settableFrom = (state: State): readonly State[] =>
  machine.transitions[state].filter((to) => !actions[to]);

const list = (some: readonly State[]): string => some.join(' or ') || 'no other state';

function refused(from: State, to: State, allowed: readonly State[], detail: string): ApiError {
  return new ApiError('invalid_transition', detail, {
    current_state: from,
    requested_state: to,
    allowed_transitions: allowed,
  });
}

/** For PATCH. `withdrawn`: another field of the same PATCH returns the change to submitted. */
export function requireSettable(from: State, to: State, withdrawn: boolean): void {
  const allowed = settableFrom(withdrawn ? 'submitted' : from);
  if (allowed.includes(to)) return;
  const action = actions[to];
  if (action)
    throw refused(
      from,
      to,
      allowed,
      `POST /changes/<id>/${action} leads to ${to}; PATCH does not.`,
    );
  const why = withdrawn ? 'This edit returns the change to submitted. From there' : `From ${from}`;
  throw refused(from, to, allowed, `${why} you can move it to ${list(allowed)}, not to ${to}.`);
}

/** The approvals apply to the risk, type, CIs and window that were reviewed. */
export const isUnderReview = (state: State): boolean =>
  ['submitted', 'approved', 'scheduled'].includes(state);

/** The work has begun, so the fields that were reviewed are read-only. */
export const hasBegun = (state: State): boolean =>
  ['implementing', 'review', 'closed'].includes(state);

/** Its window will not be used, or no longer. */
export const finishedStates: readonly State[] = ['rejected', 'closed', 'cancelled'];
