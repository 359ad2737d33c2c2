// npm test: all tests in four processes at the same time, then those that measure time in one, then the ten slowest
// files. Within a process one file runs after another. Most files wait for timers, disks and child processes, so the
// processes fill each other's pauses.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const reporter = fileURLToPath(new URL('file-times.ts', import.meta.url));
const SLOWEST = 10;
/** A test that waits forever fails by its name, instead of with the whole run. */
const TEST_TIMEOUT_MS = 300_000;

/** Runs when the others have ended: its files fail when other tests take the processor. */
const ALONE = 'alone';

/** The process of each file, so that all take about the same time. The first match counts. */
const processes: readonly [path: string, process: string][] = [
  ['bench/limits/', ALONE],
  ['server/src/platform/limits/', ALONE],
  ['server/test/flood.test.ts', ALONE],
  ['server/test/overload.test.ts', ALONE],
  ['server/test/properties/fuzz/found.test.ts', ALONE],
  ['server/test/properties/limits/', ALONE],
  ['server/test/security/slow-clients/', ALONE],
  ['server/test/spec/limits', ALONE],
  ['server/test/properties/idempotency/', 'attacks'],
  ['server/test/properties/inbound/', 'attacks'],
  ['server/test/properties/webhooks/', 'attacks'],
  ['server/test/properties/', 'models'],
  ['server/test/spec/changes', 'models'],
  ['server/test/spec/cmdb', 'models'],
  ['server/test/spec/ai', 'processes'],
  ['server/test/spec/', 'interface'],
  ['server/test/faults/', 'attacks'],
  ['server/test/security/', 'attacks'],
  ['server/test/doctor.test.ts', 'interface'],
  ['server/test/tutorial.test.ts', 'attacks'],
  ['server/test/tutorials.test.ts', 'interface'],
  ['server/test/', 'processes'],
  ['server/src/knowledge/', 'models'],
  ['server/src/', 'processes'],
  ['sdk/test/operations/', 'models'],
  ['sdk/test/package/', 'models'],
  ['sdk/', 'attacks'],
  ['console/', 'interface'],
  ['bench/', 'models'],
];

const processOf = (file: string): string => {
  const found = processes.find(([path]) => file.startsWith(path));
  if (!found) throw new Error(`tools/test.ts names no process for ${file}`);
  return found[1];
};

const { DATABASE_URL, TEST_DATABASE_URL = DATABASE_URL } = process.env;

/** The cluster of the tests, where there is one, and compiled code that an earlier process or run has kept. */
const env = {
  ...process.env,
  DATABASE_URL: TEST_DATABASE_URL,
  NODE_COMPILE_CACHE: join(tmpdir(), 'signalbox-compile-cache'),
};

type Seconds = Record<string, number>;

/** The closing lines of the test runner, over all processes. */
const totals: Record<string, number> = {
  tests: 0,
  suites: 0,
  pass: 0,
  fail: 0,
  cancelled: 0,
  skipped: 0,
  todo: 0,
};

async function runFiles(name: string, files: readonly string[], times: string): Promise<number> {
  const child = spawn(
    process.execPath,
    [
      '--test',
      '--test-isolation=none',
      // A test that fails may leave a server open, and its process would never end.
      '--test-force-exit',
      `--test-timeout=${TEST_TIMEOUT_MS}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${reporter}`,
      `--test-reporter-destination=${times}`,
      ...files,
    ],
    { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  createInterface(child.stdout).on('line', (line) => {
    console.log(`${name.padEnd(9)} ${line}`);
    const [, what = '', count] = /^ℹ (\w+) (\d+)$/.exec(line) ?? [];
    if (what in totals) totals[what] = (totals[what] ?? 0) + Number(count);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

const files = globSync('{server,sdk,console,bench}/**/*.test.ts', { cwd: root }).filter(
  (file) => !file.includes('node_modules'),
);
const groups = Map.groupBy(files.toSorted(), processOf);
const folder = mkdtempSync(join(tmpdir(), 'signalbox-test-'));

async function runGroup(name: string) {
  const began = performance.now();
  const times = join(folder, `${name}.json`);
  const code = await runFiles(name, groups.get(name) ?? [], times);
  // Empty if the process was aborted.
  const written = existsSync(times) ? readFileSync(times, 'utf8') : '';
  const seconds: Seconds = written === '' ? {} : JSON.parse(written);
  return { name, code, seconds, took: (performance.now() - began) / 1000 };
}

// Built once: otherwise each test that starts the service would build it at the same time.
execFileSync(process.execPath, [join(root, 'console/build.ts')], { stdio: 'inherit' });

const together = [...groups.keys()].filter((name) => name !== ALONE);
const results = [...(await Promise.all(together.map(runGroup))), await runGroup(ALONE)];
rmSync(folder, { recursive: true });

const slowest = results
  .flatMap(({ seconds }) => Object.entries(seconds))
  .toSorted(([, one], [, other]) => other - one)
  .slice(0, SLOWEST);
console.log(`\nThe ${slowest.length} slowest of ${files.length} files, seconds:`);
for (const [file, seconds] of slowest) console.log(`${seconds.toFixed(1).padStart(6)}  ${file}`);
for (const { name, took, code } of results)
  console.log(`${name}: ${took.toFixed(0)} s, ${code === 0 ? 'passed' : 'FAILED'}`);
for (const [what, count] of Object.entries(totals)) console.log(`ℹ ${what} ${count}`);
console.log(`ℹ duration_ms ${performance.now().toFixed(0)}`);
if (results.some(({ code }) => code !== 0)) process.exitCode = 1;
