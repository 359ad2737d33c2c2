// A run at full size appends one line to bench/results/KIND/NAME.jsonl, from which docs/figures.md is generated. Nothing
// here may fail a run: without git, or if the folder cannot be written, the run continues.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { availableParallelism, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { figuresLine, type Report } from './report.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const RESULTS = join(root, 'bench/results');

/** Each becomes one row of docs/figures.md. */
export interface GoalRow {
  goal: string;
  figure: string;
  isMet: boolean;
  /** A person may add further figures of the same run here. */
  note?: string;
}

/** The optional members are missing in lines that were written by hand, before runs recorded themselves. */
export interface Result {
  /** The command repeats the run except for its seed, which is among the sizes. */
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
  /** The load average of the minute before the run shows how busy the machine was with other work. */
  load: number;
}

export const thisMachine = (): Machine => ({
  cores: availableParallelism(),
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.versions.node,
  load: Number(loadavg()[0]?.toFixed(1)),
});

/** Each goal is a row; if there are faults, or no goals, so is the promise of the test. */
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

/** Returns the short hash, with a + if the tree has uncommitted changes other than results and their document. */
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

/** Returns where the line was appended, or why it could not be, which does not fail the run. */
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
    return `Recorded in ${file}. Run \`npm run generate\` to update docs/figures.md.`;
  } catch (error) {
    return `The result was not recorded: ${(error as Error).message}`;
  }
}

export const commitOfThisTree = (): string => commitOf(root);
