import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Instance, startInstance } from '../../../../test/support/harness.ts';
import { receiverEnv } from '../../../../test/support/receivers.ts';
import { Relay } from '../relay/relay.ts';
import {
  type Claim,
  claimDeliveries,
  purgeDroppedDeliveries,
  LEASE_MS,
  renewClaims,
  type Result,
  saveResults,
} from './claims.sql.ts';

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
    claimDeliveries(instance.deps.db, { now, cap: 16, busy: new Map(), limit: 100 });

  const claimNew = async (): Promise<Claim> => {
    await instance.call('POST', '/incidents', { body: { short_description: 'One' } });
    await new Relay(instance.deps).run();
    const [one] = await claimAll(new Date());
    assert.ok(one);
    return one;
  };

  const failed = ({ id, claim, attempts }: Claim, seconds: number): Result => ({
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

  /** As if the lease had expired by the database's clock. */
  const expireLease = ({ id }: Claim) =>
    instance.sql('update delivery_queue set leased_until = clock_timestamp() where id = $1', [id]);

  test('a worker whose clock is a minute ahead claims nothing that another has leased', async () => {
    const one = await claimNew();
    const ahead = () => new Date(Date.now() + 60_000);
    const idsOf = (claims: Claim[]) => claims.map(({ id }) => id);
    assert.equal(idsOf(await claimAll(ahead())).includes(one.id), false);
    assert.deepEqual(await renewClaims(instance.deps.db, [one]), [one.id]);
    assert.equal(idsOf(await claimAll(ahead())).includes(one.id), false);
    const [{ seconds }] = await instance.sql(
      `select extract(epoch from leased_until - clock_timestamp())::float8 as seconds
       from delivery_queue where id = $1`,
      [one.id],
    );
    assert.ok(seconds > 5 && seconds <= LEASE_MS / 1000, `${seconds} s left`);
    await expireLease(one);
    assert.equal(idsOf(await claimAll(ahead())).includes(one.id), true);
  });

  test('a renewal that comes after the result does not bring the next attempt forward', async () => {
    const one = await claimNew();
    assert.deepEqual(await saveResults(instance.deps.db, [failed(one, 30)]), [one.id]);
    const due = await dueAt(one.id);
    assert.deepEqual(await renewClaims(instance.deps.db, [one]), []);
    assert.equal(await dueAt(one.id), due);
  });

  test('a result that is saved twice, because the first response was lost, counts once and blocks no other', async () => {
    const [first, second] = [await claimNew(), await claimNew()];
    assert.deepEqual(await saveResults(instance.deps.db, [failed(first, 30)]), [first.id]);
    const results = [failed(first, 30), failed(second, 30)];
    assert.deepEqual(await saveResults(instance.deps.db, results), [second.id]);
  });

  test('the result of a lease that expired and was claimed by another worker changes nothing', async () => {
    const stale = await claimNew();
    await expireLease(stale);
    const taken = (await claimAll(new Date())).find(({ id }) => id === stale.id);
    assert.ok(taken);
    assert.deepEqual(await renewClaims(instance.deps.db, [stale]), []);
    assert.deepEqual(await saveResults(instance.deps.db, [failed(stale, 1)]), []);
    assert.deepEqual(await instance.sql('select from attempts where id = $1', [stale.id]), []);
  });

  test('a delivery of a dead worker stays ahead of one that became due later', async () => {
    const lost = await claimNew();
    await instance.call('POST', '/incidents', { body: { short_description: 'Later' } });
    await new Relay(instance.deps).run();
    const options = { cap: 1, busy: new Map(), limit: 1 };
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
    const kept = await claimNew();
    await queue(old);
    await queue(recent);
    await purgeDroppedDeliveries(instance.deps.db, new Date(), 90);
    const left = new Set((await instance.sql('select id from delivery_queue')).map(({ id }) => id));
    assert.deepEqual(
      [old, recent, kept.id].map((id) => left.has(id)),
      [false, true, true],
    );
  });
});
