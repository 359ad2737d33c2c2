// npm run nightly: the long form of every test and benchmark, one after another, then one table of goal, figure and
// verdict. Fails when a goal is missed. `--short` takes the sizes of the gate, `--only TEXT` selects by name.
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
import { figuresLine, type Report } from '../server/test/support/report.ts';
import type { ScaledTest } from '../server/test/support/scaled-tests.ts';

/** Compares two commits and has no goal of its own. */
const { compare: _, ...benchmarksWithGoal } = benchmarks;

const groups: Record<string, Record<string, ScaledTest>> = {
  'server/test/properties/main.ts': propertyTests,
  'server/test/faults/main.ts': faultTests,
  'server/test/security/main.ts': securityTests,
  'console/test/long/main.ts': consoleTests,
  'bench/main.ts': benchmarksWithGoal,
};

interface Row {
  test: string;
  goal: string;
  figure: string;
  verdict: 'met' | 'missed' | 'not run';
}

const verdictOf = (isMet: boolean): Row['verdict'] => (isMet ? 'met' : 'missed');

export function rowsOf(test: string, promise: string, report: Report): Row[] {
  const { faults, goals = [], skipped } = report;
  if (skipped) return [{ test, goal: promise, figure: skipped, verdict: 'not run' }];
  const rows = goals.map(({ name, goal, figure, isMet }): Row => ({
    test,
    goal: `${name}: ${goal}`,
    figure,
    verdict: verdictOf(isMet),
  }));
  if (rows.length > 0 && faults.length === 0) return rows;
  const [first = ''] = faults;
  const figure =
    faults.length === 0
      ? `0 faults; ${figuresLine(report)}`
      : `${faults.length} faults, the first: ${first.split('\n', 1)[0]}`;
  return [...rows, { test, goal: promise, figure, verdict: verdictOf(faults.length === 0) }];
}

const cellOf = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');

export const tableOf = (rows: readonly Row[]): string =>
  [
    ['test', 'goal', 'figure', 'verdict'],
    ['---', '---', '---', '---'],
    ...rows.map(({ test, goal, figure, verdict }) => [test, goal, figure, verdict]),
  ]
    .map((cells) => `| ${cells.map(cellOf).join(' | ')} |`)
    .join('\n');

/** Each runs in its own process: none inherits the memory, connections or crash of another. */
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
    : { figures: {}, faults: [`it ended with code ${code} and without a report`] };
  rmSync(path, { force: true });
  return report;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { short: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
  });
  const tools = fileURLToPath(new URL('deploy-tools.sh', import.meta.url));
  spawnSync('bash', [tools], { stdio: 'inherit' });
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-nightly-'));
  const rows: Row[] = [];
  for (const [file, tests] of Object.entries(groups)) {
    for (const [name, { promise }] of Object.entries(tests)) {
      if (!name.includes(values.only)) continue;
      rows.push(...rowsOf(name, promise, await runOne(file, name, values.short, folder)));
    }
  }
  rmSync(folder, { recursive: true });
  console.log(`\n${tableOf(rows)}`);
  if (rows.some(({ verdict }) => verdict === 'missed')) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
