// Permissions on service requests beyond the route's policy and visibility: actions and fields.
import { may } from '../identity/index.ts';
import { type Actor, isSamePerson } from '../platform/context.ts';
import { ApiError } from '../platform/errors.ts';
import { insufficientRole, type Policy, reachOf } from '../platform/http/routes/policy.ts';
import type { ServiceRequestUpdate } from './requests.schema.ts';
import type { ServiceRequestRow } from './requests.sql.ts';
import { requireMove, type State, transitions } from './requests.states.ts';

type Subject = Pick<ServiceRequestRow, 'state' | 'requested_by' | 'requested_for'>;

const editors = may('requests.edit_all_fields');

const isEditor = (actor: Actor): boolean => reachOf(editors, actor) !== undefined;
const isRequester = (actor: Actor, row: Subject): boolean =>
  isSamePerson(row.requested_by, actor.email);

/** What somebody requested for the caller is the caller's own: neither may decide it. */
const isOwn = (actor: Actor, row: Subject): boolean =>
  isRequester(actor, row) ||
  (row.requested_for !== null && isSamePerson(row.requested_for, actor.email));

/** Callers with the reach `own` also see what others requested for them, and may not change it. */
const isOwnAndSubmitted = (actor: Actor, row: Subject): boolean =>
  isRequester(actor, row) && row.state === 'submitted';

interface Action {
  to: State;
  policy: Exclude<Policy, 'public'>;
  /** Why the caller may not do it although the policy of the route allows it. */
  refusal?: (actor: Actor, row: Subject) => ApiError | undefined;
}

const refuseOwnDecision = (actor: Actor, row: Subject): ApiError | undefined =>
  isOwn(actor, row)
    ? new ApiError(
        'self_approval',
        isRequester(actor, row)
          ? 'You created this service request; another user must decide.'
          : 'This service request is for you; another user must decide.',
      )
    : undefined;

const refuseLateCancel = (actor: Actor, row: Subject): ApiError | undefined =>
  isEditor(actor) || isOwnAndSubmitted(actor, row)
    ? undefined
    : insufficientRole(
        Object.keys(editors),
        `Cancelling ${isRequester(actor, row) ? `your service request in state ${row.state}` : 'the service request of another user'}`,
      );

export const actions = {
  approve: { to: 'approved', policy: may('requests.decide'), refusal: refuseOwnDecision },
  reject: { to: 'rejected', policy: may('requests.decide'), refusal: refuseOwnDecision },
  fulfil: { to: 'fulfilled', policy: may('requests.fulfil') },
  cancel: { to: 'cancelled', policy: may('requests.cancel'), refusal: refuseLateCancel },
} as const satisfies Record<string, Action>;

export type ActionName = keyof typeof actions;

/** The states to which the caller can move it now. */
export const allowedTransitions = (actor: Actor, row: Subject): State[] =>
  transitions[row.state].filter((state) =>
    Object.values<Action>(actions).some(
      ({ to, policy, refusal }) =>
        to === state && reachOf(policy, actor) !== undefined && !refusal?.(actor, row),
    ),
  );

/** 409 for a move that the state table does not allow; 403 for one that this caller may not make. */
export function requireRightToAct(actor: Actor, row: Subject, name: ActionName): void {
  const { to, refusal }: Action = actions[name];
  requireMove(row.state, to, allowedTransitions(actor, row));
  const refused = refusal?.(actor, row);
  if (refused) throw refused;
}

/** The requester may change these while the service request is submitted. */
const requesterFields = new Set([
  'short_description',
  'description',
  'item',
  'requested_for',
  'due_at',
]);

export function requireRightToChange(
  actor: Actor,
  before: ServiceRequestRow,
  patch: ServiceRequestUpdate,
): void {
  if (isEditor(actor)) return;
  const current = before as unknown as Record<string, unknown>;
  const changed = Object.entries(patch).flatMap(([field, value]) =>
    value === current[field] ? [] : [field],
  );
  const forbidden = isOwnAndSubmitted(actor, before)
    ? changed.filter((field) => !requesterFields.has(field))
    : changed;
  if (forbidden.length > 0)
    throw insufficientRole(
      Object.keys(editors),
      `Changing ${forbidden.join(', ')} of this service request in state ${before.state}`,
    );
}
