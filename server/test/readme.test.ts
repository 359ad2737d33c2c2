// The commands of README.md, run as a newcomer would.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cloneDatabase, type Scratch } from './databases.ts';
import { hasStarted, killRest, ownEnvironment, run, type Running } from './processes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

const blocks = (opening: RegExp): string[] =>
  [...readme.matchAll(new RegExp(`${opening.source}\\n([\\s\\S]*?)\\n\`\`\``, 'g'))].map(
    (match) => match[1] ?? '',
  );

describe('README', () => {
  let scratch: Scratch;
  let server: Running;
  let env: Record<string, string>;
  before(async () => {
    scratch = await cloneDatabase();
    env = await ownEnvironment(scratch);
    server = run(['start'], env);
    await hasStarted(server);
  });
  after(async () => {
    killRest();
    await scratch.drop();
  });

  test('its curl lines create an incident, are told what a refused move may be, and list by filter', async () => {
    const [script, ...more] = blocks(/<!-- run -->\s+```bash/);
    assert.ok(script && more.length === 0, 'one block to run');
    const { stdout } = await promisify(execFile)(
      'bash',
      ['-euc', script.replaceAll(':8080', `:${env['PORT']}`)],
      {
        cwd: root,
        env: { ...process.env, ...env },
      },
    );
    const [created, refused, list] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual([created.id, created.priority, created.state], ['INC0000001', 'P2', 'new']);
    const [shown = ''] = blocks(/```json/);
    const { request_id: _, ...expected } = JSON.parse(shown);
    const { request_id, ...actual } = refused;
    assert.deepEqual(actual, expected, 'the answer that README shows');
    assert.ok(request_id);
    assert.deepEqual([list.total, list.data[0].id], [1, 'INC0000001']);
  });
});
