import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { type Instance, startInstance } from '../../../../test/support/harness.ts';
import { until } from '../../../../test/support/processes.ts';
import { receiverEnv } from '../../../../test/support/receivers.ts';
import { aiFeature } from '../../../ai/index.ts';
import { eventsBetween, type StoredEvent, unrelayedEvents } from '../../../events/index.ts';
import { eventsSetAside } from '../deliver.metrics.ts';
import { matchAll } from './matching.ts';
import { relayCommands } from './relay.commands.ts';
import { readSubscriptions, relayEvents } from './relay.sql.ts';
import { Relay } from './relay.ts';

describe('The relay', () => {
  let instance: Instance;
  let webhook: string;
  /** Time stands still, because an event is set aside by the time for which it has failed. */
  let time = Date.now();
  before(async () => {
    instance = await startInstance({ env: receiverEnv(), now: () => new Date(time) });
    const { body } = await instance.call('POST', '/webhooks/outbound', {
      body: { name: 'One', url: 'https://localhost/', events: ['incident.created'] },
    });
    webhook = body.id;
  });
  after(() => instance.stop());

  const incident = () =>
    instance.call('POST', '/incidents', { body: { short_description: 'One' } });
  const count = async (table: 'deliveries' | 'delivery_queue'): Promise<number> =>
    (await instance.sql(`select count(*)::int as n from ${table}`))[0].n;

  test('concurrent relays create each delivery once, with its queue row', async () => {
    const earlier = await count('deliveries');
    for (let n = 0; n < 5; n += 1) await incident();
    const done = await Promise.all(Array.from({ length: 6 }, () => new Relay(instance.deps).run()));
    assert.equal(
      done.reduce((sum, { events }) => sum + events, 0),
      5,
    );
    assert.equal((await count('deliveries')) - earlier, 5);
    assert.equal(await count('delivery_queue'), await count('deliveries'));
  });

  const suggestionTasks = async (): Promise<string[]> =>
    (
      await instance.sql(
        `select record_id from tasks where kind = 'suggest-resolution' order by record_id`,
      )
    ).map(({ record_id }) => record_id);

  test('concurrent relays add the task of an event once, and a write adds none', async () => {
    await instance.sql('delete from tasks');
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await incident()).body.id);
    await instance.call('PATCH', `/incidents/${ids[0]}`, { body: { category: 'network' } });
    assert.deepEqual(await suggestionTasks(), []);
    const relay = () => new Relay(instance.deps, aiFeature.eventTasks).run();
    await Promise.all(Array.from({ length: 6 }, relay));
    assert.deepEqual(await suggestionTasks(), ids);
    await instance.sql('delete from tasks');
    await relay();
    assert.deepEqual(await suggestionTasks(), []);
  });

  /** Reads and matches; the returned function writes. */
  const begin = async () => {
    const { db, now } = instance.deps;
    const { events } = await unrelayedEvents(db, { rows: 10, bytes: 1e6 });
    const { version, all } = await readSubscriptions(db);
    const matches = matchAll(events, all, 'test');
    return () => relayEvents(db, { events, matches, version }, now());
  };

  test('a relay suspended between reading and writing finds its events relayed', async () => {
    await incident();
    const finish = await begin();
    assert.deepEqual((await new Relay(instance.deps).run()).webhooks, [webhook]);
    const all = await count('deliveries');
    assert.deepEqual(await finish(), { events: 0, webhooks: [] });
    assert.equal(await count('deliveries'), all);
  });

  test('a relay does nothing while another holds the lock, and the next run relays all events', async () => {
    await incident();
    const { db } = instance.deps;
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('signalbox_relay'))`.execute(tx);
      assert.equal((await new Relay(instance.deps).run()).events, 0);
    });
    assert.equal((await new Relay(instance.deps).run()).events, 1);
  });

  test('a relay with stale subscriptions writes nothing, and reads them again', async () => {
    const relay = new Relay(instance.deps);
    await relay.run();
    const updates: [
      name: string,
      update: (id: string) => Promise<unknown>,
      isSubscribed: boolean,
    ][] = [
      ['a new webhook', async () => {}, true],
      [
        'a paused one',
        (id) => instance.call('PATCH', path(id), { body: { active: false } }),
        false,
      ],
      ['a resumed one', (id) => instance.call('PATCH', path(id), { body: { active: true } }), true],
      ['a deleted one', (id) => instance.call('DELETE', path(id)), false],
    ];
    const path = (id: string) => `/webhooks/outbound/${id}`;
    await incident();
    let finish = await begin();
    const { body } = await instance.call('POST', '/webhooks/outbound', {
      body: { name: 'Other', url: 'https://localhost/', events: ['incident.created'] },
    });
    for (const [name, update, isSubscribed] of updates) {
      await update(body.id);
      assert.equal(await finish(), undefined, name);
      const { webhooks } = await relay.run();
      assert.deepEqual(
        [webhook, body.id].map((id) => webhooks.includes(id)),
        [true, isSubscribed],
        name,
      );
      await incident();
      finish = await begin();
    }
  });

  /** Earlier releases wrote such events, because they did not truncate long values. */
  const largeEvents = (howMany: number) =>
    instance.sql(
      `insert into events (type, record_type, record_id, sequence, occurred_at, data)
       select 'incident.created', 'incident', 'INC9' || to_char(n, 'FM000000'), 1, $2,
         jsonb_build_object('description', repeat('x', 1000000))
       from generate_series(1, $1) as n`,
      [howMany, new Date(time)],
    );

  test('a batch is limited in bytes, and the rest follows in the next one', async () => {
    const relay = new Relay(instance.deps);
    while ((await relay.run()).events > 0);
    await largeEvents(12);
    const counts: number[] = [];
    for (let hasMore = true; hasMore;) {
      const run = await relay.run();
      counts.push(run.events);
      hasMore = run.hasMore;
    }
    assert.ok(Math.max(...counts) <= 5, counts.join());
    assert.equal(
      counts.reduce((sum, n) => sum + n, 0),
      12,
    );
  });

  test('a recovery reads the log in batches of limited bytes, each event once', async () => {
    const all = { types: ['incident.created'], since: '2000-01-01', until: '2100-01-01' };
    const ids: string[] = [];
    for (let hasMore = true, last: StoredEvent | undefined; hasMore;) {
      const limits = { rows: 1000, bytes: 2_500_000 };
      const batch = await eventsBetween(instance.deps.db, all, last, limits);
      const large = batch.events.filter(({ record_id }) => record_id.startsWith('INC9'));
      assert.ok(large.length <= 3, `${large.length} large events in one batch`);
      ids.push(...batch.events.map(({ id }) => id));
      last = batch.events.at(-1);
      hasMore = batch.hasMore;
    }
    const stored = await instance.sql(
      `select id from events where type = 'incident.created' order by id`,
    );
    assert.deepEqual(
      ids.toSorted(),
      stored.map(({ id }) => id),
    );
    for (const table of ['deliveries', 'delivery_queue'])
      await instance.sql(`delete from ${table} where webhook_id = $1`, [webhook]);
    const since = '2000-01-01T00:00:00Z';
    // A recovery excludes events at the time of its request.
    time += 1000;
    const path = `/webhooks/outbound/${webhook}/recover`;
    const { body } = await instance.call('POST', path, { body: { since } });
    assert.deepEqual(body, { matched: ids.length, queued: ids.length });
  });

  /** A result of the checks is shared for a second. */
  const healthWhen = (status: string) =>
    until(`the relay is ${status}`, async () => {
      time += 1000;
      const { body } = await instance.call('GET', '/health');
      return body.checks.relay.status === status && body;
    });

  test('an event that makes every batch fail is set aside, and the others are relayed', async () => {
    const relay = new Relay(instance.deps);
    while ((await relay.run()).events > 0);
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push((await incident()).body.id);
    const bad = ids[2];
    await instance.sql(
      `alter table deliveries add constraint refuse check (record_id <> '${bad}')`,
    );
    const relayedIds = async () => {
      const rows = await instance.sql(
        'select record_id from deliveries where record_id = any($1) and webhook_id = $2 order by 1',
        [ids, webhook],
      );
      return rows.map(({ record_id }) => record_id);
    };
    // Events before the bad one are relayed; it fails in a batch of its own, and is not set aside after one failure.
    await assert.rejects(async () => {
      for (;;) await relay.run();
    }, /refuse/);
    assert.deepEqual(await relayedIds(), ids.slice(0, 2));
    for (let n = 0; n < 5; n += 1) await assert.rejects(relay.run(), /refuse/);
    const { body: earlier } = await instance.call('GET', '/health');
    assert.equal(earlier.checks.relay.status, 'ok');

    time += 3000;
    while ((await relay.run()).hasMore);
    while ((await relay.run()).events > 0);
    assert.deepEqual(
      await relayedIds(),
      ids.filter((id) => id !== bad),
    );
    const body = await healthWhen('degraded');
    assert.equal(body.status, 'degraded');
    assert.match(body.checks.relay.detail, /: 1\. .*admin retry-events/);
    assert.ok((await eventsSetAside.get()).values.some(({ value }) => value > 0));
    const [failure] = await instance.sql('select error from relay_failures');
    assert.match(failure.error, /refuse/);

    await instance.sql('alter table deliveries drop constraint refuse');
    assert.match(
      (await relayCommands['retry-events']?.run(instance.deps, [], [])) ?? '',
      /relay 1 event again/,
    );
    assert.equal((await relay.run()).events, 1);
    assert.deepEqual(await relayedIds(), ids);
    await healthWhen('ok');
  });

  test('a failure of the database itself sets no event aside, however long it lasts', async () => {
    const relay = new Relay(instance.deps);
    await incident();
    await instance.sql('alter function delivery_id rename to delivery_id_away');
    for (let n = 0; n < 5; n += 1) {
      await assert.rejects(relay.run(), /delivery_id/);
      time += 600_000;
    }
    await instance.sql('alter function delivery_id_away rename to delivery_id');
    assert.deepEqual(await instance.sql('select from relay_failures'), []);
    assert.equal((await relay.run()).events, 1);
  });
});
