// The tasks of a published item can be done in some order.
import type { Fault } from '../../platform/errors.ts';
import { nearest } from '../../platform/text.ts';
import type { TaskTemplate } from '../definition/tasks.schema.ts';
import { fault, findRepeated, isBlank, quote } from './faults.ts';

const nameOf = ({ name }: TaskTemplate, at: number): string => quote(name, 'Task', at);

const keyFaults = (tasks: readonly TaskTemplate[]): Fault[] =>
  findRepeated(tasks, ({ key }) => key).map(({ at, first }) => {
    const [again, known] = [tasks[at], tasks[first]] as [TaskTemplate, TaskTemplate];
    return fault(
      `/tasks/${at}/key`,
      'not_allowed',
      `${nameOf(again, at)} has the key ${again.key}, as ${nameOf(known, first)} has. Give it another key.`,
    );
  });

const missingFaults = (tasks: readonly TaskTemplate[], at: number): Fault[] => {
  const task = tasks[at] as TaskTemplate;
  const allowed = tasks.map(({ key }) => key).filter((key) => key !== task.key);
  return task.depends_on.flatMap((key, n) =>
    key === task.key || allowed.includes(key)
      ? []
      : [
          fault(
            `/tasks/${at}/depends_on/${n}`,
            'not_allowed',
            `${nameOf(task, at)} waits for the task ${key}, which does not exist.`,
            { allowed, nearest: nearest(key, allowed) },
          ),
        ],
  );
};

/** Returns the keys of a cycle through the first task that is in one, beginning and ending with it; undefined without. */
function findCycle(tasks: readonly TaskTemplate[]): string[] | undefined {
  const dependencies = new Map(tasks.map(({ key, depends_on }) => [key, depends_on]));
  const done = new Set<string>();
  const visit = (key: string, path: readonly string[]): string[] | undefined => {
    const start = path.indexOf(key);
    if (start !== -1) return [...path.slice(start), key];
    if (done.has(key)) return undefined;
    for (const other of dependencies.get(key) ?? []) {
      const cycle = visit(other, [...path, key]);
      if (cycle) return cycle;
    }
    done.add(key);
    return undefined;
  };
  for (const { key } of tasks) {
    const cycle = visit(key, []);
    if (cycle) return cycle;
  }
  return undefined;
}

function cycleFaults(tasks: readonly TaskTemplate[]): Fault[] {
  const cycle = findCycle(tasks);
  if (!cycle) return [];
  const places = cycle.map((key) => tasks.findIndex((task) => task.key === key));
  const names = places.map((at) => nameOf(tasks[at] as TaskTemplate, at));
  const message =
    names.length === 2
      ? `${names[0]} waits for itself.`
      : `These tasks wait for each other, so none could begin: ${names.join(' after ')}.`;
  return [fault(`/tasks/${places[0]}/depends_on`, 'not_allowed', message)];
}

export const taskFaults = (tasks: readonly TaskTemplate[]): Fault[] => [
  ...keyFaults(tasks),
  ...tasks.flatMap((task, at) => [
    ...(isBlank(task.name)
      ? [fault(`/tasks/${at}/name`, 'blank', `Task ${at + 1} has no name.`)]
      : []),
    ...missingFaults(tasks, at),
  ]),
  ...cycleFaults(tasks),
];
