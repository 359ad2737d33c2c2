// The expected outcome of a command: rejected by the first rule that applies, else accepted.
import {
  type Attempt,
  bodyOf,
  effects,
  type ModelRecord,
  noteVisibility,
  stateOf,
} from './model.ts';
import { callers, isInTable, mayMove, type State } from './rules.ts';

export interface Verdict {
  status: number;
  code?: string;
  after: ModelRecord;
}

type Refusal = [
  status: number,
  code: string,
  applies: (before: ModelRecord, attempt: Attempt) => boolean,
];

const updates = new Set(['patch', 'move', 'repeat']);
const isUpdate = ({ action }: Attempt) => updates.has(action.do);
const readsDeleted = ({ action }: Attempt) => action.do === 'read' && action.includeDeleted;

/** Requests that honour If-Match: those that update the record the caller has read. */
const isConditional = (attempt: Attempt) =>
  isUpdate(attempt) || attempt.action.do === 'delete' || attempt.action.do === 'restore';

const changesMoreThanState = (before: ModelRecord, { action }: Attempt): boolean =>
  Object.entries(bodyOf(action, before.shown)).some(
    ([name, value]) => name !== 'state' && value !== before.shown[name],
  );

const requestedState = (before: ModelRecord, { action }: Attempt): State =>
  (bodyOf(action, before.shown)['state'] as State | undefined) ?? stateOf(before);

/** The reason for which a command is rejected: the first row that applies. */
const refusals: Refusal[] = [
  [403, 'insufficient_role', (_, { by, action }) => !callers[action.do]?.includes(by.role)],
  [
    403,
    'insufficient_role',
    (_, attempt) => readsDeleted(attempt) && !callers['read_deleted']?.includes(attempt.by.role),
  ],
  [
    403,
    'insufficient_role',
    (_, { by, action }) =>
      action.do === 'note' &&
      by.role === 'requester' &&
      noteVisibility(action, by.role) !== 'public',
  ],
  [
    404,
    'not_found',
    (before, attempt) =>
      before.isDeleted && attempt.action.do !== 'restore' && !readsDeleted(attempt),
  ],
  [404, 'not_found', (before, { by }) => by.role === 'requester' && before.opened_by !== by.email],
  [
    412,
    'version_mismatch',
    (before, attempt) =>
      isConditional(attempt) &&
      attempt.ifMatch !== undefined &&
      attempt.ifMatch !== '*' &&
      attempt.ifMatch !== `"${before.version}"`,
  ],
  [400, 'validation_failed', (_, { action }) => 'isFaulty' in action],
  [
    403,
    'insufficient_role',
    (before, attempt) =>
      isUpdate(attempt) && attempt.by.role === 'requester' && changesMoreThanState(before, attempt),
  ],
  [
    403,
    'insufficient_role',
    (before, attempt) => {
      const [from, to] = [stateOf(before), requestedState(before, attempt)];
      return isInTable(from, to) && !mayMove(attempt.by.role, from, to);
    },
  ],
  [
    409,
    'invalid_transition',
    (before, attempt) => {
      const [from, to] = [stateOf(before), requestedState(before, attempt)];
      return from !== to && !isInTable(from, to);
    },
  ],
];

export function expectedOutcome(before: ModelRecord, attempt: Attempt): Verdict {
  const refusal = refusals.find(([, , applies]) => applies(before, attempt));
  if (refusal) return { status: refusal[0], code: refusal[1], after: before };
  return {
    status: attempt.action.do === 'note' ? 201 : 200,
    after: effects[attempt.action.do](before, attempt),
  };
}
