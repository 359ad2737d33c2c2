// Creates and updates tasks: lock the service request, then the task, validate, save, notify.
import { checkAssignment, checkNewAssignment } from '../../identity/index.ts';
import type { Context } from '../../platform/context.ts';
import type { PatchReader } from '../../platform/http/request/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import {
  createRecord,
  lockForUpdate,
  type LockTarget,
  missing,
  saveUpdate,
  withStoredTimes,
  withWarnings,
} from '../../records/index.ts';
import {
  requireDependencies,
  requireOpenRequest,
  requireRoom,
  requireUnblocked,
} from './tasks.checks.ts';
import { becameWorkable, isWorkable, type TaskNode, waitsFor } from './tasks.dependencies.ts';
import { notifyReady } from './tasks.notices.ts';
import { allowedTransitions, presentTask, taskEditors, tasks } from './tasks.record.ts';
import type { TaskCreate, TaskUpdate } from './tasks.schema.ts';
import {
  lockRequest,
  lockRequestOfTask,
  type SiblingTask,
  type TaskRow,
  tasksOfRequest,
} from './tasks.sql.ts';
import { requireTransition } from './tasks.states.ts';

const assignable = { type: 'task', notes: { editors: taskEditors } };

const requests = { noun: 'Service request' };

export async function createTask(
  tx: Tx,
  context: Context,
  requestId: string,
  input: TaskCreate,
): Promise<TaskRow> {
  const request = await lockRequest(tx, requestId);
  if (!request) throw missing(requests, requestId);
  requireOpenRequest(request);
  const others = await tasksOfRequest(tx, requestId);
  requireRoom(requestId, others);
  const { depends_on = [] } = input;
  requireDependencies({ id: '', name: input.name, state: 'open', depends_on }, others);
  const at = context.clock().toISOString();
  const row = await createRecord(tx, { ...context, now: new Date(at) }, tasks, {
    assignment_group: null,
    assigned_to: null,
    due_at: null,
    ...withStoredTimes(input, ['due_at']),
    depends_on,
    request_id: requestId,
    state: 'open',
    created_at: at,
    updated_at: at,
  });
  const { warnings } = await checkNewAssignment(tx, context, assignable, row, input);
  const ready = isWorkable(row, [...others, row]) ? [row] : [];
  await notifyReady(tx, context, { request, tasks: ready, chosen: row.assigned_to });
  return withWarnings(row, warnings);
}

/** Returns the tasks of the service request with this one replaced. */
const withTask = <Task extends TaskNode>(all: readonly Task[], task: Task): Task[] =>
  all.map((one) => (one.id === task.id ? task : one));

const isReassigned = (before: TaskRow, after: TaskRow): boolean =>
  before.assigned_to !== after.assigned_to ||
  (after.assigned_to === null && before.assignment_group !== after.assignment_group);

interface Update {
  before: TaskRow;
  after: TaskRow;
  siblings: readonly SiblingTask[];
}

/** Notifies of tasks that this update made ready, and of the task itself if it is ready and somebody else's now. */
async function notifyOfUpdate(
  tx: Tx,
  context: Context,
  { before, after, siblings }: Update,
  chosen: string | null | undefined,
): Promise<void> {
  const later = withTask<SiblingTask>(siblings, after);
  const ready = becameWorkable(siblings, later);
  const isHandedOn = isReassigned(before, after) && isWorkable(after, later);
  const isIncluded = ready.some(({ id }) => id === after.id);
  await notifyReady(tx, context, {
    request: after.request,
    tasks: isHandedOn && !isIncluded ? [after, ...ready] : ready,
    chosen,
  });
}

export async function updateTask(
  tx: Tx,
  request: Context,
  target: LockTarget,
  readPatch: PatchReader<TaskUpdate>,
): Promise<{ row: TaskRow; context: Context }> {
  await lockRequestOfTask(tx, target.id);
  const { before, context } = await lockForUpdate(tx, request, tasks, target);
  const input = await readPatch(() => presentTask(before, context));
  const patch = withStoredTimes(input, ['due_at']);
  requireOpenRequest(before.request);
  requireTransition(before.state, patch.state ?? before.state, allowedTransitions(context, before));
  const siblings = await tasksOfRequest(tx, before.request_id);
  const wanted = { ...before, ...patch };
  const all = withTask<TaskNode>(siblings, wanted);
  if (patch.depends_on) requireDependencies(wanted, all);
  requireUnblocked(before, wanted, all);
  const { present, warned } = await checkAssignment(tx, context, assignable, before, patch);
  const next = { ...wanted, ...present, waits_for: waitsFor(wanted, all) };
  const row = await saveUpdate(tx, context, tasks, before, next);
  await notifyOfUpdate(tx, context, { before, after: row, siblings }, patch.assigned_to);
  return { row: withWarnings(row, warned.warnings), context };
}
