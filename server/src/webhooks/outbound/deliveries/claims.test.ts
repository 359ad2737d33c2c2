import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Instance, startInstance } from '../../../../test/harness.ts';
import { receiverEnv } from '../../../../test/receivers.ts';
import { relay } from '../relay.ts';
import {
  type Claim,
  claimDeliveries,
  LEASE_MS,
  renewClaims,
  type Result,
  saveResults,
} from './claims.sql.ts';

describe('Claims', () => {
  let desk: Instance;
  before(async () => {
    desk = await startInstance({ env: receiverEnv() });
    await desk.call('POST', '/webhooks/outbound', {
      body: { name: 'One', url: 'https://localhost/', events: ['incident.created'] },
    });
  });
  after(() => desk.stop());

  const claim = async (now: Date): Promise<Claim[]> =>
    claimDeliveries(desk.deps.db, { worker: 'a', now, cap: 16, busy: new Map(), most: 100 });

  const claimNew = async (): Promise<Claim> => {
    await desk.call('POST', '/incidents', { body: { short_description: 'One' } });
    await relay(desk.deps);
    const [one] = await claim(new Date());
    assert.ok(one);
    return one;
  };

  const failed = ({ id, claim_no, attempts }: Claim, seconds: number): Result => ({
    id,
    claim_no,
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
    (await desk.sql('select due_at from deliveries where id = $1', [id]))[0].due_at.getTime();

  test('a renewal that comes after the result does not bring the next attempt forward', async () => {
    const one = await claimNew();
    assert.deepEqual(await saveResults(desk.deps.db, [failed(one, 30)]), [one.id]);
    const due = await dueAt(one.id);
    assert.deepEqual(await renewClaims(desk.deps.db, [one], new Date()), []);
    assert.equal(await dueAt(one.id), due);
  });

  test('a result that is written twice, its first answer lost, counts once and holds up no other', async () => {
    const [first, second] = [await claimNew(), await claimNew()];
    assert.deepEqual(await saveResults(desk.deps.db, [failed(first, 30)]), [first.id]);
    const results = [failed(first, 30), failed(second, 30)];
    assert.deepEqual(await saveResults(desk.deps.db, results), [second.id]);
  });

  test('the result of a lease that ended and was taken by another changes nothing', async () => {
    const stale = await claimNew();
    const later = new Date(Date.now() + 16_000);
    const taken = (await claim(later)).find(({ id }) => id === stale.id);
    assert.equal(taken?.claim_no, stale.claim_no + 1);
    assert.deepEqual(await renewClaims(desk.deps.db, [stale], new Date()), []);
    assert.deepEqual(await saveResults(desk.deps.db, [failed(stale, 1)]), []);
    assert.deepEqual(await desk.sql('select from attempts where id = $1', [stale.id]), []);
  });

  test('what a dead worker had keeps its place before what became due later', async () => {
    const held = await claimNew();
    await desk.call('POST', '/incidents', { body: { short_description: 'Later' } });
    await relay(desk.deps);
    const ask = { worker: 'b', cap: 1, busy: new Map(), most: 1 };
    const now = new Date(Date.now() + LEASE_MS + 1000);
    const [first] = await claimDeliveries(desk.deps.db, { ...ask, now });
    assert.equal(first?.id, held.id);
  });
});
