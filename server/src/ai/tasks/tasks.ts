// Runs the tasks of the AI on incidents, one of each kind at a time, and repeats those that fail.
import type { Deps } from '../../platform/runtime/deps.ts';
import type { DueWork } from '../../platform/runtime/due-work.ts';
import {
  endTask,
  nextTaskMs,
  postponeTask,
  takeTask,
  type Task,
  type TaskKind,
} from './tasks.sql.ts';

/** More than a model provider gets. If it is exceeded, the task runs twice, which is allowed. */
const LEASE_SECONDS = 120;
/** As often as a job of the queue: the last tries are six hours apart. */
const MAX_ATTEMPTS = 25;
const MAX_EXPONENT = 10;

/** May run twice. */
export type TaskHandler = (deps: Deps, payload: { incident_id: string }) => Promise<void>;

async function repeatLater(deps: Deps, task: Task, error: unknown): Promise<void> {
  const { db, log, lifecycle } = deps;
  const { kind, incident_id: incident, attempts } = task;
  const isLast = attempts >= MAX_ATTEMPTS;
  // A process that stops interrupts tasks, which is expected.
  const level = lifecycle.isStopping ? 'info' : 'warn';
  log[level]({ err: error, task: kind, incident, attempts, isLast }, 'task.failed');
  if (isLast) await endTask(db, task);
  else await postponeTask(db, task, Math.exp(Math.min(attempts, MAX_EXPONENT)));
}

/** Returns whether there may be more. After a failure the next look tries the next task: the model may be away. */
async function runNext(deps: Deps, kind: TaskKind, handle: TaskHandler): Promise<boolean> {
  const task = await takeTask(deps.db, kind, LEASE_SECONDS);
  if (!task) return false;
  try {
    if (task.attempts > MAX_ATTEMPTS) throw new Error('Each attempt ended with its process.');
    await handle(deps, task);
  } catch (error) {
    await repeatLater(deps, task, error);
    return false;
  }
  await endTask(deps.db, task);
  return true;
}

export const taskWork = (deps: Deps, handlers: Record<TaskKind, TaskHandler>): DueWork[] =>
  Object.entries(handlers).map(([kind, handle]) => ({
    name: kind,
    waitMs: () => nextTaskMs(kind as TaskKind),
    run: () => runNext(deps, kind as TaskKind, handle),
  }));
