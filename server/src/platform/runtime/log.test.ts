import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { test } from 'node:test';
import { until } from '../../../test/support/processes.ts';

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
  for (let n = 0; n < 10; n += 1) {
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

/** Logs lines as requested on standard input by `name count`, and prints `done` on standard error when they are written. */
const obedientScript = `
  const { openLog } = await import(${JSON.stringify(new URL('log.ts', import.meta.url).href)});
  const log = openLog({ LOG_LEVEL: 'info', INSTANCE_NAME: 'desk' });
  for await (const chunk of process.stdin) {
    const [name, count] = String(chunk).trim().split(' ');
    for (let n = 0; n < Number(count); n += 1) log.info({ filler: 'x'.repeat(1000) }, name);
    await new Promise((done) => setImmediate(done));
    process.stderr.write('done');
  }`;

const WIDE_OPEN = constants.O_RDONLY | constants.O_NONBLOCK;

const readAll = (reader: number): string => {
  const buffer = Buffer.alloc(1 << 20);
  let text = '';
  try {
    for (let read = 1; read > 0;) {
      read = readSync(reader, buffer);
      text += buffer.toString('utf8', 0, read);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  }
  return text;
};

/** The reader of a named pipe can go away and come back as a full disk does: the writer keeps its descriptor. */
async function withPipe(
  writerFlags: number,
  work: (path: string, log: (name: string, count: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-log-'));
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, WIDE_OPEN);
  const writer = openSync(path, constants.O_WRONLY | writerFlags);
  const child = spawn(execPath, ['--input-type=module', '-e', obedientScript], {
    stdio: ['pipe', writer, 'pipe'],
  });
  closeSync(writer);
  const log = async (name: string, count: number) => {
    child.stdin?.write(`${name} ${count}\n`);
    if (child.stderr) await once(child.stderr, 'data', { signal: AbortSignal.timeout(60_000) });
  };
  try {
    await log('first', 1);
    assert.match(readAll(reader), /first/);
    closeSync(reader);
    await work(path, log);
    child.stdin?.end();
    assert.deepEqual(await once(child, 'close'), [0, null]);
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
}

test('lines that cannot be written are dropped, and the next line that can reports their number', () =>
  withPipe(0, async (path, log) => {
    await log('unwritten', 3);
    await log('unwritten', 4);
    const reader = openSync(path, WIDE_OPEN);
    await log('second', 1);
    await log('third', 1);
    const lines = readAll(reader)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    closeSync(reader);
    assert.deepEqual(
      lines.map(({ msg, lines: lost, service }) => [msg, lost, service]),
      [
        ['log.dropped', 7, 'desk'],
        ['second', undefined, 'desk'],
        ['third', undefined, 'desk'],
      ],
    );
  }));

test('a slow reader gets every line whole up to a bound, and then the number of dropped lines', () =>
  withPipe(constants.O_NONBLOCK, async (path, log) => {
    const reader = openSync(path, WIDE_OPEN);
    await log('many', 200);
    await log('too-many', 2000);
    let text = '';
    const readUntil = (mark: string) =>
      until(`the log goes on to ${mark}`, () => {
        text += readAll(reader);
        return text.includes(mark);
      });
    await readUntil('log.dropped');
    await log('last', 1);
    await readUntil('"last"');
    closeSync(reader);
    const lines = text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    const count = (name: string) => lines.filter(({ msg }) => msg === name).length;
    const lost = lines.find(({ msg }) => msg === 'log.dropped')?.lines;
    assert.equal(count('many'), 200);
    assert.ok(lost > 500, `${lost} lines`);
    assert.equal(count('too-many') + lost, 2000);
  }));
