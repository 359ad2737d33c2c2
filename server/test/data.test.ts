// The database itself guarantees ids, partitions, and counts that stay exact under any writer.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Tables } from '../src/platform/postgres/tables.ts';
import { connect, openPool } from '../src/platform/postgres/connection.ts';
import {
  dropExpired,
  ensurePartitions,
  strayPartitions,
} from '../src/platform/postgres/partitions.ts';
import { isFullFold } from '../src/platform/lists/fold.ts';
import { criteriaOf } from '../src/platform/lists/conditions.ts';
import type { ColumnFilter, UntypedListSpec } from '../src/platform/lists/list-spec.ts';
import { scannedPage } from '../src/platform/lists/page.ts';
import { foldTotals } from '../src/platform/lists/totals.ts';
import { articleTable } from '../src/knowledge/articles.sql.ts';
import { changeTable } from '../src/changes/changes.sql.ts';
import { ciTable } from '../src/cmdb/cmdb.sql.ts';
import { entryList } from '../src/events/entries.ts';
import { eventList } from '../src/events/log.ts';
import { features } from '../src/features.ts';
import { incidentTotals } from '../src/incidents/index.ts';
import { incidentWork } from '../src/incidents/incidents.due.ts';
import { incidentTable } from '../src/incidents/incidents.sql.ts';
import { serviceRequestTable } from '../src/requests/requests.sql.ts';
import { timelineList, visibleTimeline } from '../src/records/timeline/timeline.sql.ts';
import { backfillWork, runBatch } from '../src/platform/background/backfills.ts';
import { readMigrations } from '../src/platform/postgres/migrations/migration-files.ts';
import { type Instance, type Json, startInstance } from './support/harness.ts';
import {
  createPastIncidents,
  killWhileItWaits,
  readPastIncidents,
} from './support/past-incidents.ts';
import { refuseLargeDeletes } from './support/large-deletes.ts';

describe('Data', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());

  test('ids are seven digits, then base 36 from A000000, and keep their order and length', async () => {
    const numbers = [
      '1',
      '42',
      '9999999',
      '10000000',
      '10000001',
      '10000035',
      '10000036',
      '56606340735',
    ];
    const rows = await instance.sql(
      `select record_id('INC', n::bigint) as id from unnest($1::text[]) with ordinality as t(n, o) order by o`,
      [numbers],
    );
    const ids = rows.map((row) => row.id);
    assert.deepEqual(ids, [
      'INC0000001',
      'INC0000042',
      'INC9999999',
      'INCA000000',
      'INCA000001',
      'INCA00000Z',
      'INCA000010',
      'INCZZZZZZZ',
    ]);
    const sorted = await instance.sql(
      `select id from unnest($1::text[]) as t(id) order by id collate "C"`,
      [ids],
    );
    assert.deepEqual(
      sorted.map((row) => row.id),
      ids,
    );
    await assert.rejects(
      instance.sql(`select record_id('INC', 56606340736)`),
      /no seven characters are left/,
    );
  });

  test('an incident beyond the ten millionth is created, read and listed like any other', async () => {
    await instance.sql(`select setval('incident_number', 9999999)`);
    const { body } = await instance.call('POST', '/incidents', {
      body: { short_description: 'a', category: 'late' },
    });
    assert.equal(body.id, 'INCA000000');
    assert.equal((await instance.call('GET', '/incidents/INCA000000')).status, 200);
    assert.equal(
      (await instance.call('GET', '/incidents?category=late')).body.data[0].id,
      'INCA000000',
    );
  });

  test('events and entries are stored in the partition of the month in which they were written', async () => {
    await instance.call('POST', '/incidents', { body: { short_description: 'a' } });
    const month = new Date().toISOString().slice(0, 7).replace('-', '_');
    for (const table of ['events', 'entries']) {
      const rows = await instance.sql(
        `select distinct tableoid::regclass::text as part from ${table}`,
      );
      assert.deepEqual(rows, [{ part: `${table}_${month}` }]);
    }
  });

  test('partitions reach three months ahead, and creating them again changes nothing', async () => {
    const months = () =>
      instance.sql(
        `select relname from pg_class where relname ~ '^events_20' and relkind = 'r' order by 1`,
      );
    const made = await months();
    assert.equal(made.length, 4);
    await ensurePartitions(instance.deps.db, new Date());
    assert.deepEqual(await months(), made);
    await ensurePartitions(instance.deps.db, new Date('2030-11-30T00:00:00Z'));
    const names = (await months()).map((row) => row.relname);
    assert.deepEqual(names.slice(-4), [
      'events_2030_11',
      'events_2030_12',
      'events_2031_01',
      'events_2031_02',
    ]);
  });

  test('every index that a list names exists with the columns of its order', async () => {
    const lists: UntypedListSpec[] = [
      incidentTable.list,
      changeTable.list,
      serviceRequestTable.list,
      ciTable.list,
      articleTable.list,
      eventList,
      entryList,
    ];
    const rows = await instance.sql(`select tablename, indexdef from pg_indexes`);
    const withoutSpaces = (text: string) => text.replaceAll(/\s+/g, '');
    // The index of a virtual column has its expression.
    const generated = await instance.sql(
      `select attname, pg_get_expr(adbin, adrelid) as expression from pg_attrdef
       join pg_attribute on attrelid = adrelid and attnum = adnum where attgenerated = 'v'`,
    );
    const expressions = new Map(generated.map((row) => [row.attname, row.expression]));
    for (const { table, mainSort, indexes = [], filters } of lists) {
      const found = rows
        .filter((row) => row.tablename === table)
        .map((row) => withoutSpaces(row.indexdef));
      assert.ok(indexes.length > 0, table);
      for (const columns of indexes) {
        const ofColumns = Object.values(filters).flatMap((filter): readonly ColumnFilter[] => {
          if (filter.test === 'any') return filter.columns;
          return filter.test === 'named' ? [] : [filter];
        });
        const names = columns.map((column) =>
          ofColumns.some((one) => one.column === column && one.isAddress)
            ? `lower(${expressions.get(column) ?? column})`
            : column,
        );
        // The primary key finds one row, which needs no order.
        const isKey = columns.join() === 'id';
        const order = isKey ? '(id)' : `(${[...names, mainSort, 'id'].join(', ')})`;
        assert.ok(
          found.some((definition) => definition.includes(withoutSpaces(order))),
          `${table} ${order}`,
        );
      }
    }
  });

  test('the plan of a timeline reads only the months since its record was created', async () => {
    await instance.sql(
      `select make_month_partition('entries', (date '2019-01-01' + make_interval(months => n))::date)
       from generate_series(0, 5) as n`,
    );
    const monthsOf = async (created_at: string): Promise<string[]> => {
      const viewer = {
        actor: { id: 'a', email: 'a@example.com', roles: ['agent'] },
        reach: 'all',
      } as const;
      const where = visibleTimeline(
        'incident',
        { id: 'INC0000001', created_at },
        undefined,
        viewer,
      );
      const newestFirst = { sort: 'at', order: 'desc', limit: 25, filters: {} } as const;
      const request = { ...newestFirst, now: new Date(), scope: { key: '', where } };
      const spec: UntypedListSpec = timelineList;
      const page = scannedPage(spec, request, criteriaOf(spec, request));
      const { rows } = await sql<Json>`explain ${page}`.execute(instance.deps.db);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return [...new Set(plan.match(/\bentries_\d{4}_\d{2}(?= )/g))].toSorted();
    };
    const all = await monthsOf('2018-12-31T00:00:00.000Z');
    const some = await monthsOf('2019-05-10T00:00:00.000Z');
    const now = await monthsOf(new Date().toISOString());
    assert.deepEqual(all.slice(0, 2), ['entries_2019_01', 'entries_2019_02']);
    assert.deepEqual(some, all.slice(4));
    assert.ok(now.length > 0 && now.every((month) => month > 'entries_2020'), now.join());
  });

  test('rows of a month without a partition go to the default partition, and readiness says so', async () => {
    const other = await startInstance();
    try {
      const month = new Date().toISOString().slice(0, 7).replace('-', '_');
      await other.sql(`drop table events_${month}`);
      const { status } = await other.call('POST', '/incidents', {
        body: { short_description: 'a' },
      });
      assert.equal(status, 201);
      assert.deepEqual(await strayPartitions(other.deps.db), ['events_default']);
      const { body } = await other.call('GET', '/health');
      assert.deepEqual([body.status, body.checks.partitions.status], ['degraded', 'degraded']);
    } finally {
      await other.stop();
    }
  });

  test('rows are moved out of the default partition although that takes longer than the statement timeout', async () => {
    const other = await startInstance();
    const month = new Date().toISOString().slice(0, 7).replace('-', '_');
    const pool = openPool(
      other.deps.config.DATABASE_URL,
      {
        statement_timeout: 2000,
        lock_timeout: 2000,
      },
      () => {},
    );
    const hurried = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    try {
      await other.sql(`drop table events_${month}`);
      await other.call('POST', '/incidents', { body: { short_description: 'a' } });
      await other.sql(
        `create function slow() returns trigger language plpgsql as
           $$ begin perform pg_sleep(2.5); return old; end $$;
         create trigger slow before delete on events_default for each row execute function slow()`,
      );
      // Two processes start at once: the second waits for the first, longer than for any other lock.
      await Promise.all([
        ensurePartitions(hurried, new Date()),
        ensurePartitions(hurried, new Date()),
      ]);
      assert.deepEqual(await strayPartitions(hurried), []);
      const moved = await other.sql(`select type from events_${month}`);
      assert.deepEqual(moved, [{ type: 'incident.created' }]);
    } finally {
      await hurried.destroy();
      await other.stop();
    }
  });

  test('months older than the retention are dropped, except the audit trail and events that were never relayed', async () => {
    const other = await startInstance();
    try {
      const { db } = other.deps;
      const expiring = features.flatMap((one) => one.expiring ?? []);
      const then = new Date('2026-01-15T00:00:00Z');
      await ensurePartitions(db, then);
      assert.deepEqual(await dropExpired(db, expiring, new Date('2026-05-03T00:00:00Z'), 90), [
        'attempts_2026_01',
        'deliveries_2026_01',
        'events_2026_01',
        'inbound_events_2026_01',
      ]);
      await other.sql(
        `insert into events (id, type, record_type, record_id, sequence, occurred_at, data)
         values (uuidv7('2026-02-10'::timestamptz - now()), 'incident.created', 'incident', 'INC0000001', 1, '2026-02-10', '{}')`,
      );
      const dropped = await dropExpired(db, expiring, new Date('2026-07-01T00:00:00Z'), 90);
      assert.ok(dropped.includes('deliveries_2026_02'));
      assert.ok(!dropped.includes('events_2026_02'), 'it was not relayed yet');
      const entries = await other.sql(`select from pg_class where relname = 'entries_2026_01'`);
      assert.equal(entries.length, 1);
    } finally {
      await other.stop();
    }
  });

  test('totals stay exact when a person changes or deletes rows by SQL', async () => {
    const category = 'by-hand';
    const total = async () =>
      (await instance.call('GET', `/incidents?category=${category}&limit=1`)).body.total;
    for (let n = 0; n < 4; n += 1)
      await instance.call('POST', '/incidents', { body: { short_description: 'a', category } });
    await foldTotals(instance.deps.db, incidentTotals);
    await instance.sql(
      `delete from incidents where id in (select id from incidents where category = $1 limit 1)`,
      [category],
    );
    await instance.sql(
      `update incidents set category = 'else' where id in (select id from incidents where category = $1 limit 1)`,
      [category],
    );
    assert.equal(await total(), 2);
    while ((await foldTotals(instance.deps.db, incidentTotals)) > 0);
    assert.equal(await total(), 2);
    assert.deepEqual(await instance.sql('select * from incident_deltas'), []);
    assert.deepEqual(
      await instance.sql('select * from incident_totals where n = 0'),
      [],
      'no row for nothing',
    );
  });

  test('incidents of before get their opener as requester if a person recorded them, and nothing else changes', async () => {
    const past = await createPastIncidents(instance);
    const unfilled = await readPastIncidents(instance);
    assert.deepEqual(
      unfilled.map(({ id, requester }) => [id, requester]),
      Object.values(past).map((id) => [id, null]),
    );
    const migrations = await readMigrations();
    const fill = (size: number) => runBatch(instance.deps.db, migrations, size);
    await killWhileItWaits(instance, past['deleted'], () => fill(100));
    assert.deepEqual(await readPastIncidents(instance), unfilled, 'a killed batch changes nothing');
    const ofPeople = new Set([past['person'], past['spelled otherwise'], past['deleted']]);
    const filled = unfilled.map((row) => ({
      ...row,
      requester: ofPeople.has(row.id) ? row.opened_by : null,
    }));
    const changed = [];
    for (const size of [1, 2, 100, 100]) changed.push((await fill(size))?.rows);
    assert.deepEqual(changed, [1, 1, 1, 0]);
    assert.deepEqual(await readPastIncidents(instance), filled);
    assert.equal(await fill(100), undefined, 'the batches have finished');
    assert.equal(
      await backfillWork(instance.deps).run(),
      false,
      'a restarted worker has nothing to do',
    );
  });

  test('a fold of few deltas does not ask to run again at once', async () => {
    for (const { name, run } of incidentWork(instance.deps).filter((one) =>
      /fold/.test(one.name),
    )) {
      await instance.call('POST', '/incidents', { body: { short_description: 'a' } });
      assert.equal(await run(), false, name);
    }
  });

  test('a fold does not read row by row even if the statistics say that the table is nearly empty', async () => {
    const append = (rows: number) =>
      instance.sql(
        `insert into incident_deltas (day, state, priority, opened_by, n)
         select date '2026-11-15', 'new', 'P4', 'many@example.com', 1 from generate_series(1, $1::int)`,
        [rows],
      );
    // The estimate comes from a vacuum of the emptied table, whose last page still had a row.
    await append(20_000);
    await instance.sql(
      'delete from incident_deltas where id < (select max(id) from incident_deltas)',
    );
    await instance.sql('vacuum incident_deltas');
    await append(19_999);
    // The fold has one connection, so that it can report the rows that it has read.
    const { DATABASE_URL } = instance.deps.config;
    const alone = connect(DATABASE_URL, { connections: 1, prepared: false }, () => {});
    const rowsRead = async (): Promise<number> => {
      await sql`select pg_stat_force_next_flush()`.execute(alone.db);
      const { rows } = await sql<{ n: number }>`
        select seq_tup_read + coalesce(idx_tup_fetch, 0) as n
        from pg_stat_user_tables where relname = 'incident_deltas'`.execute(alone.db);
      return Number(rows[0]?.n);
    };
    const readBefore = await rowsRead();
    assert.equal(await foldTotals(alone.db, incidentTotals), 20_000);
    const read = (await rowsRead()) - readBefore;
    await alone.close();
    assert.ok(read >= 20_000 && read < 200_000, `${read} rows read; row by row it is 400 million`);
    await instance.sql(`delete from incident_totals where value = 'many@example.com'`);
    await instance.sql(
      `update incident_totals set n = n - 20000 where value = '' and state = 'new' and priority = 'P4'`,
    );
  });

  test('prepared statements keep working after a migration', async () => {
    const { body } = await instance.call('POST', '/incidents', {
      body: { short_description: 'a' },
    });
    assert.equal((await instance.call('GET', `/incidents/${body.id}`)).status, 200);
    await instance.sql('alter table incidents alter column sla_target_seconds type bigint');
    const patched = await instance.call('PATCH', `/incidents/${body.id}`, {
      body: { category: 'x' },
    });
    assert.equal(patched.status, 200, patched.text);
    await instance.sql('alter table incidents alter column sla_target_seconds type integer');
    const read = await instance.call('GET', `/incidents/${body.id}`);
    assert.equal(read.status, 200, read.text);
  });

  test('a fold that exceeds its time continues with smaller batches, and reports a full one', async () => {
    const append = (count: number) =>
      instance.sql(
        `insert into incident_deltas (day, state, priority, opened_by, n)
         select current_date, 'new', 'P4', 'slow@example.com', 1 from generate_series(1, $1)`,
        [count],
      );
    while ((await foldTotals(instance.deps.db, incidentTotals)) > 0);
    await append(3000);
    const allow = await refuseLargeDeletes(instance, 'incident_deltas', 700);
    const folded = await foldTotals(instance.deps.db, incidentTotals);
    assert.equal(folded, 625, 'of 20,000, halved until it fits');
    assert.equal(isFullFold(incidentTotals, folded), true);
    while ((await foldTotals(instance.deps.db, incidentTotals)) > 0);
    const [total] = await instance.sql(
      `select sum(n)::int as n from incident_totals where value = 'slow@example.com'`,
    );
    assert.equal(total.n, 3000);
    await allow();
  });
});
