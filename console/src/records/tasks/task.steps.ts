// The steps that a task can take: those of the service, with the reason where one cannot be taken now.
import type { TaskSummary, TaskState } from '../../api/index.ts';
import { listText } from '../../ui/region/region.ts';

interface TaskStep {
  to: TaskState;
  label: string;
  unavailable?: string | undefined;
}

/** The usual next step comes first. */
const labels: Readonly<Record<TaskState, Partial<Record<TaskState, string>>>> = {
  open: { in_progress: 'Start', done: 'Finish', skipped: 'Skip' },
  in_progress: { done: 'Finish', skipped: 'Skip', open: 'Put back' },
  done: { open: 'Reopen' },
  skipped: { open: 'Reopen' },
};

const needsReady: ReadonlySet<TaskState> = new Set(['in_progress', 'done']);

const NOT_APPROVED = 'Tasks change only while their request is approved.';
const HAS_FOLLOWER = 'A task that depends on it has begun.';

/** Returns what the task waits for, such as "Waits for Order the laptop". */
export const waitText = ({ waits_for }: Pick<TaskSummary, 'waits_for'>): string | undefined =>
  waits_for.length === 0 ? undefined : `Waits for ${listText(waits_for.map(({ name }) => name))}`;

function obstacle(task: TaskSummary, to: TaskState): string | undefined {
  if (task.allowed_transitions.includes(to)) return undefined;
  if (task.request.state !== 'approved') return NOT_APPROVED;
  const waits = waitText(task);
  if (needsReady.has(to) && waits !== undefined) return `${waits}.`;
  return isEnded(task) ? HAS_FOLLOWER : 'This is not possible now.';
}

export const isEnded = ({ state }: Pick<TaskSummary, 'state'>): boolean =>
  state === 'done' || state === 'skipped';

export const taskSteps = (task: TaskSummary): TaskStep[] =>
  Object.entries(labels[task.state]).map(([to, label]) => ({
    to: to as TaskState,
    label,
    unavailable: obstacle(task, to as TaskState),
  }));
