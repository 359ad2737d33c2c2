// Tasks do work on one record after a commit. A storm of alerts adds thousands of them, which as jobs would delay every
// mail. One of each kind runs at a time; one that fails is repeated.
import type { Deps } from '../runtime/deps.ts';
import type { DueWork } from './due-work.ts';
import { endTask, renewTask, nextTaskMs, postponeTask, takeTask, type Task } from './tasks.sql.ts';

/** The lease is renewed while the task runs, so that the tasks of a dead worker continue within this time. */
const LEASE_SECONDS = 8;
const RENEW_MS = 3000;
/** A task is tried as often as a job of the queue: the last tries are six hours apart. */
const MAX_ATTEMPTS = 25;
const MAX_EXPONENT = 10;

/** May run twice. */
export type TaskHandler = (deps: Deps, recordId: string) => Promise<void>;
/** The key is the kind of the task. */
export type TaskHandlers = Readonly<Record<string, TaskHandler>>;

async function repeatLater(deps: Deps, task: Task, error: unknown): Promise<void> {
  const { db, log, lifecycle } = deps;
  const { kind, record_id: record, attempts } = task;
  const isLast = attempts >= MAX_ATTEMPTS;
  // A process that stops interrupts tasks, which is expected.
  const level = lifecycle.isStopping ? 'info' : 'warn';
  log[level]({ err: error, task: kind, record, attempts, isLast }, 'task.failed');
  if (isLast) await endTask(db, task);
  else await postponeTask(db, task, Math.exp(Math.min(attempts, MAX_EXPONENT)));
}

/** Returns whether there may be more. After a failure the next poll tries the next task: the model may be unavailable. */
async function runNext(deps: Deps, kind: string, handle: TaskHandler): Promise<boolean> {
  const { db, log } = deps;
  const task = await takeTask(db, kind, LEASE_SECONDS);
  if (!task) return false;
  const renew = () =>
    renewTask(db, task, LEASE_SECONDS).catch((error: unknown) =>
      log.warn({ err: error, task: kind }, 'task.renewal_failed'),
    );
  const renewing = setInterval(() => void renew(), RENEW_MS);
  try {
    if (task.attempts > MAX_ATTEMPTS) throw new Error('Every attempt ended with its process.');
    await handle(deps, task.record_id);
  } catch (error) {
    await repeatLater(deps, task, error);
    return false;
  } finally {
    clearInterval(renewing);
  }
  await endTask(db, task);
  return true;
}

export const taskWork = (deps: Deps, handlers: TaskHandlers): DueWork[] =>
  Object.entries(handlers).map(([kind, handle]) => ({
    name: kind,
    waitMs: () => nextTaskMs(kind),
    run: () => runNext(deps, kind, handle),
  }));
