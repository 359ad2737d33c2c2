// `npm test` hands the test files to free processes, the longest first, and prints one line for each file, the output of
// failed ones, and the slowest. A process runs many files one after another, because a process for each file takes far
// longer than the tests. Arguments select files by a part of their path.
import { execFile, fork } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { compileCache, trimCompileCache } from '../server/test/support/compile-cache.ts';
import { testProcess, testProcessOptions } from './test-process.options.ts';
import { type FileResult, NO_OUTCOMES, type Outcome } from './test-reporter.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const secondsFile = new URL('test-seconds.json', import.meta.url);
const SLOWEST = 15;
/** A test that waits forever fails under its own name, instead of blocking the whole run. */
const TEST_TIMEOUT_MS = 900_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Most files wait for disks and child processes, so two processes per core use each other's pauses. */
    processes: { type: 'string', default: String(2 * availableParallelism()) },
    /** Writes the seconds of this run to `test-seconds.json`, for the order of the next ones. */
    record: { type: 'boolean', default: false },
    /** Writes the results as JSON to this file. */
    report: { type: 'string' },
  },
});

const { DATABASE_URL, TEST_DATABASE_URL = DATABASE_URL } = process.env;

/** Tests use their own cluster, if there is one, and code that an earlier process or run has compiled. */
const env = {
  ...process.env,
  DATABASE_URL: TEST_DATABASE_URL,
  NODE_COMPILE_CACHE: compileCache,
};

trimCompileCache();

const recorded: Partial<Record<string, number>> = JSON.parse(readFileSync(secondsFile, 'utf8'));
/** A file without a recorded time begins first, because it may be the longest. */
const expectedSeconds = (file: string): number => recorded[file] ?? Infinity;

const files = globSync('{server,sdk,console,bench}/**/*.test.ts', { cwd: root })
  .filter((file) => !file.includes('node_modules'))
  .filter((file) => positionals.length === 0 || positionals.some((part) => file.includes(part)))
  .toSorted(
    (one, other) => expectedSeconds(other) - expectedSeconds(one) || (one < other ? -1 : 1),
  );
const waiting = [...files];
const results: FileResult[] = [];

function print({ file, seconds, outcomes, text }: FileResult): void {
  const { fail, skipped, tests } = outcomes;
  const notes = [`${tests} tests`, ...(skipped > 0 ? [`${skipped} skipped`] : [])].join(', ');
  console.log(`${fail > 0 ? '✖' : '✔'} ${seconds.toFixed(1).padStart(6)} s  ${file} (${notes})`);
  if (text !== '') console.log(text);
}

/** Replaces a process that crashed, until no file is waiting. */
async function runProcess(): Promise<void> {
  while (waiting.length > 0) await runUntilItEnds();
}

function runUntilItEnds(): Promise<void> {
  const child = fork(testProcess, {
    cwd: root,
    env,
    execArgv: [...testProcessOptions, `--test-timeout=${TEST_TIMEOUT_MS}`],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let current: string | undefined;
  const finish = (result: FileResult) => {
    results.push(result);
    print(result);
    current = undefined;
  };
  const sendNext = () => {
    current = waiting.shift();
    if (current === undefined) child.disconnect();
    else child.send(current);
  };
  child.on('message', (message: FileResult) => {
    finish(message);
    sendNext();
  });
  sendNext();
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      if (current !== undefined) {
        const text = `The process that ran ${current} ended with ${code ?? signal}.`;
        finish({
          file: current,
          seconds: 0,
          cpuSeconds: 0,
          outcomes: { ...NO_OUTCOMES, tests: 1, fail: 1 },
          failures: [{ name: text, reason: '' }],
          text,
        });
      }
      resolve();
    });
  });
}

/** Sorts by wall time plus CPU time, which includes the child processes that a test waited for. */
function printSlowest(): void {
  const slowest = results
    .toSorted((one, other) => other.seconds + other.cpuSeconds - one.seconds - one.cpuSeconds)
    .slice(0, SLOWEST);
  console.log(
    `\nThe ${slowest.length} slowest of ${results.length} files, seconds and CPU seconds:`,
  );
  for (const { file, seconds, cpuSeconds } of slowest)
    console.log(`${seconds.toFixed(1).padStart(6)} ${cpuSeconds.toFixed(1).padStart(6)}  ${file}`);
}

function printTotals(): void {
  for (const outcome of Object.keys(NO_OUTCOMES) as Outcome[])
    console.log(
      `ℹ ${outcome} ${results.reduce((sum, { outcomes }) => sum + outcomes[outcome], 0)}`,
    );
  console.log(`ℹ duration_ms ${performance.now().toFixed(0)}`);
}

function recordSeconds(): void {
  const rows = results
    .map(({ file, seconds }) => [file, Math.round(seconds * 10) / 10] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(secondsFile, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
}

// The console, the guides and the package of the SDK are built once here; otherwise each test that starts the service
// would build them at the same time.
await Promise.all(
  ['console/build.ts', 'console/guide/build.ts', 'sdk/build.ts'].map(async (script) => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, script)]);
    process.stdout.write(stdout);
  }),
);
await Promise.all(Array.from({ length: Number(values.processes) }, runProcess));

/** People see the end of a long log first, so the reasons are repeated there. */
const failed = results.flatMap(({ file, failures }) =>
  failures.map(({ name, reason }) =>
    [`${file}: ${name}`, ...reason.split('\n').filter(Boolean)].join('\n    '),
  ),
);
printSlowest();
if (failed.length > 0) console.log(`\nFailed:\n${failed.join('\n')}\n`);
printTotals();
if (values.record) recordSeconds();
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(results));
if (failed.length > 0 || results.length === 0) process.exitCode = 1;
