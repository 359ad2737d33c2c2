// Beyond the route's policy and visibility, a caller needs permission for each action and field.
import { may } from '../identity/index.ts';
import { type Actor, isOwnAddress } from '../platform/context.ts';
import { ApiError, invalid } from '../platform/errors.ts';
import { insufficientRole, type Policy, reachOf } from '../platform/http/routes/policy.ts';
import type { ServiceRequestUpdate } from './requests.schema.ts';
import type { ServiceRequestRow } from './requests.sql.ts';
import { changesCustom } from '../records/index.ts';
import { openStageOf, roleIn } from './approvals/stage.ts';
import { requireMove, type State, transitions } from './requests.states.ts';

type Subject = Pick<
  ServiceRequestRow,
  'state' | 'requested_by' | 'requested_for' | 'stages' | 'stand_ins'
>;

const editors = may('requests.edit_all_fields');

/** They decide service requests without stages, and others instead of those whom a stage names. */
const deciders = may('requests.decide');
export const requestManagers = Object.keys(deciders);
export const isRequestManager = (actor: Pick<Actor, 'roles'>): boolean =>
  reachOf(deciders, actor) !== undefined;

const isEditor = (actor: Actor): boolean => reachOf(editors, actor) !== undefined;
const isRequester = (actor: Pick<Actor, 'email' | 'formerEmails'>, row: Subject): boolean =>
  isOwnAddress(actor, row.requested_by);

/** A service request belongs to its requester and to the person it is for; neither may decide it. */
const isOwn = (actor: Pick<Actor, 'email' | 'formerEmails'>, row: Subject): boolean =>
  isRequester(actor, row) || isOwnAddress(actor, row.requested_for);

/** Callers of reach `own` also see service requests that others created for them, but may not change them. */
const isOwnAndSubmitted = (actor: Actor, row: Subject): boolean =>
  isRequester(actor, row) && row.state === 'submitted';

interface Action {
  to: State;
  policy: Exclude<Policy, 'public'>;
  /** Returns why the caller may not act although the policy of the route allows it. */
  refusal?: (actor: Actor, row: Subject) => ApiError | undefined;
}

export const refusedDecision = (): ApiError =>
  insufficientRole(requestManagers, 'Deciding a service request that does not wait for you');

const ownDecision = (actor: Actor, row: Subject): ApiError =>
  new ApiError(
    'self_approval',
    isRequester(actor, row)
      ? 'You created this service request, so another person must approve or reject it.'
      : 'This service request is for you, so another person must approve or reject it.',
  );

/** The open stage says who decides; managers decide where there is none, and instead of others. */
function refuseDecision(actor: Actor, row: Subject): ApiError | undefined {
  const isManager = isRequestManager(actor);
  const stage = openStageOf(row.stages);
  const mayDecide = stage
    ? roleIn(actor, stage, row.stand_ins ?? [], isManager) !== undefined
    : isManager;
  if (!stage && !isManager) return refusedDecision();
  if (isOwn(actor, row)) return ownDecision(actor, row);
  return mayDecide ? undefined : refusedDecision();
}

const refuseLateCancel = (actor: Actor, row: Subject): ApiError | undefined =>
  isEditor(actor) || isOwnAndSubmitted(actor, row)
    ? undefined
    : insufficientRole(
        Object.keys(editors),
        `Cancelling ${isRequester(actor, row) ? `your service request in state ${row.state}` : 'the service request of another user'}`,
      );

export const actions = {
  approve: { to: 'approved', policy: may('requests.decide_stages'), refusal: refuseDecision },
  reject: { to: 'rejected', policy: may('requests.decide_stages'), refusal: refuseDecision },
  fulfil: { to: 'fulfilled', policy: may('requests.fulfil') },
  cancel: { to: 'cancelled', policy: may('requests.cancel'), refusal: refuseLateCancel },
} as const satisfies Record<string, Action>;

export type ActionName = keyof typeof actions;

/** Returns the states to which the caller can move the service request now. */
export const allowedTransitions = (actor: Actor, row: Subject): State[] =>
  transitions[row.state].filter((state) =>
    Object.values<Action>(actions).some(
      ({ to, policy, refusal }) =>
        to === state && reachOf(policy, actor) !== undefined && !refusal?.(actor, row),
    ),
  );

/** Responds 409 to a move that the state table does not allow, and 403 to one that this caller may not make. */
export function requireRightToAct(actor: Actor, row: Subject, name: ActionName): void {
  const { to, refusal }: Action = actions[name];
  requireMove(row.state, to, allowedTransitions(actor, row));
  const refused = refusal?.(actor, row);
  if (refused) throw refused;
}

/** The requester may change these fields while the service request is submitted. */
const requesterFields = new Set([
  'short_description',
  'description',
  'item',
  'requested_for',
  'due_at',
  'custom',
]);

/** Approvers decide about these answers and this person, so neither changes. */
function requireSameOrder(before: ServiceRequestRow, patch: ServiceRequestUpdate): void {
  if (before.item_id === null) return;
  const fixed = ['item', 'requested_for'] as const;
  const changed = fixed.filter((field) => field in patch && patch[field] !== before[field]);
  if (changed.length === 0) return;
  throw invalid(
    changed.map((field) => ({
      in: 'body',
      pointer: `/${field}`,
      code: 'not_allowed',
      message: `${field} of an order from the catalog never changes; cancel it and order again.`,
    })),
  );
}

export function requireRightToChange(
  actor: Actor,
  before: ServiceRequestRow,
  patch: ServiceRequestUpdate,
): void {
  requireSameOrder(before, patch);
  if (isEditor(actor)) return;
  const current = before as unknown as Record<string, unknown>;
  const { custom, ...fields } = patch;
  const changed = Object.entries(fields).flatMap(([field, value]) =>
    value === current[field] ? [] : [field],
  );
  if (custom && changesCustom(before, custom)) changed.push('custom');
  const forbidden = isOwnAndSubmitted(actor, before)
    ? changed.filter((field) => !requesterFields.has(field))
    : changed;
  if (forbidden.length > 0)
    throw insufficientRole(
      Object.keys(editors),
      `Changing ${forbidden.join(', ')} of this service request in state ${before.state}`,
    );
}
