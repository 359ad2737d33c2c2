// Actions set the states submitted, approved and rejected; PATCH sets the others.
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
/** Actions use `requireMove`, which refuses to keep the state. */
export const { states, requireMove } = machine;

/** Each of these states is set by its action. */
const actions: Partial<Record<State, string>> = {
  submitted: 'submit',
  approved: 'approve',
  rejected: 'reject',
};

/** Returns the states that a PATCH can set. */
export const settableFrom = (state: State): readonly State[] =>
  machine.transitions[state].filter((to) => !actions[to]);

const list = (some: readonly State[]): string => some.join(' or ') || 'no other state';

function transitionError(
  from: State,
  to: State,
  allowed: readonly State[],
  detail: string,
): ApiError {
  return new ApiError('invalid_transition', detail, {
    current_state: from,
    requested_state: to,
    allowed_transitions: allowed,
  });
}

/** Checks the state of a PATCH; `withdrawn` is true if another field of the same PATCH returns the change to submitted. */
export function requireSettable(from: State, to: State, withdrawn: boolean): void {
  const allowed = settableFrom(withdrawn ? 'submitted' : from);
  if (allowed.includes(to)) return;
  const action = actions[to];
  if (action)
    throw transitionError(
      from,
      to,
      allowed,
      `A PATCH cannot set the state ${to}. Use POST /changes/<id>/${action}.`,
    );
  const why = withdrawn ? 'This edit returns the change to submitted. From there' : `From ${from}`;
  throw transitionError(
    from,
    to,
    allowed,
    `${why} you can move it to ${list(allowed)}, not to ${to}.`,
  );
}

/** The approvals apply to the risk, type, CIs and window that were reviewed. */
export const isUnderReview = (state: State): boolean =>
  ['submitted', 'approved', 'scheduled'].includes(state);

/** True once the work has begun; the reviewed fields are then read-only. */
export const hasBegun = (state: State): boolean =>
  ['implementing', 'review', 'closed'].includes(state);

/** The planned window of a change in one of these states is not or no longer used. */
export const finishedStates: readonly State[] = ['rejected', 'closed', 'cancelled'];
