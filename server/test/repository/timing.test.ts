// No test depends on the speed of the machine or on its neighbours: docs/testing.md says how a test gets its time instead.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { thisRepository } from '../../../tools/docs.ts';

/** A test reads or spends real time by these names. */
const REAL_TIME = /\b(setTimeout|setInterval|sleep|performance\.now|timers\/promises)\b|\bwithin\(/;

/** These test files may use them, for the given reason. */
const allowed: readonly [file: string, reason: string][] = [
  ['sdk/test/package/package.test.ts', 'it creates incidents until an example has read its event'],
  [
    'server/src/knowledge/embeddings/embedder.test.ts',
    'it contains the source of a thread that never ends',
  ],
  [
    'server/test/linear-time.test.ts',
    'CPU time has steps of 4 ms, so a run of less than 1 ms passes by real time',
  ],
  ['server/test/overload.test.ts', 'it blocks the event loop until the process refuses requests'],
  ['server/test/repository/timing.test.ts', 'it lists the names'],
  [
    'server/test/webhook-docs.test.ts',
    'it replaces the pause in a documented command by waiting for a state',
  ],
];

/** Comments and timers that the test advances by hand do not count. */
const withoutMocks = (line: string): string =>
  line.replace(/\/\/.*/, '').replace(/timers\.enable\(.*/, '');

/** Returns each line of a test that waits for a duration or measures one. */
const realTimeLines = (file: string, text: string): string[] =>
  text
    .split('\n')
    .filter((line) => REAL_TIME.test(withoutMocks(line)))
    .map((line) => `${file}: ${line.trim()}`);

const repository = thisRepository();

describe('Locks in tests', () => {
  const readersOfLocks = (files: Record<string, string>): string[] =>
    Object.keys(files).filter((file) => /\b(?:from|join) pg_locks\b/.test(files[file] ?? ''));

  test('every test reads only the locks of its own database', () => {
    const files = repository.files.filter((file) =>
      /^(?:server\/test|bench)\/.*\.ts$|\.test\.ts$/.test(file),
    );
    assert.deepEqual(
      readersOfLocks(Object.fromEntries(files.map((file) => [file, repository.read(file)]))),
      // This file has a planted one below.
      ['server/test/repository/timing.test.ts', 'server/test/support/locks.ts'],
    );
  });

  test('a test that reads all locks is found', () => {
    const text = `await sql('select from pg_locks where not granted');`;
    assert.deepEqual(readersOfLocks({ 'x.test.ts': text, 'y.test.ts': '// pg_locks' }), [
      'x.test.ts',
    ]);
  });
});

describe('Mocked timers in tests', () => {
  /** The next files run in the same process; the mocks of a test's own context end with the test. */
  const leavesTimers = (text: string): boolean =>
    /import \{[^}]*\bmock\b[^}]*\} from 'node:test'/.test(text) &&
    text.includes('mock.timers.enable(') &&
    !text.includes('mock.timers.reset()');

  test('every test file that mocks timers restores them', () => {
    const files = repository.files.filter((file) => file.endsWith('.test.ts'));
    assert.deepEqual(
      files.filter((file) => leavesTimers(repository.read(file))),
      [],
    );
  });

  test('a file that leaves its mocks is found', () => {
    const text = "import { mock, test } from 'node:test';\nmock.timers.enable({});";
    assert.ok(leavesTimers(text));
    assert.ok(!leavesTimers(`${text}\nmock.timers.reset();`));
  });
});

describe('Real time in tests', () => {
  const files = repository.files.filter((file) => file.endsWith('.test.ts'));
  const linesOf = (file: string) => realTimeLines(file, repository.read(file));

  test('no test waits for a duration or measures one, except the allowed ones', () => {
    const names = new Set(allowed.map(([file]) => file));
    assert.ok(files.length > 200, `${files.length} files`);
    assert.deepEqual(files.filter((file) => !names.has(file)).flatMap(linesOf), []);
  });

  test('every allowed test file still needs its exception', () => {
    assert.deepEqual(
      allowed.filter(([file]) => !files.includes(file) || linesOf(file).length === 0),
      [],
    );
  });

  for (const [what, line] of [
    ['a pause', 'await new Promise((done) => setTimeout(done, 100));'],
    ['an imported pause', `import { setTimeout as pause } from 'node:timers/promises';`],
    ['a measured time', 'assert.ok(performance.now() - began < 2000);'],
    ['a helper named sleep', 'await sleep(300);'],
    ['a timer', 'const timer = setInterval(check, 10);'],
    ['a wait with its own time limit', `await within(2, 'it is refused', isRefused);`],
  ] as const)
    test(`${what} in a test is found`, () => {
      assert.deepEqual(realTimeLines('x.test.ts', line), [`x.test.ts: ${line}`]);
    });

  for (const [what, line] of [
    ['a comment', '// The lease ends by setTimeout of the worker.'],
    ['a timer of the test', `mock.timers.enable({ apis: ['setInterval'] });`],
    ['a point in time', 'const since = new Date(Date.now() - 60_000);'],
  ] as const)
    test(`${what} in a test is not reported`, () => {
      assert.deepEqual(realTimeLines('x.test.ts', line), []);
    });
});
