// The commands of the tutorials work as a reader pastes them. receive-events.md is in webhook-docs.test.ts.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { commandsOf } from '../../tools/docs.commands.ts';
import { cloneDatabase, type Scratch } from './support/databases.ts';
import type { Json } from './support/harness.ts';
import {
  byNpmStart,
  onTerminal,
  waitForExit,
  waitForStart,
  killRest,
  ownEnvironment,
  run,
  type RunningProcess,
  tokenFor,
  until,
} from './support/processes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (name: string): string => readFileSync(join(root, 'docs/tutorials', name), 'utf8');

async function paste(script: string, env: Record<string, string>, cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  });
  return stdout;
}

/** Parses the lines that are JSON. */
const responsesIn = (output: string): Json[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

const CLIENT = { id: 'reader', secret: 'a-secret-that-is-long-enough-for-it' };

describe('Tutorials', () => {
  let scratch: Scratch;
  let service: RunningProcess;
  let env: Record<string, string>;

  before(async () => {
    scratch = await cloneDatabase();
    env = {
      ...(await ownEnvironment(scratch)),
      BOOTSTRAP_CLIENT_ID: CLIENT.id,
      BOOTSTRAP_CLIENT_SECRET: CLIENT.secret,
    };
    service = run(['start'], { ...env, ...byNpmStart }, undefined, onTerminal);
    await waitForStart(service);
  });
  after(async () => {
    const gone = waitForExit(service);
    service.process.kill('SIGTERM');
    const { output } = await gone;
    await scratch.drop();
    await killRest();
    assert.equal(output.trim().split('\n').at(-1), 'Stopped.');
  });

  /** Returns the commands of a tutorial, for the ports of this instance. */
  const scriptOf = (name: string): string =>
    commandsOf(read(name))
      .join('\n')
      .replaceAll('localhost:8080', `localhost:${env['PORT']}`)
      .replaceAll('localhost:8081', `localhost:${env['AUTH_PORT']}`);

  /** Runs the commands in a folder of their own, with a token, as after pasting the TOKEN= line. */
  const follow = async (name: string): Promise<Json[]> => {
    const token = await tokenFor(env, CLIENT.id, CLIENT.secret);
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-tutorial-'));
    return responsesIn(await paste(scriptOf(name), { TOKEN: token }, folder));
  };

  const incident = async (id: string): Promise<Json> => {
    const token = await tokenFor(env, CLIENT.id, CLIENT.secret);
    const response = await fetch(`http://localhost:${env['PORT']}/prod/api/v1/incidents/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return (await response.json()) as Json;
  };

  test('call-the-api.md shows the responses of the API', async () => {
    const responses = await follow('call-the-api.md');
    const [me, created, started, resolved, timeline, conflict, filtered, found, invalid] =
      responses;
    assert.equal(me?.id, CLIENT.id);
    assert.deepEqual([created?.state, created?.version], ['new', 1]);
    assert.equal(created?.sla.target_seconds, 8 * 3600);
    assert.deepEqual([started?.state, started?.work_notes_count], ['in_progress', 1]);
    assert.equal(resolved?.state, 'resolved');
    assert.equal(timeline?.data.length, 3);
    assert.equal(conflict?.code, 'version_mismatch');
    assert.equal(filtered?.total, 0);
    assert.equal(found?.data[0].id, created?.id);
    assert.deepEqual(invalid?.errors.map(({ pointer }: Json) => pointer).toSorted(), [
      '/colour',
      '/priority',
    ]);
    const [published, offered, ordered, refused] = responses.slice(9);
    assert.equal(published?.state, 'published');
    assert.deepEqual(offered?.data, [{ id: published?.id, name: 'Second monitor' }]);
    assert.deepEqual([ordered?.state, ordered?.tasks], ['approved', { total: 1, done: 0 }]);
    assert.deepEqual(
      refused?.errors.map(({ pointer }: Json) => pointer),
      ['/answers/size'],
    );
  });

  test('connect-monitoring.md creates, repeats and resolves an incident by alerts, and quotes the warning of its preview', async () => {
    const [fired, repeated, resolved, probed, preview] = await follow('connect-monitoring.md');
    assert.equal(fired?.status, 'created');
    assert.deepEqual([repeated?.status, repeated?.occurrences], ['deduplicated', 2]);
    assert.deepEqual([resolved?.status, resolved?.incident_id], ['resolved', fired?.incident_id]);
    assert.equal(probed?.status, 'created');
    const incidents = await Promise.all([fired, probed].map((one) => incident(one?.incident_id)));
    assert.deepEqual(
      incidents.map(({ short_description, priority }) => [short_description, priority]),
      [
        ['HighErrorRate: 5 percent of requests fail', 'P1'],
        ['checkout: answers 502', 'P1'],
      ],
    );
    for (const alert of ['5 percent of requests fail', '9 percent of requests fail'])
      assert.ok(incidents[0]?.description.includes(`- ${alert}\n`), incidents[0]?.description);
    assert.equal(incidents[0]?.state, 'resolved');
    assert.ok(read('connect-monitoring.md').includes(preview?.warnings[0].message));
  });

  test('run-it.md starts an instance that is ready, creates a client and a user, and accepts the token', async () => {
    assert.deepEqual(commandsOf(read('run-it.md'), 'start'), ['npm start']);
    // npm looks for package.json where it runs, so this runs in the repository as the reader does.
    const file = join(mkdtempSync(join(tmpdir(), 'signalbox-tutorial-')), 'client.txt');
    const output = await paste(scriptOf('run-it.md').replaceAll('client.txt', file), env, root);
    const [ready, list] = responsesIn(output);
    assert.equal(ready?.status, 'ok');
    assert.match(output, /^client_id \S+\nclient_secret \S+$/m);
    assert.match(output, /password/);
    assert.ok(list?.total >= 0);
  });

  test('start prints its addresses on a terminal, no secret, and the command of run-it.md that creates the first user', async () => {
    const screen = await until(
      'the screen',
      () => /^Signalbox is running\.[^]*/m.exec(service.output())?.[0],
    );
    for (const path of ['/console/', '/prod/api/v1', '/docs'])
      assert.ok(screen.includes(`http://localhost:${env['PORT']}${path}\n`), screen);
    assert.match(screen, /^Sign in +no user can sign in yet$/m);
    const [create = ''] = /^npm run .*$/m.exec(screen) ?? [];
    assert.ok(scriptOf('run-it.md').split('\n').includes(create), create);
    assert.match(service.output(), /^Preparing the database …$/m);
    assert.ok(!screen.includes(CLIENT.secret));
  });

  test('change-it.md has a command that passes', async () => {
    const output = await paste(scriptOf('change-it.md'), {}, root);
    assert.match(output, /pass [1-9]/);
    assert.match(output, /fail 0/);
  });
});
