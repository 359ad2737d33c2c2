import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import pg from 'pg';
import { beginIdentity, expiringEvents, logWitnessOf } from '../../src/events/index.ts';
import type { StreamRequest } from '../../src/events/stream/event-streams.ts';
import { endedStreams } from '../../src/events/stream/stream.metrics.ts';
import { dropExpired } from '../../src/platform/postgres/partitions.ts';
import { ManualClock } from '../support/clock.ts';
import { startInstance } from '../support/harness.ts';
import { until } from '../support/processes.ts';
import { StreamClient } from '../support/stream-client.ts';
import { restartStreams } from '../support/streams.ts';
import { section } from './setup.ts';

const TIMES = {
  heartbeatMs: 30,
  checkIntervalMs: 20,
  recentMs: 0,
  stalledMs: 60_000,
  flushMs: 100,
};
const MAX_PER_CALLER = 3;
const MAX = 5;

section(
  'The limits of event streams',
  (instance) => {
    before(() => restartStreams(instance.running.deps, TIMES));
    const mint = (claims: object) => instance.running.mint({ roles: ['auditor'], ...claims });
    const open = async (options: { token?: string; lastEventId?: string | undefined } = {}) =>
      StreamClient.open(instance.running.url, { token: await mint({}), ...options });
    /** Writes more bytes than all buffers between server and client hold. */
    const fillLog = (events: number, record = 'INC9999999') =>
      instance.running.sql(
        `insert into events (type, record_type, record_id, sequence, occurred_at, data, relayed_at)
         select 'incident.updated', 'incident', '${record}', n, now(), jsonb_build_object('filler', repeat('x', 60000)), now()
         from generate_series(1, ${events}) as n`,
      );

    test('a stream without events gets comments with its position, and can be resumed from them', async () => {
      const stream = await open();
      await stream.until(
        ({ blocks }) => blocks.filter(({ comment }) => comment === 'keep-alive').length >= 3,
        'three heartbeats',
      );
      assert.equal(stream.events.length, 0);
      await stream.close();
      const { id } = await instance.incident();
      const resumed = await open({ lastEventId: stream.lastEventId });
      await resumed.untilEvents(1);
      assert.equal(resumed.events[0]?.data.record.id, id);
      await resumed.close();
    });

    test('the streams of a caller and of a process are limited, and closing one makes room for another', async () => {
      const mine = await Promise.all(Array.from({ length: MAX_PER_CALLER }, () => open()));
      const refused = await instance.call('GET', '/events/stream', { token: await mint({}) });
      assert.deepEqual(
        [refused.status, refused.body.code, refused.body.limit],
        [429, 'too_many_streams', MAX_PER_CALLER],
      );
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
      const others = await Promise.all(
        ['a', 'b'].map(async (sub) => open({ token: await mint({ sub }) })),
      );
      const full = await instance.call('GET', '/events/stream', {
        token: await mint({ sub: 'c' }),
      });
      assert.deepEqual([full.status, full.body.code], [503, 'overloaded']);
      await Promise.all([...mine, ...others].map((one) => one.close()));
      await until('a free place', async () => {
        const again = await open();
        await again.close();
        return again.status === 200;
      });
    });

    test('a stream ends with a reason when its token expires or is revoked', async (t) => {
      const exp = Math.floor(Date.now() / 1000) + 60;
      const shortLived = await open({ token: await mint({ exp }) });
      const client = await instance.call('POST', '/clients', {
        as: 'super_admin',
        body: { name: 'streamer', roles: ['auditor'] },
      });
      const revoked = await open({ token: await mint({ sub: client.body.client_id, gen: 1 }) });
      assert.equal(revoked.status, 200);
      const changed = await instance.call('PATCH', `/clients/${client.body.client_id}`, {
        as: 'super_admin',
        body: { roles: ['agent'] },
      });
      assert.equal(changed.status, 200, changed.text);
      await revoked.untilEnded();
      t.mock.timers.enable({ apis: ['Date'], now: exp * 1000 });
      for (const stream of [shortLived, revoked]) {
        await stream.untilEnded();
        const last = stream.blocks.at(-1);
        assert.match(last?.comment ?? '', /token has expired or was revoked/);
        assert.ok((last?.retry ?? 0) >= 1000);
      }
    });

    test('a client that reads nothing is disconnected, and gets every event once after it returns', async () => {
      const slowlyEnded = async () =>
        (await endedStreams.get()).values.find(({ labels }) => labels['cause'] === 'slow')?.value ??
        0;
      const countBefore = await slowlyEnded();
      await restartStreams(instance.running.deps, { ...TIMES, stalledMs: 200 });
      const slow = await open();
      slow.pause();
      await fillLog(400);
      await until('the end of the slow stream', async () => (await slowlyEnded()) > countBefore);
      slow.resume();
      await slow.untilEnded();
      const seen = slow.events.length;
      assert.ok(seen < 400, `${seen} events`);
      // A busy machine must not take this one for slow.
      await restartStreams(instance.running.deps, TIMES);
      const resumed = await open({ lastEventId: slow.lastEventId });
      await resumed.untilEvents(400 - seen);
      assert.deepEqual(
        [...slow.events, ...resumed.events].map(({ data }) => data.sequence),
        Array.from({ length: 400 }, (_, index) => index + 1),
      );
      await resumed.close();
    });

    /** Begins a transaction in another database of the cluster, and returns a function that ends it. */
    const writeElsewhere = async (): Promise<() => Promise<void>> => {
      const other = new URL(instance.running.deps.config.DATABASE_URL);
      other.pathname = '/postgres';
      const client = new pg.Client({ connectionString: other.href });
      await client.connect();
      await client.query('begin');
      await client.query('select pg_current_xact_id()');
      return () => client.end();
    };

    test('a stream is not delayed by a transaction in another database', async () => {
      const stream = await open();
      const end = await writeElsewhere();
      try {
        const { id } = await instance.incident();
        await stream.untilEvents(1);
        assert.equal(stream.events[0]?.data.record.id, id);
      } finally {
        await end();
        await stream.close();
      }
    });

    test('a stream that catches up is not delayed by a transaction that begins in another database meanwhile', async () => {
      const { deps } = instance.running;
      const clock = new ManualClock();
      const streams = await restartStreams(deps, TIMES, clock);
      const live = await open();
      await live.until(({ lastEventId }) => lastEventId !== undefined, 'an id');
      const { lastEventId } = live;
      const FILLED = 40;
      await fillLog(FILLED, 'INC9999997');
      await live.untilEvents(FILLED);
      const actor = { id: 'reader', email: 'reader@example.com', roles: ['auditor'] };
      const request = { actor, query: {}, lastEventId, isTokenValid: async () => true };
      // Nobody reads the stream yet, so it stops after its first batch.
      const slow = await streams.open(request as unknown as StreamRequest);
      await until('it has read some', () => slow.readableLength > slow.readableHighWaterMark);
      const end = await writeElsewhere();
      try {
        const { id } = await instance.incident();
        await live.untilEvents(FILLED + 1);
        let text = '';
        slow.setEncoding('utf8').on('data', (part: string) => (text += part));
        await until('it pauses', () => clock.waiting.includes(250));
        await until('it has caught up', () => {
          clock.advance(250);
          return text.includes(id);
        });
        assert.equal(text.match(/^data: {"id"/gm)?.length, FILLED + 1);
      } finally {
        await end();
        slow.destroy();
        await live.close();
        await restartStreams(deps, TIMES);
      }
    });

    test('a count of notifications does not end a stream that catches up, and follows what waits for it', async () => {
      const email = 'reader@example.com';
      const streams = await restartStreams(instance.running.deps, TIMES);
      const live = await open({ token: await mint({ sub: 'live', email }) });
      await live.until(({ unread }) => unread.includes(0), 'the first count');
      const { lastEventId } = live;
      await fillLog(40, 'INC9999996');
      await live.untilEvents(40);
      const actor = { id: 'reader', email, roles: ['auditor'] };
      const request = { actor, query: {}, lastEventId, isTokenValid: async () => true };
      const slow = await streams.open(request as unknown as StreamRequest);
      const waiting = 1024 * 1024;
      await until('much waits', () => slow.readableLength > waiting);
      await instance.running.sql(
        `insert into notifications (recipient, type, subject, data, created_at)
         values ($1, 'incident.assigned', 'INC9999996', '{}', now())`,
        [email],
      );
      // One pass counts for all streams of a person.
      await live.until(({ unread }) => unread.includes(1), 'the second count');
      assert.equal(slow.isOpen, true);
      let text = '';
      slow.setEncoding('utf8').on('data', (part: string) => (text += part));
      const count = '{"unread":1}';
      const events = () => text.match(/^data: {"id"/gm)?.length ?? 0;
      // Events that were not yet read from the log may come later.
      await until('the count and all events', () => text.includes(count) && events() === 40);
      assert.ok(text.indexOf(count) > waiting, 'the count overtakes what waited');
      slow.destroy();
      await live.close();
    });

    test('events that a restored database contains from another cluster are not sent', async () => {
      const { sql } = instance.running;
      const stream = await open();
      const first = await instance.incident();
      await stream.untilEvents(1);
      const readLog = async () =>
        (await sql('select identity, generation, dropped_xid::text from event_log'))[0];
      const own = await readLog();
      assert.match(own?.identity, /^[0-9a-f]{8}$/);
      await stream.close();
      // A restored database has events that another cluster wrote, with the transaction ids of that cluster.
      await sql(`update event_log set cluster = 'another', dropped_xid = '999999999998'`);
      await sql(`update events set xid = '999999999999' where record_id = $1`, [first.id]);
      const { deps } = instance.running;
      await restartStreams(deps, TIMES);
      const again = await open();
      const second = await instance.incident();
      await again.untilEvents(1);
      assert.deepEqual(
        again.events.map(({ data }) => data.record.id),
        [second.id],
      );
      await again.close();
      const { identity, ...begun } = (await readLog()) ?? {};
      assert.notEqual(identity, own?.identity);
      assert.deepEqual(begun, { generation: own?.generation + 1, dropped_xid: '0' });
      assert.equal((await open({ lastEventId: stream.lastEventId })).status, 410);
      const resumed = await open({ lastEventId: again.lastEventId });
      assert.equal(resumed.status, 200);
      await resumed.close();
    });

    test('a restore that nobody announced ends the streams and gives the log another identity', async () => {
      const { sql, deps } = instance.running;
      const witness = logWitnessOf(deps);
      const readLog = async () =>
        (await sql('select identity, generation, restore_suspected_at from event_log'))[0];
      const stream = await open();
      const first = await instance.incident();
      const second = await instance.incident();
      await stream.untilEvents(2);
      await witness.check();
      const original = await readLog();
      assert.equal(original?.restore_suspected_at, null);
      // The restored database has the first incident and its event only; then others are written.
      const [lost] = await sql('delete from events where record_id = $1 returning id', [second.id]);
      await witness.check();
      await stream.untilEnded();
      assert.match(stream.blocks.at(-1)?.comment ?? '', /restored or replaced/);
      const after = await readLog();
      assert.equal(after?.generation, original?.generation + 1);
      assert.notEqual(after?.identity, original?.identity);
      assert.ok(after?.restore_suspected_at);
      const { body: health } = await instance.call('GET', '/health', { token: await mint({}) });
      assert.match(health.checks.restore.detail, new RegExp(`${lost?.id}.*\`admin restored\``));
      // The positions of the lost events are not given out again.
      assert.equal((await open({ lastEventId: stream.lastEventId })).status, 410);
      const fresh = await open();
      const third = await instance.incident();
      await fresh.untilEvents(1);
      assert.deepEqual(
        fresh.events.map(({ data }) => data.record.id),
        [third.id],
      );
      await fresh.close();
      const resumed = await open({ lastEventId: fresh.lastEventId });
      assert.equal(resumed.status, 200);
      await resumed.close();
      assert.notEqual(first.id, third.id);
      await deps.db.transaction().execute(async (tx) => void (await beginIdentity(tx)));
      assert.equal((await readLog())?.restore_suspected_at, null);
    });

    test('resuming from an id before dropped events reports a gap', async () => {
      const { sql, deps } = instance.running;
      const stream = await open();
      await stream.close();
      await sql(`create table events_2001_01 partition of events
        for values from ('00e50000-0000-7000-8000-000000000000') to ('00e60000-0000-7000-8000-000000000000')`);
      await sql(`insert into events (id, type, record_type, record_id, sequence, occurred_at, data, relayed_at)
        values ('00e50000-0000-7000-8000-000000000001', 'incident.updated', 'incident', 'INC9999998', 1, now(), '{}', now())`);
      const dropped = await dropExpired(deps.db, [expiringEvents], new Date(), 30);
      assert.deepEqual(dropped, ['events_2001_01']);
      // The restarted streams act as another process, which has not read the dropped events.
      await restartStreams(deps, TIMES);
      const refused = await open({ lastEventId: stream.lastEventId });
      assert.equal(refused.status, 410);
      const fresh = await open();
      assert.equal(fresh.status, 200);
      await fresh.close();
    });
  },
  { env: { MAX_STREAMS: String(MAX), MAX_STREAMS_PER_CALLER: String(MAX_PER_CALLER) } },
);

test('a process that stops ends its streams with the time to reconnect', async () => {
  const instance = await startInstance();
  const token = await instance.mint({ roles: ['auditor'] });
  const stream = await StreamClient.open(instance.url, { token });
  await Promise.all([instance.stop(), stream.untilEnded()]);
  const last = stream.blocks.at(-1);
  assert.match(last?.comment ?? '', /server is stopping/);
  assert.ok((last?.retry ?? 0) >= 1000);
});
