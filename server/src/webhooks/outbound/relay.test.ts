import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { type Instance, startInstance } from '../../../test/harness.ts';
import { receiverEnv } from '../../../test/receivers.ts';
import { unrelayedEvents } from '../../events/index.ts';
import { matchAll } from './matching.ts';
import { activeSubscriptions } from './outbound.sql.ts';
import { relayEvents } from './relay.sql.ts';
import { relay } from './relay.ts';

describe('The relay', () => {
  let desk: Instance;
  let webhook: string;
  before(async () => {
    desk = await startInstance({ env: receiverEnv() });
    const { body } = await desk.call('POST', '/webhooks/outbound', {
      body: { name: 'One', url: 'https://localhost/', events: ['incident.created'] },
    });
    webhook = body.id;
  });
  after(() => desk.stop());

  const incident = () => desk.call('POST', '/incidents', { body: { short_description: 'One' } });
  const count = async (table: 'deliveries' | 'delivery_queue'): Promise<number> =>
    (await desk.sql(`select count(*)::int as n from ${table}`))[0].n;

  test('relays that work at once make each delivery once, with its place in the queue', async () => {
    const before = await count('deliveries');
    for (let n = 0; n < 5; n += 1) await incident();
    const done = await Promise.all(Array.from({ length: 6 }, () => relay(desk.deps)));
    assert.equal(
      done.reduce((sum, { events }) => sum + events, 0),
      5,
    );
    assert.equal((await count('deliveries')) - before, 5);
    assert.equal(await count('delivery_queue'), await count('deliveries'));
  });

  test('one that was stopped between reading and writing finds its events taken', async () => {
    await incident();
    const { db, now } = desk.deps;
    const events = await unrelayedEvents(db, 10);
    const matches = matchAll(events, await activeSubscriptions(db), 'test');
    assert.deepEqual((await relay(desk.deps)).webhooks, [webhook]);
    const all = await count('deliveries');
    assert.deepEqual(await relayEvents(db, events, matches, now()), { events: 0, webhooks: [] });
    assert.equal(await count('deliveries'), all);
  });

  test('while another writes, none does; then the next one has it all', async () => {
    await incident();
    const { db } = desk.deps;
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('signalbox_relay'))`.execute(tx);
      assert.equal((await relay(desk.deps)).events, 0);
    });
    assert.equal((await relay(desk.deps)).events, 1);
  });

  test('a webhook that is deleted between reading and writing gets nothing', async () => {
    const { body } = await desk.call('POST', '/webhooks/outbound', {
      body: { name: 'Gone', url: 'https://localhost/', events: ['incident.created'] },
    });
    await incident();
    const { db, now } = desk.deps;
    const events = await unrelayedEvents(db, 10);
    const matches = matchAll(events, await activeSubscriptions(db), 'test');
    assert.equal(matches[0]?.webhookIds.length, 2);
    await desk.call('DELETE', `/webhooks/outbound/${body.id}`);
    const relayed = await relayEvents(db, events, matches, now());
    assert.deepEqual(relayed, { events: 1, webhooks: [webhook] });
  });
});
