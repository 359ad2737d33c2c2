// Measurements as data: a run at full size appends one line to bench/results/KIND/NAME.jsonl, from which docs/figures.md
// is generated. Nothing here may fail a run: without git, or where the folder cannot be written, the run goes on.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { availableParallelism, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { figuresLine, type Report } from './report.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const RESULTS = join(root, 'bench/results');

/** One row of docs/figures.md. */
export interface GoalRow {
  goal: string;
  figure: string;
  isMet: boolean;
  /** Written by hand: further figures of the same run. */
  note?: string;
}

/** The members that are missing in the lines of runs from before the lines were written by the runs. */
export interface Result {
  /** Repeats the run; without its seed, which is among the sizes. */
  command: string;
  commit?: string;
  date: string;
  sizes?: Record<string, number>;
  machine?: Machine;
  seconds?: number;
  figures?: Record<string, number>;
  goals: GoalRow[];
  faults?: number;
}

interface Machine {
  cores: number;
  memoryGb: number;
  node: string;
  /** Average of the last minute at the start of the run: how busy the machine was with other work. */
  load: number;
}

export const thisMachine = (): Machine => ({
  cores: availableParallelism(),
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.versions.node,
  load: Number(loadavg()[0]?.toFixed(1)),
});

/** One row for each goal; where there are faults, or no goals, the promise of the test is one. */
export function goalRowsOf(promise: string, report: Report): GoalRow[] {
  const { faults, goals = [] } = report;
  const rows = goals.map(({ name, goal, figure, isMet }) => ({
    goal: `${name}: ${goal}`,
    figure,
    isMet,
  }));
  if (rows.length > 0 && faults.length === 0) return rows;
  const [first = ''] = faults;
  const figure =
    faults.length === 0
      ? `0 faults; ${figuresLine(report)}`
      : `${faults.length} faults, the first: ${first.split('\n', 1)[0]}`;
  return [...rows, { goal: promise, figure, isMet: faults.length === 0 }];
}

/** The short hash, with a + where the tree has uncommitted changes besides results and their document. */
export function commitOf(folder: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
  try {
    const others = ['--', '.', ':!bench/results', ':!docs/figures.md'];
    const isDirty = git('status', '--porcelain', ...others) !== '';
    return `${git('rev-parse', '--short', 'HEAD')}${isDirty ? '+' : ''}`;
  } catch {
    return 'unknown';
  }
}

/** Appends the line of a run, and says where, or why it could not: that is no failure of the run. */
export function recordResult(
  kind: string,
  name: string,
  result: Result,
  results = RESULTS,
): string {
  const folder = join(results, kind);
  const file = join(folder, `${name}.jsonl`);
  try {
    mkdirSync(folder, { recursive: true });
    appendFileSync(file, `${JSON.stringify(result)}\n`);
    return `recorded in ${file}; npm run generate updates docs/figures.md`;
  } catch (error) {
    return `not recorded: ${(error as Error).message}`;
  }
}

export const commitOfThisTree = (): string => commitOf(root);
