// The commands of README.md work for a newcomer with no service at all; no other test seeds an embedded database. A
// smoke test of the common requests follows, started again on its data.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, describe, test } from 'node:test';
import { commandsOf } from '../../tools/docs.commands.ts';
import { exampleQuestions, questionsIn } from '../../tools/docs.questions.ts';
import {
  assertReadmeResponses,
  type Demonstration,
  firstMinute,
  runInShell,
  readme,
  jsonBlocksOf,
  questionByMeaning,
  startDemonstration,
} from './support/demonstrations.ts';
import { waitForExit, killRest, ownPorts, run, tokenFor, until } from './support/processes.ts';
import { StreamClient } from './support/stream-client.ts';

const ENV_FILE = './tools/env-file.ts';
const root = fileURLToPath(new URL('../..', import.meta.url));

const caller =
  ({ env }: Demonstration, token: string) =>
  async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${env['PORT']}/prod/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, any> };
  };

describe('README', () => {
  after(killRest);

  // The demonstration below is started in the same way, without npm around it.
  test('the command of the README installs the packages and starts the program', () => {
    assert.deepEqual(commandsOf(readme, 'start'), ['npm install && npm start']);
    const { scripts } = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    ) as { scripts: Record<string, string> };
    assert.equal(scripts['start'], `node --import ${ENV_FILE} server/src/main.ts start`);
  });

  test('the program reads .env, prefers the environment to it, and says nothing if there is none', () => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-test-'));
    const printNames = () => {
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [
          '--import',
          new URL(`../../${ENV_FILE}`, import.meta.url).href,
          '-p',
          'process.env.A + process.env.B',
        ],
        { cwd: folder, env: { A: '' }, encoding: 'utf8' },
      );
      return [stdout.trim(), stderr];
    };
    assert.deepEqual(printNames(), ['undefined', '']);
    writeFileSync(join(folder, '.env'), 'A=file\nB=file\n');
    assert.deepEqual(printNames(), ['file', '']);
    rmSync(folder, { recursive: true });
  });

  test('within a minute of the start the curl lines create an incident, show the allowed transitions after a refusal, list by filter, and get an answer with its citation', async (t) => {
    assert.equal(commandsOf(readme).length, 1, 'one block to run');
    const { seconds, responses } = await firstMinute();
    t.diagnostic(
      `${seconds.toGreeting} s to the greeting, ${seconds.toResponses} s to the responses`,
    );
    // CPU time is compared, because other tests use the processor at the same time.
    assert.ok(seconds.cpu < 60, `${seconds.cpu} s`);
    assertReadmeResponses(responses);
  });

  test('each question that the documents, the help texts and the reference show is answered by the demonstration just after its start', async () => {
    const { unanswered } = await firstMinute();
    const planted =
      /^planted: \{"question":"How many moons does Jupiter have\?"\} got I found nothing/;
    assert.deepEqual(
      unanswered.filter((one) => !planted.test(one)),
      [],
    );
    assert.equal(unanswered.length, 1, 'one without an answer is noticed');
  });

  test('examples are found in commands, requests and code samples, in either quotes', () => {
    const ask = (question: string) => ({ path: '/ai/ask', body: { question }, file: 'x' });
    assert.deepEqual(
      questionsIn(
        `-d '{"question": "A b?"}'\nai.ask({ question: 'C?' })\nsignalbox ask "D e?"\n{ query: 'F g?' } {"query": "state=new"}`,
        'x',
      ),
      [
        ask('A b?'),
        ask('C?'),
        ask('D e?'),
        { path: '/ai/query', body: { query: 'F g?' }, file: 'x' },
      ],
    );
    const files = new Set(exampleQuestions(root).map(({ file }) => file));
    for (const file of [
      'README.md',
      'docs/reference/ai.md',
      'docs/reference/cli.md',
      'openapi.json',
    ])
      assert.ok(files.has(file), file);
  });

  test('the lines of the command line run with the variables that the demonstration prints', async () => {
    assert.equal(commandsOf(readme, 'command-line').length, 1, 'one block to run');
    const { commandLine } = await firstMinute();
    assert.match(
      commandLine,
      /Signed in as .*super_admin\n[^]*^ID +PRI +STATE .*\n(?:INC\d+ +P\d +new .*\n){5}REQ0000012 .*approved\n[^]*As agreed\n\{"data":\[\{"id":"CHG\d+"/m,
    );
  });
});

describe('The demonstration', () => {
  after(killRest);

  test('the demonstration prints its addresses and examples, and stops gracefully', async () => {
    const { code, output, folder } = await firstMinute();
    assert.equal(code, 0);
    assert.match(output, /a demonstration, not for production/);
    const [first = '', ...lines] = output.trim().split('\n');
    assert.match(first, /^Preparing a demonstration/);
    assert.equal(lines.pop(), `Stopped; the data is kept in ${folder}.`);
    assert.ok(lines.length <= 24, `a screen, nothing else: ${output}`);
  });

  test('an interrupted start of a demonstration deletes its data and says so', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-test-'));
    const { process: child, ...running } = run(['start'], {
      ...(await ownPorts()),
      TMPDIR: folder,
    });
    await until('it has data', () => readdirSync(folder).length > 0);
    child.kill('SIGINT');
    const { signal, output } = await waitForExit({ process: child, ...running });
    assert.deepEqual(
      [signal, output.trim().split('\n').at(-1)],
      ['SIGINT', 'Stopped; the data is deleted.'],
    );
    assert.deepEqual(readdirSync(folder), []);
    rmSync(folder, { recursive: true });
  });

  test('a demonstration started again on its folder has the created records and serves the common requests', async () => {
    const { folder } = await firstMinute();
    const again = await startDemonstration({ DEMO_DATA_DIR: folder });
    const call = caller(again, (await runInShell(again, 'echo $TOKEN')).trim());
    const created = await call('GET', '/incidents/INC0000701');
    assert.equal(created.body['priority'], 'P2', JSON.stringify(created));

    const token = (await runInShell(again, 'echo $TOKEN')).trim();
    const stream = await StreamClient.open(`http://127.0.0.1:${again.env['PORT']}`, { token });
    const variables = again.running.output().match(/^export SIGNALBOX_.*$/gm) ?? [];
    const whoami = [...variables, 'node sdk/src/cli/main.ts whoami --json'].join('\n');
    assert.equal(JSON.parse(await runInShell(again, whoami)).id, 'demo');
    const tries = again.running.output().match(/^curl .*$/gm) ?? [];
    const [change, storm, notes, impact, opened] = await Promise.all(
      tries.map(async (line) => JSON.parse(await runInShell(again, line))),
    );
    assert.deepEqual([change.state, change.incident_ids.length], ['review', 20]);
    assert.deepEqual([impact.ci.name, impact.ci.status], ['payment-gateway', 'degraded']);
    assert.ok(impact.dependants.some((one: { name: string }) => one.name === 'checkout'));
    assert.ok(impact.recent_changes.some(({ id }: { id: string }) => id === change.id));
    assert.ok(impact.open_incidents.length > 10);
    assert.deepEqual([storm.total, storm.data.length], [20, 5]);
    assert.deepEqual(
      notes.data.map((note: { visibility: string }) => note.visibility),
      ['team', 'private', 'public'],
    );
    assert.deepEqual([opened.id, opened.state], ['INC0000702', 'new']);
    const presence = { record: { type: 'incident', id: opened.id }, mode: 'viewing' };
    assert.equal((await call('PUT', '/presence', presence)).status, 200);
    for (const type of ['incident.created', 'presence'])
      await stream.until(
        ({ events }) =>
          events.some(({ event, data }) => event === type && data.record.id === opened.id),
        type,
      );
    await stream.close();

    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const calendar = await call('GET', `/changes/calendar?from=${day(-7)}&to=${day(60)}`);
    const kinds = calendar.body['data'].flatMap((one: any) =>
      one.conflicts.map(({ kind }: { kind: string }) => kind),
    );
    const countOf = (kind: string) => kinds.filter((one: string) => one === kind).length;
    // The storm's change and its rollback overlap too; each overlap is shown at both changes.
    assert.deepEqual([countOf('overlap') >= 2, countOf('freeze')], [true, 1], kinds.join());
    assert.equal(calendar.body['freezes'].length, 1);
    const article = { title: 'Printer offline', body: 'Restart the spooler.' };
    assert.equal((await call('POST', '/knowledge/articles', article)).status, 201);
    const misspelt = await call('GET', '/knowledge/articles?q=pritner%20oflfine');
    assert.equal(misspelt.status, 200);
    assert.ok(misspelt.body['data'].some((one: any) => one.title === article.title));
    const [, citation] = jsonBlocksOf(readme);
    const cited = await call('GET', `/knowledge/articles/${citation.article_id}`);
    assert.equal(cited.body['title'], citation.title, 'the citation that README shows');
    // The first search does not wait for long until the model is loaded, and finds by words then.
    const question = encodeURIComponent(questionByMeaning.text);
    const isFound = async () => {
      const { body } = await call('GET', `/knowledge/articles?q=${question}`);
      return body['data'][0]?.id === questionByMeaning.article;
    };
    await until('it is found by its meaning', isFound);

    // A total equals the count over all pages; concurrent requests do not disturb each other.
    const pages = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((page) => call('GET', `/incidents?limit=100&page=${page}`)),
    );
    const ids = new Set(pages.flatMap(({ body }) => body['data'].map((one: any) => one.id)));
    assert.deepEqual([ids.size, pages[0]?.body['total']], [702, 702]);

    const path = `/incidents/${opened.id}`;
    assert.equal(
      (await call('PATCH', path, { state: 'in_progress' })).body['state'],
      'in_progress',
    );
    assert.equal((await call('POST', `${path}/notes`, { body: '*Looking.*' })).status, 201);
    const raced = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((category) => call('PATCH', path, { category })),
    );
    assert.deepEqual(
      raced.map(({ body }) => body['version']).toSorted((a, b) => a - b),
      [4, 5, 6, 7, 8, 9],
    );
    const overdue = await call('GET', `/incidents/${storm.data[0].id}`);
    assert.deepEqual(overdue.body['ci'], { id: impact.ci.id, name: 'payment-gateway' });
    assert.equal(typeof overdue.body['sla'].breached, 'boolean');

    const second = await waitForExit(run(['start'], { ...again.env, ...(await ownPorts()) }));
    assert.equal(second.code, 1);
    assert.match(
      second.output,
      /Process \d+ already runs a demonstration in DEMO_DATA_DIR .*\. Stop it,/,
    );
    const made = await call('POST', '/clients', { name: 'Auditor', roles: ['auditor'] });
    const auditor = await tokenFor(again.env, made.body['client_id'], made.body['secret']);
    assert.equal((await caller(again, auditor)('GET', '/audit?limit=1')).status, 200);
    assert.equal((await caller(again, auditor)('GET', '/clients')).status, 403);

    again.running.process.kill('SIGTERM');
    assert.equal((await waitForExit(again.running)).code, 0);
  });
});
