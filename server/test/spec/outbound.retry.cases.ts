// A retry makes the next attempt now. The delays of these tests are so long that no other attempt comes by itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sql } from '../support/harness.ts';
import { until } from '../support/processes.ts';
import { type Receiver, respondWith } from '../support/receivers.ts';
import type { Outbound } from './outbound.setup.ts';

export const LONG_DELAYS = [600, 700, 800, 900];

export function retryTests(instance: Outbound): void {
  const pathOf = ({ id }: Json): string => `/webhooks/deliveries/${id}/retry`;
  const read = async ({ id }: Json): Promise<Json> =>
    (await instance.call('GET', `/webhooks/deliveries/${id}`)).body;
  const waitForAttempts = (delivery: Json, count: number): Promise<Json> =>
    until(`${count} attempts`, async () => {
      const now = await read(delivery);
      return now.attempt_count >= count && now;
    });
  const attemptsSeen = ({ received }: Receiver) =>
    received.map(({ headers }) => headers['x-service-attempt']);
  const countRetries = async ({ id }: Json): Promise<number> => {
    const kind = 'outbound_webhook.delivery_retried';
    const { body } = await instance.call('GET', `/audit?record=${id}&kind=${kind}`);
    return body.data.length;
  };

  /** Returns a delivery whose first attempt has failed. */
  const failOnce = async () => {
    const { webhook, receiver } = await instance.webhook();
    receiver.respond = respondWith(500);
    await instance.incident();
    const [delivery] = await instance.waitForDeliveries(webhook.id, 'retrying');
    return { webhook, receiver, delivery: delivery };
  };

  test('retries make the next numbered attempts, later delays count from their ends, and the fifth failure is final', async () => {
    const { webhook, receiver, delivery } = await failOnce();
    for (const [index, delay] of LONG_DELAYS.slice(1).entries()) {
      const { status, body } = await instance.call('POST', pathOf(delivery));
      assert.deepEqual([status, body.id, body.status], [202, delivery.id, 'retrying']);
      assert.equal(body.attempt_count, index + 1);
      assert.ok(Date.parse(body.next_attempt_at) <= Date.now() + 1000, body.next_attempt_at);
      const after = await waitForAttempts(delivery, index + 2);
      const last = after.attempts.at(-1);
      const ended = Date.parse(last.started_at) + last.duration_ms;
      assert.equal(Date.parse(after.next_attempt_at) - ended, delay * 1000);
    }
    assert.equal((await instance.call('POST', pathOf(delivery))).status, 202);
    const { status, finished_at, ...failed } = await waitForAttempts(delivery, 5);
    assert.deepEqual([status, 'next_attempt_at' in failed], ['failed', false]);
    assert.ok(finished_at);
    assert.deepEqual(attemptsSeen(receiver), ['1', '2', '3', '4', '5']);
    assert.equal(new Set(receiver.received.map(({ body }) => body.toString())).size, 1);
    assert.equal(await countRetries(webhook), 4);
    const again = await instance.call('POST', pathOf(delivery));
    assert.deepEqual(
      [again.status, again.body.code, again.body.delivery_status],
      [409, 'delivery_finished', 'failed'],
    );
    assert.match(again.body.detail, /\/replay\.$/);
  });

  test('a retry that succeeds delivers, and a replay before it says when the next attempt is', async () => {
    const { receiver, delivery } = await failOnce();
    const early = await instance.call('POST', `/webhooks/deliveries/${delivery.id}/replay`);
    assert.deepEqual(
      [early.status, early.body.code, early.body.next_attempt_at],
      [409, 'delivery_not_finished', delivery.next_attempt_at],
    );
    assert.ok(early.body.detail.includes(delivery.next_attempt_at), early.body.detail);
    receiver.respond = respondWith(204);
    assert.equal((await instance.call('POST', pathOf(delivery))).status, 202);
    const { status } = await waitForAttempts(delivery, 2);
    assert.equal(status, 'delivered');
    const again = await instance.call('POST', pathOf(delivery));
    assert.deepEqual([again.status, again.body.delivery_status], [409, 'delivered']);
  });

  test('several retries at once, however late they get the lock, cause one attempt and one audit entry', async () => {
    const { webhook, receiver, delivery } = await failOnce();
    const holder = await instance.running.deps.db.startTransaction().execute();
    await sql`select from outbound_webhooks where id = ${webhook.id} for update`.execute(holder);
    const calls = Array.from({ length: 4 }, () => instance.call('POST', pathOf(delivery)));
    await until('all wait for the webhook', async () => {
      const [row] = await instance.running.sql(
        `select count(*)::int as n from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return row.n >= calls.length;
    });
    await holder.commit().execute();
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    assert.deepEqual(statuses, [202, 202, 202, 202]);
    const { next_attempt_at } = await waitForAttempts(delivery, 2);
    assert.ok(Date.parse(next_attempt_at) > Date.now() + 60_000, next_attempt_at);
    assert.deepEqual(attemptsSeen(receiver), ['1', '2']);
    assert.equal(await countRetries(webhook), 1);
  });

  test('a retry during an attempt causes no other, neither at once nor after it', async () => {
    const { webhook, receiver } = await instance.webhook();
    const responded = Promise.withResolvers<void>();
    receiver.respond = async (_, response) => {
      await responded.promise;
      response.writeHead(500).end();
    };
    await instance.incident();
    await until('the attempt is in progress', () => receiver.received.length === 1);
    const [delivery] = await instance.deliveries(webhook.id);
    const { status, body } = await instance.call('POST', pathOf(delivery));
    assert.deepEqual([status, body.status, body.attempt_count], [202, 'pending', 0]);
    responded.resolve();
    const { next_attempt_at } = await waitForAttempts(delivery, 1);
    assert.ok(Date.parse(next_attempt_at) > Date.now() + 60_000, next_attempt_at);
    assert.equal(await countRetries(webhook), 0);
  });

  test('a retry is refused for an inactive webhook, a forbidden address, a deleted webhook and callers who may not manage webhooks', async () => {
    const { webhook, receiver, delivery } = await failOnce();
    const path = `/webhooks/outbound/${webhook.id}`;
    const refusal = async (as: 'super_admin' | 'agent' | 'requester' | 'auditor') => {
      const { status, body } = await instance.call('POST', pathOf(delivery), { as });
      return [status, body.code];
    };
    for (const as of ['agent', 'requester', 'auditor'] as const)
      assert.deepEqual(await refusal(as), [403, 'insufficient_role']);
    await instance.call('PATCH', path, { body: { active: false } });
    assert.deepEqual(await refusal('super_admin'), [409, 'webhook_inactive']);
    await instance.call('PATCH', path, { body: { active: true } });
    await instance.running.sql(
      `update outbound_webhooks set url = 'https://169.254.169.254/', version = version + 1 where id = $1`,
      [webhook.id],
    );
    assert.deepEqual(await refusal('super_admin'), [409, 'target_refused']);
    await instance.call('DELETE', path);
    assert.deepEqual(await refusal('super_admin'), [404, 'not_found']);
    const absent = { id: '00000000-0000-0000-0000-000000000000' };
    assert.equal((await instance.call('POST', pathOf(absent))).status, 404);
    assert.deepEqual(attemptsSeen(receiver), ['1']);
    assert.equal(await countRetries(webhook), 0);
  });
}
