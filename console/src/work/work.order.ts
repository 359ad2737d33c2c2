// The list of my work: what is ready comes first, what is due soonest comes before the rest.
import type { Me, TaskSummary } from '../api/index.ts';
import { becameText } from '../words/index.ts';

export type WorkSection = 'ready' | 'waiting' | 'free';
export const workSections: readonly WorkSection[] = ['ready', 'waiting', 'free'];

type Person = Pick<Me, 'email' | 'groups'>;
type Assigned = Pick<TaskSummary, 'assigned_to' | 'assignment_group' | 'state'>;

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const isFree = ({ assigned_to, assignment_group }: Assigned, me: Person): boolean =>
  assigned_to === null &&
  assignment_group !== null &&
  me.groups.some((group) => same(group, assignment_group));

/** A task that nobody has belongs to the last section, whether it is ready or not. */
export const sectionOf = ({ assigned_to, is_ready }: TaskSummary): WorkSection => {
  if (assigned_to === null) return 'free';
  return is_ready ? 'ready' : 'waiting';
};

/** A task that is under way comes before one that is not begun; tasks without a date come last. */
const keyOf = (task: TaskSummary): string =>
  [
    workSections.indexOf(sectionOf(task)),
    task.assigned_to === null && !task.is_ready ? 1 : 0,
    task.due_at ?? '~',
    task.state === 'in_progress' ? 0 : 1,
    task.id,
  ].join(' ');

export function orderWork(tasks: readonly TaskSummary[]): TaskSummary[] {
  const keys = new Map(tasks.map((task) => [task, keyOf(task)]));
  const key = (task: TaskSummary): string => keys.get(task) ?? '';
  return tasks.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}

/** Returns why a task is no longer work of this person, in words; undefined if it is. */
export function reasonForLeavingWork(task: Assigned, me: Person): string | undefined {
  const { state, assigned_to, assignment_group } = task;
  if (state === 'done' || state === 'skipped') return becameText('state', state);
  if (assigned_to !== null)
    return same(assigned_to, me.email) ? undefined : becameText('assigned_to', assigned_to);
  if (isFree(task, me)) return undefined;
  return assignment_group === null
    ? becameText('assigned_to', null)
    : becameText('assignment_group', assignment_group);
}
