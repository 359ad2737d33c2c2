import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
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
