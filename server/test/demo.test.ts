// The demonstration on its embedded database: one smoke test of the common requests, and that its data survives a restart.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import pg from 'pg';
import { emptyDatabase } from './support/databases.ts';
import {
  type Demonstration,
  firstMinute,
  inShell,
  startDemonstration,
} from './support/demonstrations.ts';
import { finished, killRest, ownEnvironment, run, tokenFor } from './support/processes.ts';

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

describe('The demonstration', () => {
  after(killRest);

  test('it says what it is and what to try, and stops in order', async () => {
    const { code, output } = await firstMinute();
    assert.equal(code, 0);
    assert.match(output, /a demonstration, not for production/);
    const lines = output.trim().split('\n');
    assert.ok(lines.length < 18, `a screen, nothing else: ${lines.length} lines`);
  });

  test('started again on its folder it has what was created, and serves like any other', async () => {
    const { folder } = await firstMinute();
    const again = await startDemonstration(folder);
    const call = caller(again, (await inShell(again, 'echo $TOKEN')).trim());
    const kept = await call('GET', '/incidents/INC0000301');
    assert.equal(kept.body['priority'], 'P2', JSON.stringify(kept));

    const tries = again.running.output().match(/^curl .*$/gm) ?? [];
    const [storm, notes, opened] = await Promise.all(
      tries.map(async (line) => JSON.parse(await inShell(again, line))),
    );
    assert.deepEqual([storm.total, storm.data.length], [20, 5]);
    assert.deepEqual(
      notes.data.map((note: { visibility: string }) => note.visibility),
      ['team', 'private', 'public'],
    );
    assert.deepEqual([opened.id, opened.state], ['INC0000302', 'new']);

    const article = { title: 'Printer offline', body: 'Restart the spooler.' };
    assert.equal((await call('POST', '/knowledge/articles', article)).status, 201);
    const misspelt = await call('GET', '/knowledge/articles?q=pritner');
    assert.deepEqual([misspelt.status, misspelt.body['total']], [200, 1]);

    // A total equals the count over all pages; concurrent requests do not disturb each other.
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => call('GET', `/incidents?limit=100&page=${page}`)),
    );
    const ids = new Set(pages.flatMap(({ body }) => body['data'].map((one: any) => one.id)));
    assert.deepEqual([ids.size, pages[0]?.body['total']], [302, 302]);

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
    assert.equal(typeof overdue.body['sla'].breached, 'boolean');

    const second = await finished(run(['start'], again.env));
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
    assert.equal((await finished(again.running)).code, 0);
  });

  test('its data can be loaded on PostgreSQL, once, and seeding mails nobody', async () => {
    const scratch = await emptyDatabase();
    try {
      const env = await ownEnvironment(scratch);
      const SMTP_URL = 'smtp://127.0.0.1:9';
      const { code, output } = await finished(run(['seed'], { ...env, SMTP_URL }));
      assert.deepEqual(
        [code, /"incidents":300,"msg":"seed\.completed"/.test(output)],
        [0, true],
        output,
      );
      const client = new pg.Client({ connectionString: scratch.url });
      await client.connect();
      const { rows } = await client.query(`
        select count(*)::int as incidents,
          count(distinct state)::int as states,
          bool_and(event_sequence = (select count(*) from events where record_id = incidents.id))
            as "are events gapless",
          count(*) filter (where sla_breach_at < coalesce(sla_halted_at, now())) > 20 as "some breached",
          count(*) filter (where state = 'on_hold') > 0 as "some paused",
          bool_and(updated_at <= now()) as "all in the past",
          exists (select from notifications) as "people are notified",
          exists (select from mails) as "people are mailed",
          exists (select from graphile_worker.jobs) as "jobs wait"
        from incidents`);
      await client.end();
      assert.deepEqual(rows[0], {
        incidents: 300,
        states: 6,
        'are events gapless': true,
        'some breached': true,
        'some paused': true,
        'all in the past': true,
        'people are notified': true,
        'people are mailed': false,
        'jobs wait': false,
      });
      const twice = await finished(run(['seed'], env));
      assert.deepEqual(
        [twice.code, twice.output.split('\n').at(-2)],
        [1, 'The database already has incidents. Only an empty database can be seeded.'],
      );
    } finally {
      await scratch.drop();
    }
  });
});
