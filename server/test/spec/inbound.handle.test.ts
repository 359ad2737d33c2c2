import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, Reply } from '../support/harness.ts';
import { inbound, unsigned } from './inbound.setup.ts';
import { section } from './setup.ts';

/** Returns the whole reply as text: headers, body and decoded cursor. */
const textOf = ({ text, headers, body }: Reply): string =>
  [
    text,
    JSON.stringify([...headers]),
    Buffer.from(String(body?.next_cursor ?? ''), 'base64url').toString('latin1'),
  ].join('\n');

section('Inbound webhooks: the handle', (instance) => {
  const readers = ['agent', 'auditor'] as const;

  test('readers who may not manage webhooks see the handle, and the secret address nowhere', async () => {
    const { webhook, post } = await inbound(instance, unsigned);
    await inbound(instance, unsigned);
    assert.match(webhook.handle, /^whr_[0-9a-f]{32}$/);
    assert.ok(!webhook.handle.includes(webhook.id.slice(6)));
    const { event_id: eventId } = (await post({ title: 'x' })).body;
    await post({ title: 'y' });
    const path = `/webhooks/inbound/${webhook.handle}`;
    for (const as of readers) {
      const read = await instance.call('GET', path, { as });
      assert.deepEqual(
        [read.status, read.body.id, read.body.url, read.body.handle],
        [200, null, null, webhook.handle],
      );
      const event = await instance.call('GET', `${path}/events/${eventId}`, { as });
      assert.deepEqual(
        [event.status, event.body.webhook_id, event.body.webhook_handle],
        [200, null, webhook.handle],
      );
      const replies = [
        read,
        event,
        await instance.call('GET', '/webhooks/inbound?limit=1', { as }),
        await instance.call('GET', `${path}/events?limit=1`, { as }),
        await instance.call('POST', `${path}/preview`, { as, body: { payload: { title: 'x' } } }),
        await instance.call('GET', `${path}/nothing`, { as }),
        await instance.call('PATCH', path, { as, body: { active: false } }),
      ];
      assert.deepEqual(
        replies.map(({ status }) => status),
        [200, 200, 200, 200, 200, 404, 403],
      );
      for (const reply of replies) assert.doesNotMatch(textOf(reply), /wh_in_/);
      const next = (replies[2] as Reply).body.next_cursor;
      const second = await instance.call('GET', `/webhooks/inbound?limit=1&cursor=${next}`, { as });
      assert.equal(second.body.data[0].handle, webhook.handle);
    }
    const managed = await instance.call('GET', path);
    assert.deepEqual([managed.body.id, managed.body.url], [webhook.id, webhook.url]);
  });

  test('a webhook is managed by its handle or id, but events cannot be posted to the handle', async () => {
    const { webhook, post } = await inbound(instance, unsigned);
    const path = `/webhooks/inbound/${webhook.handle}`;
    const { event_id: eventId } = (await post({ title: 'x' })).body;
    const posted = await instance.call('POST', path, { as: null, body: { title: 'x' } });
    const unknown = await instance.call('POST', `/webhooks/inbound/wh_in_${'0'.repeat(32)}`, {
      as: null,
      body: { title: 'x' },
    });
    assert.deepEqual([posted.status, posted.body.detail], [401, unknown.body.detail]);
    const replies = [
      await instance.call('PATCH', path, {
        body: { name: 'Renamed' },
        headers: { 'if-match': '"1"' },
      }),
      await instance.call('POST', `${path}/rotate-secret`, { body: {} }),
      await instance.call('POST', `${path}/events/${eventId}/replay`),
      await instance.call('GET', `${path}/events`),
      await instance.call('DELETE', path),
    ];
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 201, 200, 200],
    );
    assert.equal(replies[3]?.body.data.length, 2);
    assert.equal((await instance.call('GET', path)).status, 404);
    assert.equal((await post({ title: 'x' })).status, 401);
    assert.equal((await instance.call('GET', `${path}/events/${eventId}`)).status, 200);
  });

  test('the audit trail names a webhook by its handle and never shows its id', async () => {
    const { webhook } = await inbound(instance, unsigned);
    await instance.call('PATCH', `/webhooks/inbound/${webhook.handle}`, {
      body: { name: 'Renamed' },
    });
    const trail = await instance.call('GET', `/audit?record=${webhook.handle}`, { as: 'auditor' });
    assert.deepEqual(
      trail.body.data.map(({ kind, record }: Json) => [kind, record.id]),
      [
        ['inbound_webhook.updated', webhook.handle],
        ['inbound_webhook.created', webhook.handle],
      ],
    );
    assert.doesNotMatch(textOf(trail), /wh_in_/);
    const stale = await instance.call('PATCH', `/webhooks/inbound/${webhook.id}`, {
      body: { name: 'x' },
      headers: { 'if-match': '"1"' },
    });
    assert.deepEqual(stale.body.changed_fields, ['name']);
  });
});
