// A task waits for those that it depends on. These rules know all tasks of a service request, which are a hundred at most.
import { endStates, isOneOf, openStates, startedStates, type State } from './tasks.states.ts';

export interface TaskNode {
  id: string;
  name: string;
  state: State;
  depends_on: readonly string[];
}

/** Responses name another task by these members. */
export type TaskReference = Pick<TaskNode, 'id' | 'name' | 'state'>;

const referenceTo = ({ id, name, state }: TaskReference): TaskReference => ({ id, name, state });

/** Returns the tasks that the task waits for. */
export const waitsFor = (task: TaskNode, all: readonly TaskNode[]): TaskReference[] =>
  all
    .filter(({ id, state }) => task.depends_on.includes(id) && !isOneOf(endStates, state))
    .map(referenceTo);

/** Returns the started tasks that depend on the task: it cannot be opened again. */
export const startedDependents = ({ id }: { id: string }, all: readonly TaskNode[]) =>
  all
    .filter(({ depends_on, state }) => depends_on.includes(id) && isOneOf(startedStates, state))
    .map(referenceTo);

/** Returns whether somebody can work on the task now. */
export const isWorkable = (task: TaskNode, all: readonly TaskNode[]): boolean =>
  isOneOf(openStates, task.state) && waitsFor(task, all).length === 0;

/** Returns the tasks on which somebody can work after the write, and could not before. */
export const becameWorkable = <Task extends TaskNode>(
  before: readonly TaskNode[],
  after: readonly Task[],
): Task[] => {
  const earlier = new Map(before.map((task) => [task.id, task]));
  return after.filter((task) => {
    const known = earlier.get(task.id);
    return isWorkable(task, after) && !(known && isWorkable(known, before));
  });
};

/** Returns whether the task depends on itself, directly or through others. */
export function isInCycle({ id }: { id: string }, all: readonly TaskNode[]): boolean {
  const byId = new Map(all.map((task) => [task.id, task]));
  const seen = new Set<string>();
  const next = [...(byId.get(id)?.depends_on ?? [])];
  for (let one = next.pop(); one !== undefined; one = next.pop()) {
    if (one === id) return true;
    if (seen.has(one)) continue;
    seen.add(one);
    next.push(...(byId.get(one)?.depends_on ?? []));
  }
  return false;
}
