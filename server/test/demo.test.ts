// The data of the demonstration is seeded here on PostgreSQL; readme.test.ts seeds it on the embedded database.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { symptomOf, textHash } from '../src/ai/index.ts';
import { states as changeStates } from '../src/changes/changes.states.ts';
import { readArticles } from '../src/demo/data/knowledge.ts';
import { articleHash, readVectors } from '../src/demo/data/vectors.ts';
import {
  loadModel,
  type Model,
  modelId,
  packagedModel,
} from '../src/knowledge/embeddings/model.ts';
import { passagesOf } from '../src/knowledge/passages/passages.ts';
import { states as requestStates } from '../src/requests/requests.states.ts';
import { emptyDatabase, type Scratch } from './support/databases.ts';
import { missingModel } from './support/embedding-model.ts';
import { waitForExit, killRest, ownEnvironment, run } from './support/processes.ts';

/** Assumes that both vectors have a length of about 1. */
const cosine = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, n) => sum + value * (other[n] ?? 0), 0) /
  (Math.hypot(...one) * Math.hypot(...other));

describe('The data of the demonstration on PostgreSQL', () => {
  let scratch: Scratch;
  let env: Record<string, string>;
  let first: { code: number; output: string };
  let client: pg.Client;

  before(async () => {
    scratch = await emptyDatabase();
    env = await ownEnvironment(scratch);
    first = await waitForExit(run(['seed'], { ...env, SMTP_URL: 'smtp://127.0.0.1:9' }));
    client = new pg.Client({ connectionString: scratch.url });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await scratch.drop();
    await killRest();
  });

  const row = async (query: string): Promise<Record<string, unknown>> =>
    (await client.query(query)).rows[0];
  const rows = async (query: string, values: unknown[] = []): Promise<any[]> =>
    (await client.query(query, values)).rows;
  const statesOf = async (table: string): Promise<string[]> =>
    (
      (await row(`select array_agg(distinct state) as states from ${table}`))['states'] as string[]
    ).toSorted();

  test('the data is loaded once, and seeding sends no mail', async () => {
    const counts = '{"ci":120,"change":18,"item":3,"request":19,"incident":700,"article":64}';
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
        exists (select from graphile_worker.jobs) as "jobs wait",
        exists (select from tasks) as "texts are to be embedded"
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
      'texts are to be embedded': false,
    });
    const twice = await waitForExit(run(['seed'], env));
    assert.deepEqual(
      [twice.code, twice.output.split('\n').at(-2)],
      [1, 'The database already has records. Only an empty database can be seeded.'],
    );
  });

  test('the service desk has logged calls of employees, alerts have no requester, and employees own CIs', async () => {
    const isEmployee = `like any (select email from users where roles = '{requester}')`;
    const found = await row(`
      select
        count(*) filter (where opened_by <> requester) > 100 as "logged for others",
        bool_and(requester is null) filter (where opened_by like 'monitoring@%') as "alerts have none",
        bool_and(requester ${isEmployee}) filter (where opened_by not like 'monitoring@%')
          as "employees are requesters",
        (select count(*)::int from cis where owner ${isEmployee}) as "their CIs"
      from incidents`);
    assert.deepEqual(found, {
      'logged for others': true,
      'alerts have none': true,
      'employees are requesters': true,
      'their CIs': 16,
    });
  });

  test('requesters have answered in some open incidents, and replies have moved some', async () => {
    const found = await row(`
      select
        count(*) filter (where last_reply_by = 'requester') > 3 as "they answered",
        count(*) filter (where last_reply_by = 'us') > 1 as "we answered",
        exists (select from entries where cause ->> 'kind' = 'reply') as "moved by replies"
      from incidents where state in ('new', 'in_progress', 'on_hold', 'reopened')`);
    assert.deepEqual(found, {
      'they answered': true,
      'we answered': true,
      'moved by replies': true,
    });
  });

  test('there are changes and service requests in every state, with decisions and notes', async () => {
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

  test('three items of the catalog are published, and their orders wait for a stage, are in work, fulfilled and rejected', async () => {
    const items = await rows(
      `select id, name, state, jsonb_array_length(tasks) as tasks from catalog_items order by id`,
    );
    assert.deepEqual(items, [
      { id: 'CAT0000001', name: 'New laptop', state: 'published', tasks: 3 },
      { id: 'CAT0000002', name: 'New colleague', state: 'published', tasks: 5 },
      { id: 'CAT0000003', name: 'Access to a system', state: 'published', tasks: 2 },
    ]);
    const orders = await rows(`
      select item_id, state, (
          select string_agg(stage ->> 'state', ', ' order by place)
          from jsonb_array_elements(stages) with ordinality as opened (stage, place)) as stages,
        (select string_agg(request_tasks.state, ', ' order by request_tasks.id)
          from request_tasks where request_id = service_requests.id) as tasks,
        exists (select from jsonb_array_elements(stages) as stage where stage ->> 'nobody_left' = 'true')
          as "nobody left"
      from service_requests where item_id is not null order by id`);
    const order = (item: number, state: string, stages: string, tasks: string | null = null) => ({
      item_id: `CAT000000${item}`,
      state,
      stages,
      tasks,
      'nobody left': false,
    });
    assert.deepEqual(orders, [
      order(1, 'fulfilled', 'approved', 'done, done, done'),
      order(3, 'rejected', 'rejected'),
      order(3, 'fulfilled', 'approved', 'done, done'),
      order(2, 'approved', 'approved, approved', 'done, in_progress, open, in_progress, open'),
      order(2, 'submitted', 'approved, open'),
      order(1, 'submitted', 'open'),
      order(1, 'approved', 'approved', 'in_progress, open, open'),
      order(3, 'submitted', 'open'),
    ]);
    const found = await row(`
      select
        (select count(*)::int from service_requests as waiting, users
          where approvers @> array[users.email] and waiting.state = 'submitted'
            and users.roles = '{requester}') as "wait for an employee",
        (select count(distinct assignment_group)::int from request_tasks) as "groups with tasks",
        (select count(*)::int from users where department is null or site is null or title is null)
          as "people without a job",
        (select string_agg(name, ', ') from users where manager is null) as "without a manager"`);
    assert.deepEqual(found, {
      'wait for an employee': 2,
      'groups with tasks': 3,
      'people without a job': 0,
      'without a manager': 'Ivy Chen',
    });
  });

  test('the pickers offer the categories of the incidents and the items of the service requests', async () => {
    const found = await row(`
      select
        (select bool_and(exists (
            select from jsonb_array_elements(document -> 'categories') as offered
            where offered ->> 'name' = category and offered -> 'subcategories' ? subcategory))
          from incidents) as categories,
        (select bool_and(document -> 'request_items' ? item) from service_requests where item_id is null) as items
      from settings`);
    assert.deepEqual(found, { categories: true, items: true });
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

  test('every CI, incident and change that a record refers to exists', async () => {
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

  // A text that has changed since `npm run generate` has no vector, and a job embeds it.
  test('every published article and resolved incident has its vectors right after seeding', async () => {
    const { vectors, articles } = readVectors();
    const found = await row(`
      select
        (select count(distinct article_id)::int from passages where embedding is not null) as articles,
        (select count(*)::int from passages where embedding is null) as "passages without",
        (select count(*)::int from incidents where state in ('resolved', 'closed')
          and not exists (select from incident_embeddings where incident_id = incidents.id))
          as "incidents without",
        (select count(*)::int from passages) + (select count(*)::int from symptom_embeddings) as vectors`);
    assert.deepEqual(
      found,
      {
        articles: readArticles().size,
        'passages without': 0,
        'incidents without': 0,
        // No vector is left of a text that is gone.
        vectors: vectors.size,
      },
      'npm run generate',
    );
    assert.equal(articles.size, readArticles().size);
  });

  describe('Stored passages and vectors', { skip: missingModel() }, () => {
    let model: Model;
    before(async () => {
      model = await loadModel(packagedModel());
    });

    const isNear = async (text: string, stored: string, what: string) => {
      const similarity = cosine([...(await model.embed(text))], JSON.parse(stored));
      assert.ok(similarity > 0.9999, `${what}: ${similarity} (npm run generate)`);
    };

    test('the articles are split into the passages of the indexer', () => {
      const { articles } = readVectors();
      for (const article of readArticles().values())
        assert.deepEqual(
          articles.get(articleHash(article)),
          passagesOf(article, model.countTokens).map(({ headingPath, text, embeddingText }) => ({
            headings: headingPath,
            text,
            embedded: textHash(embeddingText),
          })),
          `${article.title} (npm run generate)`,
        );
    });

    test('the vectors of an article and of some incidents equal those of the model', async () => {
      const [article] = await rows(
        `select id, title, summary, body from articles order by id limit 1 offset 9`,
      );
      const stored = await rows(
        `select position, heading_path, text, article_version, model, embedding::text, search = (
           setweight(to_tsvector('english', $2), 'A')
             || setweight(to_tsvector('english', array_to_string(heading_path, ' ')), 'B')
             || to_tsvector('english', text)) as searched
         from passages where article_id = $1 order by position`,
        [article.id, article.title],
      );
      const expected = passagesOf(article, model.countTokens);
      assert.deepEqual(
        stored.map(({ embedding: _, ...rest }) => rest),
        expected.map(({ position, headingPath, text }) => ({
          position,
          heading_path: headingPath,
          text,
          article_version: 1,
          model: modelId,
          searched: true,
        })),
      );
      for (const [n, { embeddingText }] of expected.entries())
        await isNear(embeddingText, stored[n].embedding, `${article.id} ${n}`);

      const incidents = await rows(`
        select id, short_description, description, embedding::text
        from incidents join incident_embeddings on incident_id = id
          join symptom_embeddings using (model, text_hash)
        order by id limit 5 offset 398`);
      assert.equal(incidents.length, 5);
      for (const { embedding, ...incident } of incidents)
        await isNear(symptomOf(incident), embedding, incident.id);
    });
  });
});
