import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { type Instance, startInstance } from '../../../test/harness.ts';
import { receiverEnv } from '../../../test/receivers.ts';
import { unrelayedEvents } from '../../events/index.ts';
import { matchAll } from './matching.ts';
import { readSubscriptions, relayEvents } from './relay.sql.ts';
import { Relay } from './relay.ts';

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
    const earlier = await count('deliveries');
    for (let n = 0; n < 5; n += 1) await incident();
    const done = await Promise.all(Array.from({ length: 6 }, () => new Relay(desk.deps).run()));
    assert.equal(
      done.reduce((sum, { events }) => sum + events, 0),
      5,
    );
    assert.equal((await count('deliveries')) - earlier, 5);
    assert.equal(await count('delivery_queue'), await count('deliveries'));
  });

  /** Up to the moment before it writes. */
  const begin = async () => {
    const { db, now } = desk.deps;
    const events = await unrelayedEvents(db, 10);
    const { edition, all } = await readSubscriptions(db);
    const matches = matchAll(events, all, 'test');
    return () => relayEvents(db, events, matches, edition, now());
  };

  test('one that was stopped between reading and writing finds its events taken', async () => {
    await incident();
    const finish = await begin();
    assert.deepEqual((await new Relay(desk.deps).run()).webhooks, [webhook]);
    const all = await count('deliveries');
    assert.deepEqual(await finish(), { events: 0, webhooks: [] });
    assert.equal(await count('deliveries'), all);
  });

  test('while another writes, none does; then the next one has it all', async () => {
    await incident();
    const { db } = desk.deps;
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('signalbox_relay'))`.execute(tx);
      assert.equal((await new Relay(desk.deps).run()).events, 0);
    });
    assert.equal((await new Relay(desk.deps).run()).events, 1);
  });

  test('one that knows webhooks as they were does nothing, and asks again', async () => {
    const relay = new Relay(desk.deps);
    await relay.run();
    const changes: [change: string, act: (id: string) => Promise<unknown>, wanted: boolean][] = [
      ['a new webhook', async () => {}, true],
      ['a paused one', (id) => desk.call('PATCH', path(id), { body: { active: false } }), false],
      ['a resumed one', (id) => desk.call('PATCH', path(id), { body: { active: true } }), true],
      ['a deleted one', (id) => desk.call('DELETE', path(id)), false],
    ];
    const path = (id: string) => `/webhooks/outbound/${id}`;
    await incident();
    let finish = await begin();
    const { body } = await desk.call('POST', '/webhooks/outbound', {
      body: { name: 'Other', url: 'https://localhost/', events: ['incident.created'] },
    });
    for (const [change, act, isWanted] of changes) {
      await act(body.id);
      assert.equal(await finish(), undefined, change);
      const { webhooks } = await relay.run();
      assert.deepEqual(
        [webhook, body.id].map((id) => webhooks.includes(id)),
        [true, isWanted],
        change,
      );
      await incident();
      finish = await begin();
    }
  });
});
