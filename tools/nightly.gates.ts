// `npm run nightly -- --gates N` runs the whole gate N times in a row, because a flaky test passes most runs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FileResult } from './test-reporter.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
/** Counts a run that failed before its tests ended. */
const NO_TEST = 'the run failed without a failed test';

const failedTests = (results: readonly FileResult[]): string[] =>
  results.flatMap(({ file, failures }) => failures.map(({ name }) => `${file}: ${name}`));

export function gateSummary(runs: readonly (readonly string[])[]): string {
  const counts = new Map<string, number>();
  for (const name of runs.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const clean = runs.filter((failed) => failed.length === 0).length;
  return [
    `${clean} of ${runs.length} runs without a failure`,
    ...[...counts]
      .toSorted(([, one], [, other]) => other - one)
      .map(([name, count]) => `${String(count).padStart(4)}  ${name}`),
  ].join('\n');
}

async function runGate(report: string): Promise<string[]> {
  rmSync(report, { force: true });
  const child = spawn('npm', ['test', '--', '--report', report], { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  const failed = existsSync(report) ? failedTests(JSON.parse(readFileSync(report, 'utf8'))) : [];
  return code === 0 || failed.length > 0 ? failed : [NO_TEST];
}

/** Prints the counts after each run, so that an interruption loses nothing. */
export async function runGates(count: number): Promise<void> {
  if (!Number.isSafeInteger(count) || count < 1)
    throw new Error('--gates must be a whole number of runs, at least 1');
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-gates-'));
  const runs: string[][] = [];
  while (runs.length < count) {
    runs.push(await runGate(join(folder, 'report.json')));
    console.log(`\nRun ${runs.length} of ${count}: ${gateSummary(runs)}\n`);
  }
  rmSync(folder, { recursive: true });
  if (runs.some((failed) => failed.length > 0)) process.exitCode = 1;
}
