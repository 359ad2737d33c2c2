import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { test } from 'node:test';

const script = `
  const { openLog } = await import(${JSON.stringify(new URL('log.ts', import.meta.url).href)});
  const log = openLog({ LOG_LEVEL: 'info', INSTANCE_NAME: 'desk' });
  log.info('first');
  await new Promise((done) => setImmediate(done));
  log.info('second');
  log.info('third');
  throw new Error('the end');`;

test('a process that crashes has written every line, each once and in order', () => {
  const { stdout, stderr } = spawnSync(execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  assert.match(stderr, /the end/);
  const messages = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg);
  assert.deepEqual(messages, ['first', 'second', 'third']);
});

const erringScript = `
  const { openLog } = await import(${JSON.stringify(new URL('log.ts', import.meta.url).href)});
  const log = openLog({ LOG_LEVEL: 'info', INSTANCE_NAME: 'desk' });
  const detail = 'Key (webhook_id)=(wh_in_5f0c3b1e) exists.';
  log.child({ path: '/wh_in_5f0c3b1e' }).error({ err: Object.assign(new Error('x'), { detail }) }, 'a.failed');`;

test('no line shows the address of an inbound webhook, not even an error of the database', () => {
  const { stdout } = spawnSync(execPath, ['--input-type=module', '-e', erringScript], {
    encoding: 'utf8',
  });
  const { path, err } = JSON.parse(stdout);
  assert.deepEqual([path, err.detail], ['/wh_in_***', 'Key (webhook_id)=(wh_in_***) exists.']);
});

const countingScript = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  let syncs = 0;
  fs.fsyncSync = () => void (syncs += 1);
  syncBuiltinESMExports();
  const { openLog } = await import(${JSON.stringify(new URL('log.ts', import.meta.url).href)});
  const log = openLog({ LOG_LEVEL: 'info', INSTANCE_NAME: 'desk' });
  for (let turn = 0; turn < 10; turn += 1) {
    log.info('line');
    await new Promise((done) => setImmediate(done));
  }
  process.stderr.write(String(syncs));`;

test('a log that goes to a file does not wait for the disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-log-'));
  const path = join(folder, 'log');
  const file = openSync(path, 'w');
  const { stderr } = spawnSync(execPath, ['--input-type=module', '-e', countingScript], {
    stdio: ['ignore', file, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(file);
  assert.equal(stderr, '0');
  assert.equal(readFileSync(path, 'utf8').trim().split('\n').length, 10);
  rmSync(folder, { recursive: true });
});
