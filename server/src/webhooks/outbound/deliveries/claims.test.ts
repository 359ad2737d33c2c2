import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Instance, sql, startInstance } from '../../../../test/support/harness.ts';
import { until } from '../../../../test/support/processes.ts';
import { receiverEnv } from '../../../../test/support/receivers.ts';
import { mayBeSent } from '../../../outgoing/index.ts';
import { watchOutgoing } from '../../../outgoing/outgoing.watch.ts';
import { Relay } from '../relay/relay.ts';
import {
  type Claim,
  claimDeliveries,
  purgeDroppedDeliveries,
  LEASE_MS,
  nextDueMs,
  renewClaims,
  type Result,
  saveResults,
} from './claims.sql.ts';
import { OWN_LOCKS } from '../../../../test/support/locks.ts';

describe('Claims', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance({ env: receiverEnv() });
    await instance.call('POST', '/webhooks/outbound', {
      body: { name: 'One', url: 'https://localhost/', events: ['incident.created'] },
    });
  });
  after(() => instance.stop());

  const claimAll = async (now: Date): Promise<Claim[]> =>
    claimDeliveries(instance.deps.db, {
      now,
      cap: 16,
      busy: new Map(),
      isAllowed: mayBeSent(null),
      limit: 100,
    });

  const claimNew = async (): Promise<Claim> => {
    await instance.call('POST', '/incidents', { body: { short_description: 'One' } });
    await new Relay(instance.deps).run();
    const [one] = await claimAll(new Date());
    assert.ok(one);
    return one;
  };

  const failedResult = ({ id, claim, attempts }: Claim, seconds: number): Result => ({
    id,
    claim,
    number: attempts + 1,
    status: 'retrying',
    next_attempt_at: new Date(Date.now() + seconds * 1000).toISOString(),
    ended_at: new Date().toISOString(),
    started_at: new Date().toISOString(),
    duration_ms: 1,
    status_code: 500,
    error: 'No.',
    request: {},
    response: null,
  });

  const dueAt = async (id: string): Promise<number> =>
    (
      await instance.sql('select due_at from delivery_queue where id = $1', [id])
    )[0].due_at.getTime();

  /** The lease expires by the database's clock. */
  // The column rounds to milliseconds, so the present could be rounded to a time that has not come yet.
  const expireLease = ({ id }: Claim) =>
    instance.sql(
      `update delivery_queue set leased_until = clock_timestamp() - interval '1 millisecond' where id = $1`,
      [id],
    );

  test('a worker whose clock is a minute ahead claims nothing that another has leased', async () => {
    const one = await claimNew();
    const ahead = () => new Date(Date.now() + 60_000);
    const idsOf = (claims: Claim[]) => claims.map(({ id }) => id);
    assert.equal(idsOf(await claimAll(ahead())).includes(one.id), false);
    // The column rounds to milliseconds, and so must the times that it is compared with.
    const databaseTime = async () =>
      (await instance.sql('select clock_timestamp()::timestamptz(3) as at'))[0].at.getTime();
    const earliest = await databaseTime();
    assert.deepEqual(await renewClaims(instance.deps.db, [one]), [one.id]);
    const latest = await databaseTime();
    assert.equal(idsOf(await claimAll(ahead())).includes(one.id), false);
    const [row] = await instance.sql('select leased_until from delivery_queue where id = $1', [
      one.id,
    ]);
    const leasedAt = row.leased_until.getTime() - LEASE_MS;
    assert.ok(leasedAt >= earliest && leasedAt <= latest, `${earliest} ${leasedAt} ${latest}`);
    await expireLease(one);
    assert.equal(idsOf(await claimAll(ahead())).includes(one.id), true);
  });

  test('nothing is claimed or due after a restore, or at another address than that of the database', async () => {
    const one = await claimNew();
    await expireLease(one);
    const claimAt = async (url: string | null) => {
      const isAllowed = mayBeSent(url);
      const now = new Date();
      const due = await sql<{
        ms: number | null;
      }>`select (${nextDueMs(now, isAllowed)}) as ms`.execute(instance.deps.db);
      const options = { now, cap: 16, busy: new Map(), isAllowed, limit: 100 };
      const claims = await claimDeliveries(instance.deps.db, options);
      await Promise.all(claims.map(expireLease));
      return [due.rows[0]?.ms !== null, claims.some(({ id }) => id === one.id)];
    };
    const [own, other] = ['https://desk.example.com', 'https://staging.example.com'];
    const startAt = async (BASE_URL: string) => {
      const { deps } = instance;
      await watchOutgoing({ ...deps, config: { ...deps.config, BASE_URL } }).run();
    };
    const readStored = async () =>
      (await instance.sql('select base_url from outgoing'))[0].base_url;
    try {
      assert.deepEqual(await claimAt(other), [true, true], 'no address is stored yet');
      await startAt('http://localhost:8080');
      assert.equal(await readStored(), null, 'a loopback address is not stored');
      for (const url of [own, other]) await startAt(url);
      assert.equal(await readStored(), own, 'the first address is stored');
      for (const url of [own, null]) assert.deepEqual(await claimAt(url), [true, true], `${url}`);
      assert.deepEqual(await claimAt(other), [false, false]);
      await instance.sql('update outgoing set held_since = now()');
      for (const url of [own, other, null])
        assert.deepEqual(await claimAt(url), [false, false], `${url}`);
      const [row] = await instance.sql('select attempts, status from deliveries where id = $1', [
        one.id,
      ]);
      assert.deepEqual(row, { attempts: 0, status: 'pending' });
    } finally {
      await instance.sql('update outgoing set held_since = null, base_url = null');
    }
  });

  test('a renewal that comes after the result does not bring the next attempt forward', async () => {
    const one = await claimNew();
    assert.deepEqual(await saveResults(instance.deps.db, [failedResult(one, 30)]), [one.id]);
    const due = await dueAt(one.id);
    assert.deepEqual(await renewClaims(instance.deps.db, [one]), []);
    assert.equal(await dueAt(one.id), due);
  });

  test('a result that is saved twice, because the first response was lost, counts once and blocks no other', async () => {
    const [first, second] = [await claimNew(), await claimNew()];
    assert.deepEqual(await saveResults(instance.deps.db, [failedResult(first, 30)]), [first.id]);
    const results = [failedResult(first, 30), failedResult(second, 30)];
    assert.deepEqual(await saveResults(instance.deps.db, results), [second.id]);
  });

  test('the result of a lease that expired and was claimed by another worker changes nothing', async () => {
    const stale = await claimNew();
    await expireLease(stale);
    const taken = (await claimAll(new Date())).find(({ id }) => id === stale.id);
    assert.ok(taken);
    assert.deepEqual(await renewClaims(instance.deps.db, [stale]), []);
    assert.deepEqual(await saveResults(instance.deps.db, [failedResult(stale, 1)]), []);
    assert.deepEqual(await instance.sql('select from attempts where id = $1', [stale.id]), []);
  });

  test('a claim sees a result that is saved while it searches for due deliveries', async () => {
    const one = await claimNew();
    // Stops the claim where the database may give others the processor: between its begin and its locks.
    await instance.sql(`alter function lock_due_deliveries rename to lock_due_deliveries_now`);
    await instance.sql(
      `create function lock_due_deliveries(webhook text, at timestamptz, asked_at timestamptz, n int)
       returns setof uuid language plpgsql as $$ begin
         perform pg_advisory_xact_lock_shared(52);
         return query select * from lock_due_deliveries_now(webhook, at, asked_at, n);
       end $$`,
    );
    const holder = await instance.deps.db.startTransaction().execute();
    await sql`select pg_advisory_xact_lock(52)`.execute(holder);
    const claiming = claimAll(new Date());
    await until('the claim has begun', async () => {
      const waiting = await instance.sql(
        `select from ${OWN_LOCKS} where locktype = 'advisory' and objid = 52 and not granted`,
      );
      return waiting.length > 0;
    });
    assert.deepEqual(await saveResults(instance.deps.db, [failedResult(one, -1)]), [one.id]);
    await holder.commit().execute();
    const claimed = (await claiming).find(({ id }) => id === one.id);
    assert.equal(claimed?.attempts, 1, 'the attempt that was saved meanwhile counts');
    assert.deepEqual(await saveResults(instance.deps.db, [failedResult(claimed, 30)]), [one.id]);
    await instance.sql('drop function lock_due_deliveries');
    await instance.sql(`alter function lock_due_deliveries_now rename to lock_due_deliveries`);
  });

  test('a delivery of a dead worker stays ahead of one that became due later', async () => {
    const lost = await claimNew();
    await instance.call('POST', '/incidents', { body: { short_description: 'Later' } });
    await new Relay(instance.deps).run();
    const options = { cap: 1, busy: new Map(), isAllowed: mayBeSent(null), limit: 1 };
    await expireLease(lost);
    const now = new Date();
    const [first] = await claimDeliveries(instance.deps.db, { ...options, now });
    assert.equal(first?.id, lost.id);
  });

  test('queue rows of a dropped month are purged, and no others', async () => {
    const queue = (id: string) =>
      instance.sql(
        `insert into delivery_queue (id, webhook_id, record_id, sequence, in_order, due_at)
         values ($1, 'wh_out_x', 'INC0000001', 1, true, now())`,
        [id],
      );
    const [old, recent] = [
      '01900000-0000-8000-8000-000000000001',
      'ffffffff-0000-8000-8000-000000000001',
    ];
    const existing = await claimNew();
    await queue(old);
    await queue(recent);
    await purgeDroppedDeliveries(instance.deps.db, new Date(), 90);
    const left = new Set((await instance.sql('select id from delivery_queue')).map(({ id }) => id));
    assert.deepEqual(
      [old, recent, existing.id].map((id) => left.has(id)),
      [false, true, true],
    );
  });

  test('many waiting events of one record delay neither other records nor retries', async () => {
    const { body } = await instance.call('POST', '/webhooks/outbound', {
      body: { name: 'Hot', url: 'https://localhost/', events: ['incident.created'] },
    });
    const HOT = 3000;
    const add = (record: string, count: number, inOrder: boolean) =>
      instance.sql(
        `insert into delivery_queue (id, webhook_id, record_id, sequence, in_order, due_at)
         select gen_random_uuid(), $1, $2, n, $4, clock_timestamp() - interval '1 hour'
         from generate_series(1, $3::int) as n returning id`,
        [body.id, record, count, inOrder],
      );
    const [hot] = await add('INC0000500', HOT, true);
    const others: { id: string }[] = [];
    for (const record of ['INC0000400', 'INC0000600', 'INC0000700'])
      others.push(...(await add(record, 2, true)).slice(0, 1));
    others.push(...(await add('INC0000500', 1, false)));
    const claim = `select id from lock_due_deliveries('${body.id}', clock_timestamp(), clock_timestamp(), 16) as id`;
    const rows = await instance.sql(claim);
    assert.deepEqual(
      new Set(rows.map(({ id }) => id)),
      new Set([hot, ...others].map((one) => one?.id)),
    );
    // A claim that scanned all of them would read four blocks for each.
    const [plan] = await instance.sql(`explain (analyze, buffers, format json) ${claim}`);
    const { 'Shared Hit Blocks': blocks } = plan['QUERY PLAN'][0].Plan;
    assert.ok(blocks < HOT, `${blocks} blocks`);
    await instance.sql('delete from delivery_queue where webhook_id = $1', [body.id]);
  });
});
