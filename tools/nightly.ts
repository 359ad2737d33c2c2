// `npm run nightly` makes a smoke run of every benchmark at its short sizes, then runs the long form of every test and
// benchmark, one after another, then prints one table of goal, figure and verdict, and updates docs/figures.md. It fails
// if a benchmark does not run or a goal is missed. `--short` runs only the short forms, `--only TEXT` selects by name,
// `--gates N` runs `npm test` N times instead and counts how often each test failed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchmarks } from '../bench/benchmarks.ts';
import { consoleTests } from '../console/test/long/console-tests.ts';
import { faultTests } from '../server/test/faults/fault-tests.ts';
import { propertyTests } from '../server/test/properties/property-tests.ts';
import { securityTests } from '../server/test/security/security-tests.ts';
import type { Report } from '../server/test/support/report.ts';
import { goalRowsOf } from '../server/test/support/results.ts';
import type { ScaledTest } from '../server/test/support/scaled-tests.ts';
import { runGates } from './nightly.gates.ts';

/** `compare` compares two commits and has no goal. */
const { compare: _, ...benchmarksWithGoal } = benchmarks;

const BENCH = 'bench/main.ts';

const groups: Record<string, Record<string, ScaledTest>> = {
  'server/test/properties/main.ts': propertyTests,
  'server/test/faults/main.ts': faultTests,
  'server/test/security/main.ts': securityTests,
  'console/test/long/main.ts': consoleTests,
  [BENCH]: benchmarksWithGoal,
};

interface Row {
  test: string;
  goal: string;
  figure: string;
  verdict: 'met' | 'missed' | 'not run';
}

export function rowsOf(test: string, promise: string, report: Report): Row[] {
  const { skipped } = report;
  if (skipped) return [{ test, goal: promise, figure: skipped, verdict: 'not run' }];
  return goalRowsOf(promise, report).map(({ goal, figure, isMet }) => ({
    test,
    goal,
    figure,
    verdict: isMet ? 'met' : 'missed',
  }));
}

/** Goals apply to the full size; a smoke run only shows that the benchmark runs and finds no fault. */
export const smokeRowsOf = (test: string, report: Report): Row[] =>
  rowsOf(test, 'smoke run: the benchmark runs without a fault', { ...report, goals: [] });

const cellOf = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');

export const tableOf = (rows: readonly Row[]): string =>
  [
    ['test', 'goal', 'figure', 'verdict'],
    ['---', '---', '---', '---'],
    ...rows.map(({ test, goal, figure, verdict }) => [test, goal, figure, verdict]),
  ]
    .map((cells) => `| ${cells.map(cellOf).join(' | ')} |`)
    .join('\n');

/** Each test runs in its own process, so that none inherits the memory, connections or crash of another. */
async function runOne(file: string, name: string, isShort: boolean, folder: string) {
  const path = join(folder, `${name}.json`);
  const child = spawn(
    process.execPath,
    [file, name, '--report', path, ...(isShort ? ['--short'] : [])],
    { stdio: 'inherit', cwd: fileURLToPath(new URL('../', import.meta.url)) },
  );
  const [code] = await once(child, 'close');
  const report: Report = existsSync(path)
    ? JSON.parse(readFileSync(path, 'utf8'))
    : { figures: {}, faults: [`the process ended with code ${code} and without a report`] };
  rmSync(path, { force: true });
  return report;
}

/** Benchmarks have no short form in the gate, so a broken one is found here, before the hours of the long forms. */
async function runSmoke(only: string, folder: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const name of Object.keys(benchmarksWithGoal).filter((one) => one.includes(only)))
    rows.push(...smokeRowsOf(name, await runOne(BENCH, name, true, folder)));
  return rows;
}

async function runAll(only: string, isShort: boolean, folder: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [file, tests] of Object.entries(groups)) {
    // The smoke runs are the short forms of the benchmarks.
    if (isShort && file === BENCH) continue;
    for (const [name, { promise }] of Object.entries(tests)) {
      if (!name.includes(only)) continue;
      rows.push(...rowsOf(name, promise, await runOne(file, name, isShort, folder)));
    }
  }
  return rows;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      gates: { type: 'string' },
    },
  });
  if (values.gates !== undefined) return runGates(Number(values.gates));
  const tools = fileURLToPath(new URL('deploy-tools.sh', import.meta.url));
  spawnSync('bash', [tools], { stdio: 'inherit' });
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-nightly-'));
  const rows = [
    ...(await runSmoke(values.only, folder)),
    ...(await runAll(values.only, values.short, folder)),
  ];
  rmSync(folder, { recursive: true });
  spawnSync(process.execPath, [fileURLToPath(new URL('docs.ts', import.meta.url))]);
  console.log(`\n${tableOf(rows)}`);
  if (rows.some(({ verdict }) => verdict === 'missed')) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
