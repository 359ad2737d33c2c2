// `npm test` replaces the async hook of the test runner, so this shows which test an error outside its promise fails.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { testProcess, testProcessOptions } from '../../../tools/test-process.options.ts';
import type { FileResult } from '../../../tools/test-reporter.ts';

async function runInProcess(source: string): Promise<FileResult> {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-context-'));
  const file = join(folder, 'planted.test.ts');
  writeFileSync(file, source);
  const child = fork(testProcess, { execArgv: [...testProcessOptions], stdio: 'pipe' });
  try {
    child.send(file);
    const [result] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    return result as FileResult;
  } finally {
    child.kill();
    rmSync(folder, { recursive: true });
  }
}

/** Each test fails by an error that is named like itself; those named good pass. */
const PLANTED = `
  import { after, before, describe, test } from 'node:test';
  import { createServer, connect } from 'node:net';
  import { once } from 'node:events';
  const pause = () => new Promise((done) => setImmediate(done));
  const never = new Promise(() => {});
  const fail = (name: string) => { throw new Error(name); };
  await pause();
  describe('group', () => {
    before(async () => { await pause(); });
    after(async () => { await pause(); });
    test('good before', async () => { await pause(); });
    test('callback', async () => { await pause(); setImmediate(() => fail('callback')); await never; });
    test('tick', async () => { await pause(); process.nextTick(() => fail('tick')); await never; });
    test('microtask', async () => { await pause(); queueMicrotask(() => fail('microtask')); await never; });
    test('rejection', async () => { await pause(); void pause().then(() => fail('rejection')); await never; });
    test('socket', async (t) => {
      const server = createServer(() => { server.close(); fail('socket'); }).listen(0);
      await once(server, 'listening');
      t.after(() => server.close());
      connect((server.address() as { port: number }).port).on('error', () => {});
      await never;
    });
    test('good after', async () => { await pause(); });
    test('outer', async (t) => {
      await pause();
      await t.test('inner', async () => { await pause(); setImmediate(() => fail('inner')); await never; });
    });
  });
  describe('concurrent', { concurrency: true }, () => {
    test('good beside', async () => { for (let turn = 0; turn < 20; turn++) await pause(); });
    test('beside', async () => { await pause(); setImmediate(() => fail('beside')); await never; });
  });
`;

test('an error outside the promise of a test fails this test and no other', async () => {
  const { failures, outcomes } = await runInProcess(PLANTED);
  assert.deepEqual(
    failures.map(({ name, reason }) => `${name}: ${reason}`),
    [
      'group › callback: callback',
      'group › tick: tick',
      'group › microtask: microtask',
      'group › rejection: rejection',
      'group › socket: socket',
      'group › outer › inner: inner',
      'concurrent › beside: beside',
    ],
  );
  assert.deepEqual([outcomes.suites, outcomes.pass, outcomes.tests], [2, 3, 11]);
});
