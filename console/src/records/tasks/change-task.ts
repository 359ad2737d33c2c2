// Changes a task from the page of its request or from a list. Lists have no versions, so the task is read first.
import {
  faultOf,
  queryClient,
  type RecordPatch,
  recordQuery,
  requestTasksQuery,
  type Task,
  type TaskSummary,
} from '../../api/index.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { valueAt } from '../../words/index.ts';
import { changeRecord } from '../saving/change-record.ts';
import { acceptRecord, refreshRecord } from '../saving/save-record.ts';

const FAULT_MS = 15_000;

/** Nothing was typed that could be lost, so the reader looks again and decides anew. */
const reportConflict = ({ id }: { id: string }): void =>
  toast(`${id} was not changed, because somebody else has just changed it.`, {
    tone: 'red',
    forMs: FAULT_MS,
  });

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** A field conflicts if its value is neither the one that the reader saw nor the one that they chose. */
const conflictingFields = (seen: object, now: object, patch: RecordPatch): string[] =>
  Object.keys(patch).filter((field) => {
    const value = valueAt(now, field);
    return !isSame(value, valueAt(seen, field)) && !isSame(value, patch[field]);
  });

/** Only a task that was open goes back by one step. */
const reverseOf = (task: TaskSummary, patch: RecordPatch): RecordPatch | undefined =>
  'state' in patch && task.state === 'open' ? { state: 'open' } : undefined;

function show(task: Task): void {
  acceptRecord({ type: 'task', id: task.id }, task);
  queryClient.setQueryData(requestTasksQuery(task.request_id).queryKey, (tasks) =>
    tasks?.map((one) => (one.id === task.id ? task : one)),
  );
}

async function change(seen: TaskSummary, patch: RecordPatch): Promise<void> {
  const ref = { type: 'task', id: seen.id } as const;
  const task = await queryClient.fetchQuery({ ...recordQuery(ref), staleTime: 0 });
  if (conflictingFields(seen, task, patch).length > 0) {
    show(task);
    return reportConflict(task);
  }
  await changeRecord({
    ref,
    before: task,
    patch,
    version: task.version,
    reverse: reverseOf(task, patch),
    onConflict: reportConflict,
  });
  const saved = queryClient.getQueryData(recordQuery(ref).queryKey);
  if (saved) show(saved);
}

export async function changeTask(task: TaskSummary, patch: RecordPatch): Promise<void> {
  try {
    await change(task, patch);
  } catch (error) {
    const text = `${task.id} was not changed. ${faultText(faultOf(error))}`;
    toast(text, { tone: 'red', forMs: FAULT_MS });
  }
  // The request counts its tasks, and others may wait for this one.
  await refreshRecord({ type: 'request', id: task.request_id });
}
