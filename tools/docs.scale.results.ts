// Reads the recorded results behind docs/scale.md; a table without one says which command records it.
import type { Result } from '../server/test/support/results.ts';

export interface Files {
  files: readonly string[];
  read: (path: string) => string;
}

export type Figures = Record<string, number>;

export interface Measured {
  command: string;
  date: string;
  figures: Figures;
}

/** The tables are filled by these commands. */
export const commands = {
  growth: 'npm run bench -- growth --database URL,URL,URL',
  mix: 'npm run bench -- mix',
  mixOfTwo: 'npm run bench -- mix --processes 2 --record',
  idle: 'npm run bench -- idle-cpu',
} as const;

/** Earlier lines of the same benchmark lack figures that were added later, so a line must have the named one. */
function lastWith(
  { files, read }: Files,
  benchmark: string,
  isMeant: (figures: Figures) => boolean,
): Measured | undefined {
  const path = `bench/results/bench/${benchmark}.jsonl`;
  if (!files.includes(path)) return undefined;
  const lines = read(path).trimEnd().split('\n');
  const results = lines.map((line) => JSON.parse(line) as Result);
  const { command, date, figures } =
    results.findLast((result) => result.figures !== undefined && isMeant(result.figures)) ?? {};
  return command && date && figures ? { command, date, figures } : undefined;
}

export const readMix = (repository: Files, processes: number): Measured | undefined =>
  lastWith(
    repository,
    'mix',
    (figures) => figures['processes'] === processes && figures['node_us'] !== undefined,
  );

export const readIdle = (repository: Files): Measured | undefined =>
  lastWith(repository, 'idle-cpu', (figures) => figures['start_proportional_mb'] !== undefined);

export interface Growth extends Measured {
  /** The smallest number of incidents comes first. */
  sizes: readonly number[];
  of: (size: number, name: string) => number;
}

/** A run at a single size shows no growth. */
export function readGrowth(repository: Files): Growth | undefined {
  const sizesOf = (figures: Figures): number[] =>
    [...new Set(Object.keys(figures).map((name) => Number.parseInt(name, 10)))].toSorted(
      (a, b) => a - b,
    );
  const measured = lastWith(repository, 'growth', (figures) => sizesOf(figures).length > 1);
  if (!measured) return undefined;
  return {
    ...measured,
    sizes: sizesOf(measured.figures),
    of: (size, name) => measured.figures[`${size} ${name}`] ?? Number.NaN,
  };
}

export const notMeasured = (...missing: readonly string[]): string =>
  `Not measured yet: run ${missing.map((command) => `\`${command}\``).join(' and ')}, then \`npm run generate\`.`;

/** A figure that a run lacks is an empty cell. */
export const format = (value: number, digits = 0): string =>
  Number.isNaN(value)
    ? ''
    : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
