// The demonstration on its embedded database: one smoke test of the common requests, and that its data survives a restart.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { states as changeStates } from '../src/changes/changes.states.ts';
import { states as requestStates } from '../src/requests/requests.states.ts';
import { emptyDatabase, type Scratch } from './support/databases.ts';
import {
  type Demonstration,
  firstMinute,
  inShell,
  readme,
  shownIn,
  startDemonstration,
} from './support/demonstrations.ts';
import { StreamClient } from './support/stream-client.ts';
import { finished, killRest, ownEnvironment, run, tokenFor, until } from './support/processes.ts';

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
    assert.ok(lines.length < 18, `a screen, nothing else: ${output}`);
  });

  test('started again on its folder it has what was created, and serves like any other', async () => {
    const { folder } = await firstMinute();
    const again = await startDemonstration(folder);
    const call = caller(again, (await inShell(again, 'echo $TOKEN')).trim());
    const kept = await call('GET', '/incidents/INC0000701');
    assert.equal(kept.body['priority'], 'P2', JSON.stringify(kept));

    const token = (await inShell(again, 'echo $TOKEN')).trim();
    const stream = await StreamClient.open(`http://127.0.0.1:${again.env['PORT']}`, { token });
    const tries = again.running.output().match(/^curl .*$/gm) ?? [];
    const [change, storm, notes, impact, opened] = await Promise.all(
      tries.map(async (line) => JSON.parse(await inShell(again, line))),
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
    const [, citation] = shownIn(readme);
    const cited = await call('GET', `/knowledge/articles/${citation.article_id}`);
    assert.equal(cited.body['title'], citation.title, 'the citation that README shows');
    // Articles are embedded in the background, in the order of their ids; the first start has ended during one of them.
    const question = encodeURIComponent('the landline on my table is dead and shows no service');
    const isFound = async () => {
      const { body } = await call('GET', `/knowledge/articles?q=${question}`);
      return body['data'][0]?.id === 'KB0000010';
    };
    await until('one of the first is found by its meaning', isFound, 240);

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
});

describe('The data of the demonstration on PostgreSQL', () => {
  let scratch: Scratch;
  let env: Record<string, string>;
  let first: { code: number; output: string };
  let client: pg.Client;

  before(async () => {
    scratch = await emptyDatabase();
    env = await ownEnvironment(scratch);
    first = await finished(run(['seed'], { ...env, SMTP_URL: 'smtp://127.0.0.1:9' }));
    client = new pg.Client({ connectionString: scratch.url });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await scratch.drop();
    killRest();
  });

  const row = async (query: string): Promise<Record<string, unknown>> =>
    (await client.query(query)).rows[0];
  const statesOf = async (table: string): Promise<string[]> =>
    (
      (await row(`select array_agg(distinct state) as states from ${table}`))['states'] as string[]
    ).toSorted();

  test('it is loaded once, and seeding mails nobody', async () => {
    const counts = '{"ci":120,"change":18,"request":14,"incident":700,"article":64}';
    assert.deepEqual(
      [first.code, first.output.includes(`"records":${counts},"msg":"seed.completed"`)],
      [0, true],
      first.output,
    );
    const found = await row(`
      select count(*)::int as incidents,
        count(distinct state)::int as states,
        bool_and(event_sequence = (select count(*) from events where record_id = incidents.id))
          as "are events gapless",
        count(*) filter (where sla_breach_at < coalesce(sla_halted_at, now())) > 20 as "some breached",
        count(*) filter (where state = 'on_hold') > 0 as "some paused",
        bool_and(updated_at <= now()) as "all in the past",
        exists (select from notifications) as "people are notified",
        exists (select from mails) as "people are mailed",
        exists (select from graphile_worker.jobs where task_identifier not in (
          'index-article', 'index-resolved-incidents')) as "jobs wait",
        (select count(*)::int from graphile_worker.jobs where task_identifier = 'index-article')
          as "articles to index"
      from incidents`);
    assert.deepEqual(found, {
      incidents: 700,
      states: 6,
      'are events gapless': true,
      'some breached': true,
      'some paused': true,
      'all in the past': true,
      'people are notified': true,
      'people are mailed': false,
      'jobs wait': false,
      'articles to index': 64,
    });
    const twice = await finished(run(['seed'], env));
    assert.deepEqual(
      [twice.code, twice.output.split('\n').at(-2)],
      [1, 'The database already has records. Only an empty database can be seeded.'],
    );
  });

  test('changes and service requests are in every state, with decisions and notes', async () => {
    assert.deepEqual(await statesOf('changes'), changeStates.toSorted());
    assert.deepEqual(await statesOf('service_requests'), requestStates.toSorted());
    const found = await row(`
      select
        (select count(distinct type)::int from changes) as types,
        (select count(*)::int from changes where template is not null) as standard,
        (select bool_and(updated_at <= now()) from changes) as "changes in the past",
        (select bool_and(updated_at <= now()) from service_requests) as "requests in the past",
        (select bool_and(approver in ('helen.storey@example.com', 'omar.faris@example.com'))
          from change_approvals) as "managers decide",
        (select count(distinct left(record_id, 3))::int from work_notes) as "types with notes"`);
    assert.deepEqual(found, {
      types: 3,
      standard: 2,
      'changes in the past': true,
      'requests in the past': true,
      'managers decide': true,
      'types with notes': 3,
    });
  });

  test('entries and events were written in the order of their times', async () => {
    const found = await row(`
      select bool_and(at >= before) as ordered from (
        select at, lag(at) over (order by id) as before from entries) as entries`);
    assert.deepEqual(found, { ordered: true });
  });

  test('there are 120 CIs of six classes with owners, groups and relations of every type', async () => {
    const found = await row(`
      select count(*)::int as cis,
        count(distinct class)::int as classes,
        count(distinct environment)::int as environments,
        count(distinct status)::int as statuses,
        count(owner)::int as owned,
        count(support_group)::int as supported,
        count(fqdn)::int as named,
        count(serial_number) > 70 as "devices have serial numbers",
        count(first_discovered_at)::int as discovered,
        (select count(distinct type)::int from ci_relations) as relations,
        (select count(*) > 150 from ci_relations) as "many relations"
      from cis`);
    assert.deepEqual(found, {
      cis: 120,
      classes: 6,
      environments: 2,
      statuses: 5,
      owned: 120,
      supported: 120,
      named: 120,
      'devices have serial numbers': true,
      discovered: 30,
      relations: 4,
      'many relations': true,
    });
  });

  test('incidents and changes refer to CIs and to each other only if these exist', async () => {
    const found = await row(`
      select
        (select count(*)::int from incidents where ci_id is not null) > 200 as "most have a CI",
        (select count(*)::int from incidents where ci_id not in (select id from cis)) as cis,
        (select count(*)::int from incidents where change_id not in (select id from changes)) as changes,
        (select count(*)::int from changes, unnest(ci_ids) as ci_id
          where ci_id not in (select id from cis)) as "CIs of changes",
        (select count(*)::int from incidents where description ~ '{[a-z-]+}') as unresolved`);
    assert.deepEqual(found, {
      'most have a CI': true,
      cis: 0,
      changes: 0,
      'CIs of changes': 0,
      unresolved: 0,
    });
  });

  test('the change that caused the storm was implemented before it and is linked both ways', async () => {
    const found = await row(`
      select c.id, c.state, count(*)::int as incidents,
        bool_and(i.id = any(c.incident_ids)) as "linked back",
        bool_and(i.ci_id = any(c.ci_ids)) as "of its CI",
        bool_and(i.description like '%' || c.id || '%') as "named in the text",
        min(i.created_at) - c.planned_start_at < '1 hour' as "shortly before",
        bool_and(exists (select from entries as e where e.record_id = c.id
          and e.changes #>> '{state,to}' = 'review' and e.at < i.created_at)) as "was implemented"
      from changes as c join incidents as i on i.change_id = c.id group by c.id`);
    assert.deepEqual(found, {
      id: 'CHG0000012',
      state: 'review',
      incidents: 20,
      'linked back': true,
      'of its CI': true,
      'named in the text': true,
      'shortly before': true,
      'was implemented': true,
    });
  });
});
