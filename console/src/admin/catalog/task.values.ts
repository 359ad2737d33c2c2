// The templates of tasks as their editor has them. The key of a task is made from its name, and stays.
import type { TaskTemplate } from '../../api/index.ts';
import { keyOf, MAX_KEY } from '../fields/fields.form.ts';
import { uniqueOf } from './question.keys.ts';
import { nextId } from './question.values.ts';

export interface TaskValue {
  id: string;
  /** Other tasks name it so. It is empty until the name is left for the first time. */
  key: string;
  name: string;
  assignment_group: string;
  assigned_to: string;
  depends_on: readonly string[];
  due_in_hours: string;
}

export const newTask = (): TaskValue => ({
  id: nextId(),
  key: '',
  name: '',
  assignment_group: '',
  assigned_to: '',
  depends_on: [],
  due_in_hours: '',
});

/** A key that a task still names is not given to another one. */
export function keyedTasks(tasks: readonly TaskValue[]): readonly TaskValue[] {
  const isKeyed = ({ key, name }: TaskValue): boolean => key !== '' || name.trim() === '';
  if (tasks.every(isKeyed)) return tasks;
  const taken = new Set(tasks.flatMap(({ key, depends_on: names }) => [key, ...names]));
  return tasks.map((task) => {
    if (isKeyed(task)) return task;
    const key = uniqueOf(keyOf(task.name) || 'task', (one) => taken.has(one), ['_', MAX_KEY]);
    taken.add(key);
    return { ...task, key };
  });
}

export const readTasks = (tasks: readonly TaskTemplate[]): TaskValue[] =>
  tasks.map((task) => ({
    ...task,
    id: nextId(),
    assignment_group: task.assignment_group ?? '',
    assigned_to: task.assigned_to ?? '',
    due_in_hours: task.due_in_hours === null ? '' : String(task.due_in_hours),
  }));

/** A row without a name that no task needs is not a task yet. */
export const savedTasks = (tasks: readonly TaskValue[]): readonly TaskValue[] =>
  tasks.filter(({ key, name }) => key !== '' || name.trim() !== '');

export const writeTasks = (tasks: readonly TaskValue[]): TaskTemplate[] =>
  savedTasks(keyedTasks(tasks)).map(({ key, name, depends_on: names, ...task }) => ({
    key,
    name: name.trim(),
    assignment_group: task.assignment_group || null,
    assigned_to: task.assigned_to || null,
    depends_on: names,
    due_in_hours: Number(task.due_in_hours) || null,
  }));

export const tasksNaming = (tasks: readonly TaskValue[], key: string): TaskValue[] =>
  key === '' ? [] : tasks.filter(({ depends_on: names }) => names.includes(key));

/** Says whether the first task waits for the second. Both get keys. */
export function setWaiting(
  tasks: readonly TaskValue[],
  id: string,
  other: string,
  isWaiting: boolean,
): readonly TaskValue[] {
  const keyed = keyedTasks(tasks);
  const key = keyed.find((task) => task.id === other)?.key ?? other;
  return keyed.map((task) => {
    if (task.id !== id) return task;
    const rest = task.depends_on.filter((one) => one !== key);
    return { ...task, depends_on: isWaiting ? [...rest, key] : rest };
  });
}

/** Returns messages by the ids of tasks that depend on one that is gone, or on themselves through others. */
export function dependencyFaults(tasks: readonly TaskValue[]): ReadonlyMap<string, string> {
  const byKey = new Map(tasks.map((task) => [task.key, task]));
  const isCyclic = (task: TaskValue): boolean => {
    const seen = new Set<string>();
    const open = [...task.depends_on];
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      if (key === task.key) return true;
      if (!seen.has(key)) open.push(...(byKey.get(key)?.depends_on ?? []));
      seen.add(key);
    }
    return false;
  };
  const faultOf = (task: TaskValue): string | undefined => {
    const gone = task.depends_on.find((key) => !byKey.has(key));
    if (gone !== undefined) return `It waits for a task that is gone: ${gone}.`;
    return isCyclic(task) ? 'It waits for a task that waits for it.' : undefined;
  };
  return new Map(
    tasks.flatMap((task) => {
      const fault = faultOf(task);
      return fault === undefined ? [] : [[task.id, fault] as const];
    }),
  );
}
