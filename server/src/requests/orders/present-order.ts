// Shows an order as it was answered, by the form of that time.
import { type Answers, evaluateForm, type Form } from '../../forms/index.ts';
import type { Stage } from '../approvals/stage.ts';
import { type ProgressRow, progressOf } from '../requests.progress.ts';
import type { TaskCounts } from '../tasks/tasks.sql.ts';

interface OrderRow extends Omit<ProgressRow, 'stages'> {
  answers: Answers | null;
  form: Form | null;
  stages: readonly Stage[] | null;
  tasks: TaskCounts | null;
}

/** A default that was not sent was stored; an answer that is absent was left out, and is null here. */
function questionsOf(form: Form, answers: Answers) {
  const nothing = Object.fromEntries(form.map(({ key }) => [key, null]));
  const visible = new Set(evaluateForm(form, { ...nothing, ...answers }).visible);
  return form
    .filter(({ key }) => visible.has(key))
    .map(({ key, label, type, choices }) => ({ key, label, type, choices }));
}

const presentStage = ({ source: _, ...stage }: Stage) => stage;

export const presentOrder = (row: OrderRow) => ({
  questions: row.form && row.answers ? questionsOf(row.form, row.answers) : [],
  stages: (row.stages ?? []).map(presentStage),
  tasks: row.tasks ?? { total: 0, done: 0 },
  progress: progressOf(row),
});

interface Shown {
  tasks: TaskCounts;
}

const isEarlierCount = (sent: unknown, { total: most }: TaskCounts): boolean => {
  const { total, done } = (sent ?? {}) as Partial<Record<keyof TaskCounts, unknown>>;
  if (!Number.isInteger(total) || !Number.isInteger(done)) return false;
  return Number(done) >= 0 && Number(done) <= Number(total) && Number(total) <= most;
};

/**
 * Returns the request as a client may have read it: tasks are done without a new version, so a client may send back any
 * count that there can have been.
 */
export const asRead = <Request extends Shown>(
  shown: Request,
  { tasks }: Record<string, unknown>,
): Request => (isEarlierCount(tasks, shown.tasks) ? { ...shown, tasks } : shown);
