// Creates and updates service requests, and moves them by actions: lock, validate, save, notify.
import { addressesWithRole, checkAssignment, checkNewAssignment } from '../identity/index.ts';
import { notifyPeople } from '../notifications/index.ts';
import type { Context } from '../platform/context.ts';
import type { PatchReader } from '../platform/http/request/context.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import {
  createRecord,
  DEFAULT_PRIORITY,
  type LockedRecord,
  lockForUpdate,
  narrowToDecidable,
  type LockTarget,
  saveUpdate,
  withStoredTimes,
  withWarnings,
} from '../records/index.ts';
import {
  presentServiceRequest,
  requestDecisions,
  serviceRequestNotice,
  serviceRequests,
} from './requests.record.ts';
import {
  type ActionName,
  actions,
  requireRightToAct,
  requireRightToChange,
} from './requests.rights.ts';
import type { Decision, ServiceRequestCreate, ServiceRequestUpdate } from './requests.schema.ts';
import type { ServiceRequestRow } from './requests.sql.ts';

const approvers = Object.keys(requestDecisions.policy);

export const narrowServiceRequests = narrowToDecidable(requestDecisions);

export async function createServiceRequest(
  tx: Tx,
  context: Context,
  input: ServiceRequestCreate,
  origin: Partial<Pick<ServiceRequestRow, 'sender_verified'>> = {},
): Promise<ServiceRequestRow> {
  const at = context.now.toISOString();
  const row = await createRecord(tx, context, serviceRequests, {
    description: null,
    item: null,
    requested_for: null,
    assignment_group: null,
    assigned_to: null,
    due_at: null,
    priority: DEFAULT_PRIORITY,
    ...withStoredTimes(input, ['due_at']),
    ...origin,
    state: 'submitted',
    requested_by: context.actor.email,
    sla_policy: null,
    sla_clocks: null,
    sla_version: 0,
    sla_next_due_at: null,
    next_target_at: null,
    decided_by: null,
    decided_at: null,
    decision_comment: null,
    fulfilled_at: null,
    created_at: at,
    updated_at: at,
  });
  const warned = await checkNewAssignment(tx, context, serviceRequests, row, input);
  const notice = serviceRequestNotice(row, 'approval.requested', context.baseUrl);
  const others = await addressesWithRole(tx, approvers, [row.requested_by, row.requested_for]);
  await notifyPeople(tx, context, notice, others);
  return withWarnings(row, warned.warnings);
}

export async function updateServiceRequest(
  tx: Tx,
  request: Context,
  target: LockTarget,
  readPatch: PatchReader<ServiceRequestUpdate>,
): Promise<{ row: ServiceRequestRow; context: Context }> {
  const { before, context } = await lockForUpdate(tx, request, serviceRequests, target);
  const input = await readPatch(() => presentServiceRequest(before, context));
  const patch = withStoredTimes(input, ['due_at']);
  requireRightToChange(context.actor, before, patch);
  const { present, warned } = await checkAssignment(tx, context, serviceRequests, before, patch);
  const next = { ...before, ...patch, ...present };
  const row = await saveUpdate(tx, context, serviceRequests, before, next);
  return { row: withWarnings(row, warned.warnings), context };
}

type Effect = (context: Context, decision: Decision) => Partial<ServiceRequestRow>;

const decide: Effect = ({ actor, now }, { comment = null }) => ({
  decided_by: actor.email,
  decided_at: now.toISOString(),
  decision_comment: comment,
});

/** Each action sets these fields besides the state, and may notify the requester. */
const effects: Record<ActionName, { fields: Effect; isNotified: boolean }> = {
  approve: { fields: decide, isNotified: true },
  reject: { fields: decide, isNotified: true },
  fulfil: { fields: ({ now }) => ({ fulfilled_at: now.toISOString() }), isNotified: true },
  cancel: { fields: () => ({}), isNotified: false },
};

export const applyAction =
  (name: ActionName) =>
  async (
    tx: Tx,
    { before, context }: LockedRecord<ServiceRequestRow, Context>,
    decision: Decision,
  ): Promise<ServiceRequestRow> => {
    requireRightToAct(context.actor, before, name);
    const { fields, isNotified } = effects[name];
    const row = await saveUpdate(tx, context, serviceRequests, before, {
      ...before,
      ...fields(context, decision),
      state: actions[name].to,
    });
    const notice = serviceRequestNotice(row, 'request.decided', context.baseUrl);
    if (isNotified) await notifyPeople(tx, context, notice, [row.requested_by]);
    return row;
  };
