// Generates the parts of operations.md that follow from the list of features: background work and the commands of `admin`.
import { features } from '../server/src/features.ts';
import { DAY, HOUR, MINUTE } from '../server/src/platform/background/schedules.ts';
import type { Deps } from '../server/src/platform/runtime/deps.ts';
import { markdownTable } from './docs.tables.ts';

const intervals: Readonly<Record<number, string>> = {
  [MINUTE]: 'minute',
  [HOUR]: 'hour',
  [DAY]: 'day',
};

const intervalOf = (seconds: number): string => `every ${intervals[seconds] ?? `${seconds} s`}`;

/** Only names and intervals are read, which need none of the dependencies. */
const NO_DEPS = {} as Deps;

export function backgroundWork(): string {
  const rows = features.flatMap(({ jobs = {}, tasks = {}, dueWork, schedules }) => [
    ...Object.keys(jobs).map((name) => [name, 'job', 'after a commit']),
    ...Object.keys(tasks).map((name) => [name, 'task on a record', 'after a commit']),
    ...(dueWork?.(NO_DEPS, features) ?? []).map(({ name, channel, onNotified }) => [
      name,
      'due work',
      channel || onNotified ? 'when due, and after a commit' : 'when due',
    ]),
    ...(schedules?.(NO_DEPS, features) ?? []).map(({ name, everySeconds }) => [
      name,
      'schedule',
      intervalOf(Number(everySeconds)),
    ]),
  ]);
  const sorted = rows.toSorted((a, b) => (`${a[1]} ${a[0]}` < `${b[1]} ${b[0]}` ? -1 : 1));
  return markdownTable(
    ['Work', 'Kind', 'Runs'],
    sorted.map(([name, ...rest]) => [`\`${name}\``, ...rest]),
  );
}

export function adminCommands(): string {
  const usages = features.flatMap(({ commands = {} }) => Object.values(commands));
  return `\`\`\`text\n${usages.map(({ usage }) => usage.slice(1)).join('\n')}\n\`\`\``;
}
