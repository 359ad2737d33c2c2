import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import pino from 'pino';
import { register } from 'prom-client';
import { ManualClock } from '../../test/support/clock.ts';
import { cloneDatabase, type Scratch, withClient } from '../../test/support/databases.ts';
import { connect } from '../platform/postgres/connection.ts';
import { loadConfig } from '../platform/runtime/config.ts';
import { collectorOf } from './collector.ts';
import { databaseState, lateness } from './measures.ts';
import { readMonthsAhead, readServer, readSlots, readStandbyLag } from './monitoring.sql.ts';

type Database = ReturnType<typeof connect>;

describe('Metrics of the database', () => {
  const clock = new ManualClock();
  const now = new Date();
  let scratch: Scratch;
  let database: Database;
  let collect: () => Promise<void>;
  const ENCRYPTION_KEY = Buffer.alloc(32, 3).toString('base64');
  before(async () => {
    scratch = await cloneDatabase();
    database = connect(scratch.url, { connections: 1, prepared: true }, () => {});
    collect = collectorOf(
      {
        probe: database.probe,
        now: () => now,
        monotonicMs: clock.now,
        log: pino({ level: 'silent' }),
      },
      [
        ...databaseState,
        ...lateness({ config: loadConfig({ DATABASE_URL: scratch.url, ENCRYPTION_KEY }) }, [
          'send-mail',
          'other',
        ]),
      ],
      { clock, statementMs: 60_000 },
    );
  });
  after(async () => {
    await database.close();
    await scratch.drop();
  });

  const query = (text: string) => withClient(scratch.url, (client) => client.query(text));
  const refresh = async () => {
    clock.advance(5000);
    await collect();
  };
  /** Returns undefined if the metric is absent. */
  const valueOf = async (name: string, labels: Record<string, string> = {}) => {
    const values = (await register.getSingleMetric(name)?.get())?.values ?? [];
    return values.find((one) =>
      Object.entries(labels).every(([label, value]) => one.labels[label] === value),
    )?.value;
  };
  const parts = [
    'server',
    'replication',
    'partitions',
    'backups',
    'deliveries',
    'jobs',
    'sla',
    'mails',
    'mailboxes',
    'webhooks',
  ];
  const isMeasured = () =>
    Promise.all(parts.map((part) => valueOf('signalbox_measured', { part })));

  test('a sound database is measured in every part, and gauges are absent before that', async () => {
    for (const name of ['months_ahead', 'standbys', 'clients_max'])
      assert.equal(await valueOf(`signalbox_database_${name}`), undefined);
    await refresh();
    assert.deepEqual(
      await isMeasured(),
      parts.map(() => 1),
    );
    assert.ok(((await valueOf('signalbox_database_size_bytes')) ?? 0) > 5_000_000);
    const ratio = (await valueOf('signalbox_database_freeze_age_ratio')) ?? 0;
    assert.ok(ratio > 0 && ratio < 0.2, `${ratio}`);
    const clients = (await valueOf('signalbox_database_clients')) ?? 0;
    const most = (await valueOf('signalbox_database_clients_max')) ?? 0;
    assert.ok(clients > 0 && clients <= most, `${clients} of ${most}`);
    assert.equal(await valueOf('signalbox_database_standbys'), 0);
    assert.equal(await valueOf('signalbox_database_archive_failing'), undefined, 'no archiving');
    assert.equal(await valueOf('signalbox_database_default_partitions_used'), 0);
    assert.deepEqual(
      await Promise.all([
        valueOf('signalbox_mails_waiting'),
        valueOf('signalbox_jobs_oldest_due_seconds', { kind: 'other' }),
        valueOf('signalbox_sla_oldest_due_seconds'),
        valueOf('signalbox_relay_oldest_event_seconds'),
      ]),
      [0, 0, 0, 0],
    );
  });

  test('scrapes share a result for five seconds, and a measurement in progress', async () => {
    await refresh();
    await query(
      `select graphile_worker.add_job('send-mail', payload := '{}', run_at := now() - interval '1 hour')`,
    );
    clock.advance(4999);
    await collect();
    assert.equal(await valueOf('signalbox_mails_waiting'), 0);
    clock.advance(1);
    await Promise.all([collect(), collect()]);
    assert.equal(await valueOf('signalbox_mails_waiting'), 1);
    const late = (await valueOf('signalbox_jobs_oldest_due_seconds', { kind: 'send-mail' })) ?? 0;
    assert.ok(late >= 3600, `${late}`);
  });

  test('webhooks whose owner has left are counted until they have another one', async () => {
    const counts = async () => {
      await refresh();
      const count = (direction: string) =>
        valueOf('signalbox_webhooks_owner_inactive', { direction });
      return [await count('outbound'), await count('inbound')];
    };
    assert.deepEqual(await counts(), [0, 0]);
    await query(
      `insert into outbound_webhooks (id, name, url, events, filters, headers, sign_payloads, active,
         timeout_seconds, owner_id, owner, missed_since, created_at, updated_at)
       select 'wh_out_' || n, 'CRM', 'https://example.com', '{}', '[]', '', false, n = 1, 10, 'u', 'u@example.com',
         now(), now(), now() from generate_series(1, 3) as n`,
    );
    assert.deepEqual(await counts(), [2, 0], 'the active one has an owner');
    await query(`update outbound_webhooks set active = true`);
    assert.deepEqual(await counts(), [0, 0]);
  });

  // Other tests have transactions on the same server, so the oldest may be one of theirs and end at any time.
  test('the oldest transaction is at least as old as one that is open', () =>
    withClient(scratch.url, async (client) => {
      await client.query('begin; select pg_sleep(0.01)');
      const { rows } = await client.query(
        'select extract(epoch from clock_timestamp() - now())::float8 as seconds',
      );
      const own = rows[0].seconds;
      const oldest = (await readServer(database.probe)).oldestTransactionSeconds;
      assert.ok(own >= 0.01 && oldest >= own, `${own}, ${oldest}`);
    }));

  test('the months ahead end at the first gap of any table', async () => {
    const at = new Date('2031-05-31T23:59:59Z');
    assert.equal(await readMonthsAhead(database.probe, at), -1);
    const tables = `(select relname from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace)`;
    const make = (month: string, condition = 'true') =>
      query(
        `select make_month_partition(relname, '${month}') from ${tables} as t where ${condition}`,
      );
    await make('2031-05-01');
    await make('2031-06-01');
    await make('2031-07-01', `relname <> 'events'`);
    await make('2031-08-01');
    assert.equal(await readMonthsAhead(database.probe, at), 1);
    await make('2031-07-01', `relname = 'events'`);
    assert.equal(await readMonthsAhead(database.probe, at), 3);
  });

  test('a part that cannot be read is absent and reported as not measured; the others stay', async () => {
    await withClient(scratch.url, async (client) => {
      await client.query('begin; lock table entries_default in access exclusive mode');
      await refresh();
      assert.deepEqual(
        await isMeasured(),
        parts.map((part) => Number(part !== 'partitions')),
      );
      assert.equal(await valueOf('signalbox_database_months_ahead'), undefined);
      assert.ok(await valueOf('signalbox_database_size_bytes'));
      await client.query('rollback');
    });
    await refresh();
    assert.notEqual(await valueOf('signalbox_database_months_ahead'), undefined);
  });

  test('a database that does not respond makes all gauges absent within three seconds, until it recovers', async () => {
    const released = Promise.withResolvers<void>();
    const held = database.probe.connection().execute(() => released.promise);
    try {
      clock.advance(5000);
      const scrape = collect();
      clock.advance(3000);
      await scrape;
      assert.deepEqual(
        await isMeasured(),
        parts.map(() => 0),
      );
      assert.equal(await valueOf('signalbox_database_size_bytes'), undefined);
    } finally {
      released.resolve();
      await held;
    }
    await collect();
    assert.deepEqual(
      await isMeasured(),
      parts.map(() => 1),
    );
  });

  test('the newest backup of each kind is measured, and the age of the database without any', async () => {
    const name = 'signalbox_last_backup_timestamp_seconds';
    await refresh();
    assert.equal(await valueOf(name), undefined, 'no backup was recorded');
    const created = (await valueOf('signalbox_database_created_timestamp_seconds')) ?? 0;
    assert.ok(created > 1_700_000_000, `${created}`);
    await query(
      `insert into backups values ('dump', '2026-01-02T00:00:00Z'), ('base', '2026-01-01T00:00:00Z')`,
    );
    await refresh();
    assert.equal(await valueOf(name, { kind: 'dump' }), Date.UTC(2026, 0, 2) / 1000);
    assert.equal(await valueOf(name, { kind: 'base' }), Date.UTC(2026, 0, 1) / 1000);
  });

  test('a role without rights of its own may read the state of the database', () =>
    database.probe.connection().execute(async (db) => {
      await sql`set role pg_checkpoint`.execute(db);
      const { connections, standbys } = await readServer(db);
      assert.ok(connections > 0);
      assert.deepEqual([standbys, await readStandbyLag(db), await readSlots(db)], [0, [], []]);
      await sql`reset role`.execute(db);
    }));
});
