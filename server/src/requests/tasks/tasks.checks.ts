// A write of a task must fit the state of its service request and of the other tasks.
import { ApiError, type Fault, invalid } from '../../platform/errors.ts';
import {
  isInCycle,
  startedDependents,
  type TaskNode,
  type TaskReference,
  waitsFor,
} from './tasks.dependencies.ts';
import { MAX_TASKS } from './tasks.schema.ts';
import type { RequestReference } from './tasks.sql.ts';
import { isOneOf, openStates, startedStates } from './tasks.states.ts';

const namesOf = (tasks: readonly TaskReference[]): string =>
  tasks.map(({ id, name }) => `${id} (${name})`).join(', ');

export function requireOpenRequest({ id, state }: RequestReference): void {
  if (state === 'approved') return;
  throw new ApiError(
    'request_not_open',
    `${id} is ${state}: tasks can be added and changed only while it is approved.`,
    { current_state: state },
  );
}

export function requireRoom(id: string, tasks: readonly TaskNode[]): void {
  if (tasks.length < MAX_TASKS) return;
  throw new ApiError('too_many_tasks', `${id} has ${MAX_TASKS} tasks, which is the limit.`);
}

const dependencyFault = (at: number, message: string): Fault => ({
  in: 'body',
  pointer: `/depends_on/${at}`,
  code: 'not_allowed',
  message,
});

/** `all` has the task as it will be. A new task has no id that another one could depend on. */
export function requireDependencies(task: TaskNode, all: readonly TaskNode[]): void {
  const known = new Set(all.map(({ id }) => id));
  const faults = task.depends_on.flatMap((one, at) => {
    if (!known.has(one))
      return [
        dependencyFault(at, `The service request has no task ${one}. Name one of its tasks.`),
      ];
    const isBackwards = isInCycle(task, [
      ...all.filter(({ id }) => id !== task.id),
      { ...task, depends_on: [one] },
    ]);
    return isBackwards
      ? [
          dependencyFault(
            at,
            `${one} depends on ${task.id} or is the task itself, so neither could begin.`,
          ),
        ]
      : [];
  });
  if (faults.length > 0) throw invalid(faults);
}

/** Nobody begins with a task that waits, and what others have begun with stays done. */
export function requireUnblocked(before: TaskNode, next: TaskNode, all: readonly TaskNode[]): void {
  const waits = isOneOf(startedStates, next.state) ? waitsFor(next, all) : [];
  if (waits.length > 0)
    throw new ApiError(
      'task_blocked',
      `${next.id} cannot be ${next.state}, because it waits for ${namesOf(waits)}.`,
      { waits_for: waits },
    );
  const isReopened = !isOneOf(openStates, before.state) && isOneOf(openStates, next.state);
  const dependents = isReopened ? startedDependents(next, all) : [];
  if (dependents.length > 0)
    throw new ApiError(
      'task_blocked',
      `${next.id} cannot be opened again, because work on ${namesOf(dependents)} has begun after it.`,
      { dependents },
    );
}
