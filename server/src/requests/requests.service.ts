// Creates and updates service requests, and moves them by actions: lock, validate, save, notify.
import { checkAssignment, checkNewAssignment } from '../identity/index.ts';
import { notifyPeople } from '../notifications/index.ts';
import type { Context } from '../platform/context.ts';
import { ApiError } from '../platform/errors.ts';
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
import { countOf } from '../platform/text.ts';
import { askToDecide } from './approvals/advance.ts';
import { decideStage } from './approvals/decide.ts';
import { narrowToOwn } from './approvals/visibility.sql.ts';
import { placeOrder } from './orders/place-order.ts';
import { asRead } from './orders/present-order.ts';
import { serviceRequestNotice } from './requests.notices.ts';
import { presentServiceRequest, requestDecisions, serviceRequests } from './requests.record.ts';
import {
  type ActionName,
  actions,
  requireRightToAct,
  requireRightToChange,
} from './requests.rights.ts';
import type { Decision, ServiceRequestCreate, ServiceRequestUpdate } from './requests.schema.ts';
import type { ServiceRequestRow } from './requests.sql.ts';
import { openTasks } from './tasks/tasks.sql.ts';
import { skipOpenTasks } from './tasks/tasks.skip.ts';
import { createTasks } from './tasks/tasks.templates.ts';

const narrowToDecided = narrowToDecidable(requestDecisions);

export const narrowServiceRequests: typeof narrowToDecided = (scope, request) =>
  narrowToDecided(narrowToOwn(scope, request), request);

export async function createServiceRequest(
  tx: Tx,
  context: Context,
  input: ServiceRequestCreate,
  origin: Partial<Pick<ServiceRequestRow, 'sender_verified'>> = {},
): Promise<ServiceRequestRow> {
  const at = context.now.toISOString();
  const { item_id, answers: _, ...sent } = input;
  const order = item_id === undefined ? undefined : await placeOrder(tx, context, item_id, input);
  const isApproved = order?.columns.stages.length === 0;
  const given = { short_description: '', ...order?.columns, ...sent };
  const fields = {
    description: null,
    item: null,
    requested_for: null,
    assignment_group: null,
    assigned_to: null,
    due_at: null,
    priority: DEFAULT_PRIORITY,
    item_id: null,
    item_version: null,
    answers: null,
    stages: null,
    approvers: null,
    ...withStoredTimes(given, ['due_at']),
    ...origin,
    state: isApproved ? ('approved' as const) : ('submitted' as const),
    requested_by: context.actor.email,
    sla_policy: null,
    sla_clocks: null,
    sla_version: 0,
    sla_next_due_at: null,
    next_target_at: null,
    decided_by: null,
    decided_at: isApproved ? at : null,
    decision_comment: null,
    fulfilled_at: null,
    created_at: at,
    updated_at: at,
  };
  const row = await createRecord(tx, context, serviceRequests, fields, order?.also);
  const warned = await checkNewAssignment(tx, context, serviceRequests, row, input);
  const created = withWarnings(row, warned.warnings);
  if (!order || order.asked) {
    await askToDecide(tx, context, row, order?.asked?.people ?? []);
    return created;
  }
  await createTasks(tx, context, row.id, order.tasks);
  return { ...created, tasks: { total: order.tasks.length, done: 0 } };
}

export async function updateServiceRequest(
  tx: Tx,
  request: Context,
  target: LockTarget,
  readPatch: PatchReader<ServiceRequestUpdate>,
): Promise<{ row: ServiceRequestRow; context: Context }> {
  const { before, context } = await lockForUpdate(tx, request, serviceRequests, target);
  const input = await readPatch((sent) => asRead(presentServiceRequest(before, context), sent));
  const patch = withStoredTimes(input, ['due_at']);
  requireRightToChange(context.actor, before, patch);
  const { present, warned } = await checkAssignment(tx, context, serviceRequests, before, patch);
  const next = { ...before, ...patch, ...present };
  const row = await saveUpdate(tx, context, serviceRequests, before, next);
  return { row: withWarnings(row, warned.warnings), context };
}

const isDecision = (name: ActionName): name is 'approve' | 'reject' =>
  name === 'approve' || name === 'reject';

/** Everybody who works on the request finishes, or says that a task is not needed. */
async function requireNoOpenTasks(
  tx: Tx,
  _context: Context,
  { id }: ServiceRequestRow,
): Promise<void> {
  const tasks = await openTasks(tx, id);
  if (tasks.length === 0) return;
  throw new ApiError(
    'open_tasks',
    `${countOf(tasks.length, 'task')} of ${id} must be done or skipped first: ${tasks.map((task) => task.id).join(', ')}.`,
    { tasks },
  );
}

type Effect = (context: Context, decision: Decision) => Partial<ServiceRequestRow>;

const decide: Effect = ({ actor, now }, { comment = null }) => ({
  decided_by: actor.email,
  decided_at: now.toISOString(),
  decision_comment: comment,
});

/** Some actions do more before the request is saved. */
type Step = (tx: Tx, context: Context, row: ServiceRequestRow) => Promise<void>;

/** Each action sets these fields besides the state, and may notify the requester. */
const effects: Record<ActionName, { fields: Effect; isNotified: boolean; step?: Step }> = {
  approve: { fields: decide, isNotified: true },
  reject: { fields: decide, isNotified: true },
  fulfil: {
    fields: ({ now }) => ({ fulfilled_at: now.toISOString() }),
    isNotified: true,
    step: requireNoOpenTasks,
  },
  cancel: {
    fields: () => ({}),
    isNotified: false,
    step: (tx, context, { id }) => skipOpenTasks(tx, context, id),
  },
};

export const applyAction =
  (name: ActionName) =>
  async (
    tx: Tx,
    { before, context }: LockedRecord<ServiceRequestRow, Context>,
    decision: Decision,
  ): Promise<ServiceRequestRow> => {
    requireRightToAct(context.actor, before, name);
    if (before.stages && isDecision(name))
      return decideStage(tx, { before, context }, actions[name].to, decision);
    const { fields, isNotified, step } = effects[name];
    await step?.(tx, context, before);
    const row = await saveUpdate(tx, context, serviceRequests, before, {
      ...before,
      ...fields(context, decision),
      state: actions[name].to,
    });
    const notice = serviceRequestNotice(row, 'request.decided', context.baseUrl);
    if (isNotified) await notifyPeople(tx, context, notice, [row.requested_by]);
    return row;
  };
