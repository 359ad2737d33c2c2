// Generates the tables of docs/figures.md from the last line of each command in bench/results.
import { posix } from 'node:path';
import type { GoalRow, Result } from '../server/test/support/results.ts';
import { markdownTable } from './docs.tables.ts';

interface Files {
  files: readonly string[];
  read: (path: string) => string;
}

/** The document shows the folders of bench/results in this order. */
const kinds: Record<string, string> = {
  properties: 'Properties',
  faults: 'Faults',
  security: 'Security',
  console: 'Console',
  bench: 'Benchmarks',
  sizes: 'Sizes',
};

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** Returns the last line of each command, in the order in which the commands were first recorded. */
const lastLines = (text: string): Result[] => {
  const lines = text.trimEnd().split('\n');
  const results = lines.map((line) => JSON.parse(line) as Result);
  return [...new Map(results.map((result) => [result.command, result])).values()];
};

const figureOf = ({ figure, isMet, note }: GoalRow): string =>
  `${isMet ? figure : `**${figure}, missed**`}${note ? `; ${note}` : ''}`;

const rowsOf = ({ goals, date, command, sizes }: Result): string[][] =>
  goals.map((row) => [
    cell(row.goal),
    cell(figureOf(row)),
    date,
    `\`${cell(command)}${sizes?.['seed'] === undefined ? '' : ` --seed ${sizes['seed']}`}\``,
  ]);

/** Throws for a folder without a heading, because its figures would be in no table. */
export function figureTables({ files, read }: Files): string {
  const recorded = files.filter((path) => /^bench\/results\/.+\.jsonl$/.test(path)).toSorted();
  const folderOf = (path: string): string => posix.basename(posix.dirname(path));
  const unknown = recorded.find((path) => !(folderOf(path) in kinds));
  if (unknown)
    throw new Error(`${unknown} must be in one of the folders ${Object.keys(kinds).join(', ')}`);
  return Object.entries(kinds)
    .map(([folder, heading]) => {
      const rows = recorded
        .filter((path) => folderOf(path) === folder)
        .flatMap((path) => lastLines(read(path)).flatMap(rowsOf));
      return `## ${heading}\n\n${markdownTable(['Goal', 'Figure', 'Date', 'Command'], rows)}`;
    })
    .join('\n\n');
}
