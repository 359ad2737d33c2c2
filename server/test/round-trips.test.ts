// The most frequent writes take few round trips to PostgreSQL: each is a change of process on both sides.
import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import pg from 'pg';
import { Pipeline } from '../src/platform/postgres/prepared/pipeline.ts';
import { type Instance, startInstance } from './support/harness.ts';
import { post, signature, keepAliveAgent } from './support/senders.ts';

describe('Round trips', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());

  /** Returns the first statement of each round trip of `work`, without those of other work. */
  async function roundTripsOf(work: () => Promise<unknown>): Promise<string[]> {
    const texts: string[] = [];
    const prototype = pg.Client.prototype as unknown as { query: (...all: unknown[]) => unknown };
    const send = prototype.query;
    const database = new URL(instance.deps.config.DATABASE_URL).pathname.slice(1);
    const spy = mock.method(prototype, 'query', function query(this: pg.Client, ...all: unknown[]) {
      // Other queries belong to connections that have no part in a request, or to a test before this one whose instance
      // has not stopped yet.
      if (all[0] instanceof Pipeline && this.database === database) texts.push(all[0].text);
      return send.apply(this, all);
    });
    try {
      await work();
    } finally {
      spy.mock.restore();
    }
    const isOwn = (text: string) =>
      !/pg_notify|from settings|from fields|from sla_definitions|from rule_definitions|revocations/.test(
        text,
      );
    return texts.filter(isOwn).map((text) => text.trim().split(/\s+/, 3).join(' '));
  }

  async function assertRoundTrips(request: () => Promise<unknown>, expected: number) {
    const trips = await roundTripsOf(request);
    assert.equal(trips.length, expected, trips.join('; '));
  }

  /** The first request prepares statements and reads tokens and settings. */
  async function assertRoundTripsOfSecond(request: () => Promise<unknown>, expected: number) {
    await request();
    await assertRoundTrips(request, expected);
  }

  test('creating or updating an incident takes two round trips, and an update with a note three', async () => {
    const body = { short_description: 'One' };
    const create = () => instance.call('POST', '/incidents', { body });
    await assertRoundTripsOfSecond(create, 2);
    const { id } = (await create()).body;
    let n = 0;
    const update = (fields: object) => () =>
      instance.call('PATCH', `/incidents/${id}`, { body: { ...fields, category: `c${(n += 1)}` } });
    await assertRoundTripsOfSecond(update({}), 2);
    await assertRoundTripsOfSecond(update({ work_note: 'Seen.' }), 3);
  });

  test('looking up the assignee and the group takes no round trip for a new incident, and one for an update that changes them', async () => {
    const name = 'Network';
    await instance.call('POST', '/groups', { as: 'super_admin', body: { name } });
    const create = (fields: object) => async () => {
      const body = { short_description: 'One', ...fields };
      const { text } = await instance.call('POST', '/incidents', { body });
      assert.doesNotMatch(text, /warnings/);
    };
    await assertRoundTripsOfSecond(create({ assignment_group: name }), 2);
    const assigned = { assigned_to: 'agent@example.com' };
    await instance.call('POST', '/users', {
      as: 'super_admin',
      body: { email: assigned.assigned_to, name: 'Ada', roles: ['agent'] },
    });
    // The notification, its mail and the job that sends it take the other three.
    await assertRoundTripsOfSecond(create(assigned), 5);
    const { body } = await instance.call('POST', '/incidents', {
      body: { short_description: 'One' },
    });
    const update = (fields: object) => () =>
      instance.call('PATCH', `/incidents/${body.id}`, { body: fields });
    await update({ assignment_group: name })();
    await update({ assignment_group: null })();
    await assertRoundTrips(update({ assignment_group: name }), 3);
    const unchanged = { assignment_group: name, category: 'c' };
    await assertRoundTrips(update(unchanged), 2);
  });

  test('a signed event that creates an incident takes one round trip more than creating one', async () => {
    const { body: webhook } = await instance.call('POST', '/webhooks/inbound', {
      body: { name: 'Alerts', field_mapping: { short_description: '{{ text }}' } },
    });
    const agent = keepAliveAgent(1);
    const body = JSON.stringify({ text: 'the queue is long' });
    const headers = { 'x-service-signature': signature(webhook.secret, body) };
    const send = () =>
      post(agent, `${instance.url}/prod/api/v1/webhooks/inbound/${webhook.id}`, headers, body);
    try {
      assert.equal((await send()).status, 201);
      await assertRoundTripsOfSecond(send, 3);
    } finally {
      agent.destroy();
    }
  });
});
