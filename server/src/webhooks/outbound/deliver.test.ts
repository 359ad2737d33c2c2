import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Instance, startInstance } from '../../../test/support/harness.ts';
import { until } from '../../../test/support/processes.ts';
import { type Receiver, receiverEnv, startReceiver } from '../../../test/support/receivers.ts';
import { Deliverer } from './deliver.ts';
import { Relay } from './relay/relay.ts';

describe('The delivery loop', () => {
  let instance: Instance;
  let receiver: Receiver;
  before(async () => {
    instance = await startInstance({ env: receiverEnv() });
    receiver = await startReceiver();
    await instance.call('POST', '/webhooks/outbound', {
      body: { name: 'One', url: receiver.url, events: ['incident.created'] },
    });
  });
  after(async () => {
    await instance.stop();
    await receiver.close();
  });

  test('a delivery that is claimed again because its lease expired uses no second slot', async () => {
    const deliverer = new Deliverer(instance.deps);
    const arrive = async (count: number) => {
      deliverer.deliverDue();
      await until(`${count} arrived`, () => receiver.received.length >= count);
    };
    const isDone = async () => (await instance.sql('select from delivery_queue')).length === 0;
    // Each round uses half of a webhook's slots: counted double, they would be all.
    for (let round = 1; round <= 2; round += 1) {
      receiver.received.length = 0;
      let respond = () => {};
      const released = new Promise<void>((resolve) => (respond = resolve));
      receiver.respond = (_, response) => void released.then(() => response.writeHead(204).end());
      for (let n = 0; n < 8; n += 1) {
        await instance.call('POST', '/incidents', { body: { short_description: 'One' } });
      }
      await new Relay(instance.deps).run();
      await arrive(8);
      await instance.sql('update delivery_queue set leased_until = clock_timestamp()');
      await arrive(16);
      respond();
      await until('all are recorded', isDone);
    }
    await instance.call('POST', '/incidents', { body: { short_description: 'Last' } });
    await new Relay(instance.deps).run();
    await arrive(17);
    await until('the last one is recorded', isDone);
    const [row] = await instance.sql('select count(*)::int as n from attempts');
    assert.equal(row.n, 17);
    await deliverer.stop();
  });

  test('an attempt with secrets that another key sealed fails, and does not crash for ever', async () => {
    const [{ secret }] = await instance.sql('select secret from outbound_webhooks');
    await instance.sql(
      `update outbound_webhooks set secret = overlay(secret placing '\\x00000000' from 2 for 4)`,
    );
    await instance.call('POST', '/incidents', { body: { short_description: 'Sealed' } });
    await new Relay(instance.deps).run();
    const deliverer = new Deliverer(instance.deps);
    deliverer.deliverDue();
    const failed = await until('an attempt is recorded', async () => {
      const [row] = await instance.sql('select error from attempts where status_code is null');
      return row;
    });
    assert.match(failed.error, /encrypted with another ENCRYPTION_KEY, so nothing was sent/);
    const [delivery] = await instance.sql(
      `select attempts from deliveries where status = 'retrying'`,
    );
    assert.equal(delivery.attempts, 1);
    await deliverer.stop();
    await instance.sql('update outbound_webhooks set secret = $1', [secret]);
    await instance.sql('delete from delivery_queue');
  });

  test('a result that the database refuses delays no other result', async () => {
    receiver.respond = (_, response) => response.writeHead(204).end();
    const create = async (short_description: string) => {
      const { body } = await instance.call('POST', '/incidents', { body: { short_description } });
      await new Relay(instance.deps).run();
      const [{ id }] = await instance.sql('select id from deliveries where record_id = $1', [
        body.id,
      ]);
      return id;
    };
    const [refused, other] = [await create('Refused'), await create('Other')];
    await instance.sql(
      `insert into attempts (id, number, started_at, duration_ms, request) values ($1, 1, now(), 1, '{}')`,
      [refused],
    );
    const deliverer = new Deliverer(instance.deps);
    deliverer.deliverDue();
    const listQueued = () => instance.sql('select id from delivery_queue order by 1');
    await until('the other one is recorded', async () => (await listQueued()).length === 1);
    assert.deepEqual(await listQueued(), [{ id: refused }]);
    const [{ status }] = await instance.sql('select status from deliveries where id = $1', [other]);
    assert.equal(status, 'delivered');
    await instance.sql('delete from delivery_queue');
    await deliverer.stop();
  });

  test('a stop interrupts a receiver that hangs, and the event waits for its retry', async () => {
    const hanging = await startReceiver(() => {});
    await instance.call('POST', '/webhooks/outbound', {
      body: { name: 'Hangs', url: hanging.url, events: ['incident.priority_changed'] },
    });
    const { body } = await instance.call('POST', '/incidents', {
      body: { short_description: 'Hangs' },
    });
    await instance.call('PATCH', `/incidents/${body.id}`, { body: { priority: 'P1' } });
    await new Relay(instance.deps).run();
    const [stopped, next] = [new Deliverer(instance.deps), new Deliverer(instance.deps)];
    try {
      stopped.deliverDue();
      await until('the request has arrived', () => hanging.received.length === 1);
      await stopped.stop({ interruptAfterMs: 0, withinMs: 60_000 });
      const rows = await instance.sql(
        `select d.attempts, q.claim, q.due_at > now() as waits, a.error
         from delivery_queue q join deliveries d using (id) join attempts a using (id) where q.record_id = $1`,
        [body.id],
      );
      const error = 'The receiver had not responded when the service was stopped.';
      assert.deepEqual(rows, [{ attempts: 1, claim: null, waits: true, error }]);
      next.deliverDue();
      await next.stop();
      assert.equal(hanging.received.length, 1);
    } finally {
      await hanging.close();
    }
  });

  test('receivers that hang leave slots for one that does not, however many came first', async () => {
    const slots = { total: 16, perWebhook: 4 };
    const hanging = await startReceiver(() => {});
    const make = (url: string) =>
      instance.call('POST', '/webhooks/outbound', {
        body: { name: 'Other', url, events: ['incident.updated'] },
      });
    // These would need twice as many slots as there are, if each used all of its own.
    for (let n = 0; n < 8; n += 1) await make(hanging.url);
    const good = await startReceiver();
    await make(good.url);
    const deliverer = new Deliverer(instance.deps, slots);
    try {
      for (let n = 0; n < 6; n += 1) {
        const { body } = await instance.call('POST', '/incidents', {
          body: { short_description: 'Waits' },
        });
        await instance.call('PATCH', `/incidents/${body.id}`, { body: { category: 'a' } });
      }
      await new Relay(instance.deps).run();
      deliverer.deliverDue();
      await until('all good ones arrived', () => good.received.length === 6);
      const used = hanging.received.length;
      assert.ok(used >= 8 && used < slots.total, `${used} slots are used`);
    } finally {
      await Promise.all([hanging.close(), good.close()]);
      await deliverer.stop();
    }
  });
});
