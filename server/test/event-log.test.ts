// The statements behind pages of the event log and the audit trail read few rows of others.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type pg from 'pg';
import { Kysely, type KyselyConfig, PostgresDialect } from 'kysely';
import { entryList } from '../src/events/entries.ts';
import { eventList } from '../src/events/log.ts';
import { incidentTable, incidentTotals } from '../src/incidents/incidents.sql.ts';
import { list } from '../src/platform/lists/list.ts';
import type { ListRequest, ListSpec, Scope } from '../src/platform/lists/list-spec.ts';
import { foldTotals } from '../src/platform/lists/totals.ts';
import { openPool } from '../src/platform/postgres/connection.ts';
import type { Tables } from '../src/platform/postgres/tables.ts';
import { recordEventVisibility } from '../src/records/index.ts';
import { addressOf, type Instance, type Json, startInstance } from './support/harness.ts';

const OTHERS = 20_000;
/** The types alternate, as in a log that was written over time: PostgreSQL then prefers the index of the time. */
const COMMON = ['incident.updated', 'incident.resolved', 'incident.assigned'];
const ALL: Scope = { key: 'all' };

/** Counts the rows that a plan takes from the tables of that name and their partitions. */
const rowsRead = (node: Json, table: string): number => {
  const own = String(node['Relation Name'] ?? '').startsWith(table)
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0;
  const plans: Json[] = node['Plans'] ?? [];
  return plans.reduce((sum, plan) => sum + rowsRead(plan, table), own);
};

const planOf = async (instance: Instance, sql: string, parameters: readonly unknown[]) => {
  const [row] = await instance.sql(`explain (analyze, format json) ${sql}`, [...parameters]);
  return row?.['QUERY PLAN'][0]['Plan'];
};

/**
 * Returns the generic plan of a prepared statement, chosen after some runs without the values, by the costs that
 * PostgreSQL is configured with.
 */
async function planForAllValues(pool: pg.Pool, sql: string, parameters: readonly unknown[]) {
  const client = await pool.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query('set random_page_cost = 4');
    await client.query(`prepare page as ${sql}`);
    const values = parameters.map((value) => client.escapeLiteral(String(value)));
    const given = values.length > 0 ? `(${values.join(', ')})` : '';
    const { rows } = await client.query(`explain (analyze, format json) execute page${given}`);
    return rows[0]['QUERY PLAN'][0]['Plan'];
  } finally {
    client.release(true);
  }
}

describe('Pages of the event log and the audit trail', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
    const own = { body: { short_description: 'own' }, as: 'requester' } as const;
    for (let n = 0; n < 2; n += 1) await instance.call('POST', '/incidents', own);
    const { body } = await instance.call('POST', '/incidents', own);
    await instance.call('DELETE', `/incidents/${body.id}`);
    await instance.sql(
      `insert into events (type, record_type, record_id, sequence, occurred_at, data)
       select ($2::text[])[n % 3 + 1], 'incident', 'INCZ' || n, 1, now() - n * interval '1 second', '{}'
       from generate_series(1, $1::int) as n`,
      [OTHERS, COMMON],
    );
    await instance.sql(
      `insert into entries (at, actor, kind, record_type, record_id, record_version, request_id)
       select now() - n * interval '1 second', 'a' || n % 3 || '@example.com', ($2::text[])[n % 3 + 1], 'incident', 'INCZ' || n, 1, 'r' || n
       from generate_series(1, $1::int) as n`,
      [OTHERS, COMMON],
    );
    await instance.sql(
      `insert into incidents (short_description, priority, priority_explicit, event_sequence, state, opened_by, assigned_to, sla_target_seconds, sla_breach_at, created_at, updated_at)
       select 'x', 'P3', false, 1, 'new', 'o' || n % 50 || '@example.com', 'a' || n % 50 || '@example.com', 1, now(), now() - n * interval '1 second', now()
       from generate_series(1, 5000) as n`,
    );
    await foldTotals(instance.deps.db, incidentTotals);
    await instance.sql('vacuum analyze');
  });
  after(() => instance.stop());

  /** Returns the page, and counts the rows of the table that its statements read. */
  async function read<Row>(
    spec: ListSpec<Row>,
    request: Pick<ListRequest, 'scope' | 'filters' | 'order' | 'sort' | 'after'>,
    { isPrepared = false } = {},
  ) {
    const statements: { sql: string; parameters: readonly unknown[] }[] = [];
    const log: KyselyConfig['log'] = ({ query }) => void statements.push(query);
    const pool = openPool(instance.deps.config.DATABASE_URL, {}, () => {});
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log });
    try {
      const page = await list({ db }, spec, {
        now: new Date(),
        limit: 25,
        ...request,
      });
      let [rows, totals] = [0, 0];
      for (const { sql, parameters } of statements) {
        const plans = [
          await planOf(instance, sql, parameters),
          ...(isPrepared ? [await planForAllValues(pool, sql, parameters)] : []),
        ];
        rows += Math.max(...plans.map((plan) => rowsRead(plan, spec.table)));
        totals += Math.max(...plans.map((plan) => rowsRead(plan, incidentTotals.totals)));
      }
      return { page, rows, totals };
    } finally {
      await db.destroy();
    }
  }

  test('a page of a requester reads the events of own records, also deleted ones, and no event of others', async () => {
    const actor = {
      id: 'r',
      email: addressOf('requester').toUpperCase(),
      roles: ['requester'],
    } as const;
    const scope = recordEventVisibility.scope({ actor } as never);
    for (const order of ['asc', 'desc'] as const) {
      const { page, rows } = await read(eventList, {
        scope,
        filters: {},
        sort: 'occurred_at',
        order,
      });
      assert.equal(page.rows.length, 5);
      assert.ok(rows <= 20, `${rows} events were read`);
    }
  });

  test('a page of a rare type reads only the events of that type', async () => {
    const { page, rows } = await read(eventList, {
      scope: ALL,
      filters: { type: ['incident.created'] },
      sort: 'occurred_at',
      order: 'asc',
    });
    assert.equal(page.rows.length, 3);
    assert.ok(rows <= 10, `${rows} events were read`);
    const [first, ...others] = page.rows;
    assert.ok(first);
    const next = await read(eventList, {
      scope: ALL,
      filters: { type: ['incident.created'] },
      sort: 'occurred_at',
      order: 'asc',
      after: [first.occurred_at, first.id],
    });
    assert.deepEqual(next.page.rows, others, 'the next page begins after the row of the cursor');
  });

  test('a page of a rare kind reads only the entries of that kind', async () => {
    const { page, rows } = await read(entryList, {
      scope: ALL,
      filters: { kind: ['incident.deleted'] },
      sort: 'at',
      order: 'desc',
    });
    assert.equal(page.rows.length, 1);
    assert.ok(rows <= 10, `${rows} entries were read`);
  });

  test('a first or deep page of one value reads only rows of that value, whatever plan is cached for the statement', async () => {
    const deep = (days: number) =>
      [
        new Date(Date.now() + days * 86_400_000).toISOString(),
        '00000000-0000-7000-8000-000000000000',
      ] as const;
    const ofEvents = { spec: eventList as unknown as ListSpec, sort: 'occurred_at' };
    const ofEntries = { spec: entryList as unknown as ListSpec, sort: 'at' };
    const cases = [
      { ...ofEvents, filters: { type: ['incident.created'] }, found: 3 },
      { ...ofEvents, filters: { type: ['change.approved'] }, found: 0 },
      { ...ofEvents, filters: { type: ['incident.updated'] }, found: 25 },
      { ...ofEntries, filters: { kind: ['incident.deleted'] }, found: 1 },
      { ...ofEntries, filters: { kind: ['article.restored'] }, found: 0 },
      { ...ofEntries, filters: { kind: ['incident.updated'] }, found: 25 },
      { ...ofEntries, filters: { actor: ['Nobody@example.com'] }, found: 0 },
    ];
    for (const { found, spec, ...request } of cases)
      for (const order of ['asc', 'desc'] as const)
        for (const start of [undefined, deep(order === 'asc' ? -1 : 1)]) {
          const { page, rows } = await read(
            spec,
            { ...request, scope: ALL, order, after: start },
            { isPrepared: true },
          );
          const what = JSON.stringify({ ...request, order, start });
          assert.equal(page.rows.length, found, what);
          assert.ok(rows <= found + 10, `${what}: ${rows} rows were read`);
        }
  });

  test('a page of one person under any spelling reads only the rows of that person', async () => {
    const [incidents, entries] = [incidentTable.list, entryList];
    const cases = [
      { spec: incidents, filters: { opened_by: ['O7@Example.com'] }, sort: 'created_at' },
      { spec: incidents, filters: { assigned_to: ['A7@Example.com'] }, sort: 'created_at' },
      { spec: incidents, filters: { assigned_to: ['A7@Example.com'] }, sort: 'updated_at' },
      { spec: entries, filters: { actor: [addressOf('requester').toUpperCase()] }, sort: 'at' },
    ];
    for (const { spec, filters, sort } of cases) {
      const { page, rows } = await read(spec as ListSpec, {
        scope: ALL,
        filters,
        sort,
        order: 'desc',
      });
      const what = JSON.stringify({ filters, sort });
      assert.ok(page.rows.length >= 3, what);
      assert.ok(rows <= 220, `${what}: ${rows} rows were read`);
      if (page.total) assert.equal(`${page.total.total}`, '100', what);
    }
  });

  test('the total of one person reads only the aggregates of that person', async () => {
    const { totals } = await read(incidentTable.list as unknown as ListSpec, {
      scope: ALL,
      filters: { opened_by: ['O7@Example.com'] },
      sort: 'created_at',
      order: 'desc',
    });
    assert.ok(totals <= 5, `${totals} aggregates were read`);
  });
});
