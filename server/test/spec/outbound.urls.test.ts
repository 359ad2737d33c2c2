import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../support/harness.ts';
import { respondWith } from '../support/receivers.ts';
import { outboundSection } from './outbound.setup.ts';

const TOKEN = 'XyzzyPlughFrotzOzmoo1234';
const SECRET_PATH = `/services/T00000000/B00000000/${TOKEN}`;
const OTHER_TOKEN = 'AnotherTokenOfTheReceiver';

outboundSection('Outbound webhooks: urls that are credentials', (instance) => {
  const readers = ['agent', 'auditor'] as const;

  /** Creates a webhook at a secret path whose receiver echoes the path and redirects to another secret one. */
  const failing = async () => {
    const { receiver } = await instance.webhook({ active: false });
    const { origin } = new URL(receiver.url);
    receiver.respond = respondWith(302, `No ${SECRET_PATH} here`, {
      location: `${origin}/services/${OTHER_TOKEN}`,
      'x-echo': TOKEN,
    });
    const url = origin + SECRET_PATH;
    const { body: webhook } = await instance.call('POST', '/webhooks/outbound', {
      body: { name: 'Chat', url, events: ['incident.created'] },
    });
    return { webhook, url, origin };
  };

  test('callers who may not manage webhooks see only scheme and host in the webhook, its deliveries and attempts', async () => {
    const { webhook, url, origin } = await failing();
    await instance.incident();
    const [delivery] = await instance.waitForDeliveries(webhook.id, 'retrying');
    const path = `/webhooks/outbound/${webhook.id}`;
    for (const as of readers) {
      const read = await instance.call('GET', path, { as });
      const one = await instance.call('GET', `/webhooks/deliveries/${delivery.id}`, { as });
      assert.deepEqual(
        [read.body.url, one.body.attempts[0].request.url],
        [`${origin}/…`, `${origin}/…`],
      );
      assert.match(one.body.attempts[0].error, /a redirect to https:\/\/localhost:\d+\/…; /);
      const replies = [
        read,
        one,
        await instance.call('GET', '/webhooks/outbound', { as }),
        await instance.call('GET', `${path}/deliveries`, { as }),
        await instance.call('GET', `${path}/stats`, { as }),
      ];
      for (const { text } of replies) assert.doesNotMatch(text, /Xyzzy|AnotherToken|T00000000/);
    }
    const managed = await instance.call('GET', `/webhooks/deliveries/${delivery.id}`);
    assert.equal((await instance.call('GET', path)).body.url, url);
    assert.equal(managed.body.attempts[0].request.url, url);
  });

  test('a URL in the stored error or response of an attempt is masked for callers who may not manage webhooks', async () => {
    const { webhook, url, origin } = await failing();
    await instance.incident();
    const [delivery] = await instance.waitForDeliveries(webhook.id, 'retrying');
    await instance.call('PATCH', `/webhooks/outbound/${webhook.id}`, { body: { active: false } });
    const error = `The receiver responded 302 Found, a redirect to ${origin}/services/${OTHER_TOKEN}; redirects are not followed.`;
    const response = { headers: { location: url }, body: SECRET_PATH, body_truncated: false };
    await instance.running.sql('update attempts set error = $2, response = $3 where id = $1', [
      delivery.id,
      error,
      JSON.stringify(response),
    ]);
    await instance.running.sql('update deliveries set last_error = $2 where id = $1', [
      delivery.id,
      error,
    ]);
    const one = await instance.call('GET', `/webhooks/deliveries/${delivery.id}`, {
      as: 'auditor',
    });
    const all = await instance.call('GET', `/webhooks/outbound/${webhook.id}/deliveries`, {
      as: 'auditor',
    });
    for (const { text } of [one, all]) assert.doesNotMatch(text, /Xyzzy|AnotherToken|T00000000/);
  });

  test('the audit trail shows that the path of a URL changed but not its value', async () => {
    const { webhook, origin } = await failing();
    const path = `/webhooks/outbound/${webhook.id}`;
    await instance.call('PATCH', path, { body: { url: `${origin}/services/${OTHER_TOKEN}` } });
    const trail = await instance.call('GET', `/audit?record=${webhook.id}`, { as: 'auditor' });
    const urls = trail.body.data.map(({ changes }: Json) => changes.url);
    assert.equal(urls.length, 2);
    const shown = new RegExp(`^${origin}/…#[0-9a-f]{8}$`);
    for (const { from, to } of urls) {
      assert.match(to, shown);
      assert.ok(from === null || shown.test(from));
      assert.notEqual(from, to);
    }
    assert.doesNotMatch(trail.text, /Xyzzy|AnotherToken|T00000000/);
    const [created] = await instance.running.sql(
      `select changes::text from entries where record_id = $1 and kind = 'outbound_webhook.created'`,
      [webhook.id],
    );
    assert.doesNotMatch(created.changes, /Xyzzy/, 'it is not even stored');
  });
});
