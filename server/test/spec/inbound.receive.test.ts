import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf } from '../support/harness.ts';
import { hex, inbound, makeSecret, standardHeaders, unsigned } from './inbound.setup.ts';
import { section, TestClock } from './setup.ts';

const clock = new TestClock();

section(
  'Inbound webhooks: authentication of senders',
  (instance) => {
    test('an event is accepted although a warning quotes names that cannot be stored', async () => {
      const { post } = await inbound(instance, {
        field_mapping: { short_description: '{{ title }}', category: '{{ absent }}' },
      });
      for (const name of [`${'x'.repeat(39)}\u{1F525} status`, 'a\0b', '\uD83D']) {
        const { status, text } = await post({ title: 'Disk', [name]: 1 });
        assert.equal(status, 201, `${JSON.stringify(name)}: ${text}`);
      }
    });

    test('a signed event creates an incident in the name of the owner', async () => {
      const { webhook, post } = await inbound(instance, {
        field_mapping: {
          short_description: '{{ service }}: {{ message }}',
          priority: '{{ severity | map:"critical=P1" | default:"P3" }}',
        },
      });
      assert.match(webhook.id, /^wh_in_[0-9a-f]{32}$/);
      assert.equal(webhook.url, `https://desk.example.com/prod/api/webhooks/inbound/${webhook.id}`);
      assert.match(webhook.secret, /^whsec_/);
      const { status, body, text } = await post({
        service: 'mail',
        message: 'down',
        severity: 'critical',
      });
      assert.equal(status, 201, text);
      assert.deepEqual(
        { ...body, event_id: '', incident_id: '' },
        {
          event_id: '',
          status: 'created',
          incident_id: '',
          occurrences: 1,
        },
      );
      const incident = await instance.call('GET', `/incidents/${body.incident_id}`);
      assert.equal(incident.body.short_description, 'mail: down');
      assert.equal(incident.body.priority, 'P1');
      assert.equal(incident.body.opened_by, 'itsm_manager@example.com');
      assert.deepEqual(
        (await instance.events(body.incident_id)).map(({ type }) => type),
        ['incident.created'],
      );
    });

    test('unknown, inactive, deleted and wrongly signed webhooks are refused in the same words', async () => {
      const { webhook, post } = await inbound(instance);
      const other = await inbound(instance);
      await instance.call('PATCH', `/webhooks/inbound/${other.webhook.id}`, {
        body: { active: false },
      });
      const gone = await inbound(instance, unsigned);
      await instance.call('DELETE', `/webhooks/inbound/${gone.webhook.id}`);
      const body = '{"title":"x"}';
      const refusals = [
        await post(body, { 'x-service-signature': hex(makeSecret(), body) }),
        await post(body, { 'x-service-signature': '' }),
        await other.post(body),
        await gone.post(body),
        await instance.call('POST', `/webhooks/inbound/wh_in_${'0'.repeat(32)}`, {
          as: null,
          body,
        }),
        await instance.call('POST', '/webhooks/inbound/nonsense', { as: null, body: 'not json' }),
      ];
      const comparable = refusals.map(
        ({ status, body: { instance: _, request_id: __, ...rest }, headers }) => ({
          status,
          rest,
          asks: headers.get('www-authenticate'),
        }),
      );
      assert.equal(comparable[0]?.status, 401);
      for (const one of comparable) assert.deepEqual(one, comparable[0]);
      assert.ok(webhook.id);
    });

    test('a bearer token does not authenticate an event, and none is required', async () => {
      const { webhook } = await inbound(instance);
      const path = `/webhooks/inbound/${webhook.id}`;
      assert.equal((await instance.call('POST', path, { body: { title: 'x' } })).status, 401);
    });

    test('all three signature schemes are accepted', async () => {
      const { webhook, post } = await inbound(instance);
      const body = '{"title":"x"}';
      const none = { 'x-service-signature': 'no' };
      const good: Record<string, string>[] = [
        { 'x-service-signature': hex(webhook.secret, body) },
        { 'x-service-signature': `sha256=${hex(webhook.secret, body)}` },
        { ...none, 'x-hub-signature-256': `sha256=${hex(webhook.secret, body)}` },
        { ...none, ...standardHeaders(webhook.secret, body, clock.now) },
        {
          ...none,
          ...standardHeaders(webhook.secret, body, new Date(clock.now.getTime() - 299_000)),
        },
      ];
      for (const headers of good)
        assert.equal((await post(body, headers)).status, 201, JSON.stringify(headers));
      const old = new Date(clock.now.getTime() - 301_000);
      const bad: Record<string, string>[] = [
        { ...none, ...standardHeaders(webhook.secret, body, old) },
        {
          ...none,
          ...standardHeaders(webhook.secret, body, new Date(clock.now.getTime() + 301_000)),
        },
        { ...none, ...standardHeaders(webhook.secret, body, clock.now), 'webhook-id': 'another' },
        { 'x-service-signature': hex(webhook.secret, body).toUpperCase() },
        { 'x-service-signature': hex(webhook.secret, `${body} `) },
      ];
      for (const headers of bad)
        assert.equal((await post(body, headers)).status, 401, JSON.stringify(headers));
    });

    test('both secrets are accepted after a rotation until the grace period ends', async () => {
      const { webhook, post } = await inbound(instance);
      const rotated = await instance.call('POST', `/webhooks/inbound/${webhook.id}/rotate-secret`, {
        body: { grace_seconds: 60 },
      });
      assert.equal(rotated.status, 200);
      const shown = await instance.call('GET', `/webhooks/inbound/${webhook.id}`);
      assert.equal(shown.body.previous_secret_until, rotated.body.previous_secret_until);
      const body = '{"title":"x"}';
      const by = (secret: string) => post(body, { 'x-service-signature': hex(secret, body) });
      assert.equal((await by(webhook.secret)).status, 201);
      assert.equal((await by(rotated.body.secret)).status, 201);
      clock.forward(61);
      assert.equal((await by(webhook.secret)).status, 401);
      assert.equal((await by(rotated.body.secret)).status, 201);
      const [row] = await instance.running.sql('select * from inbound_webhooks where id = $1', [
        webhook.id,
      ]);
      assert.ok(!JSON.stringify(row).includes(webhook.secret.slice(6)), 'the secret is sealed');
    });

    test('the previous secret is accepted for 24 hours by default', async () => {
      const { webhook, post } = await inbound(instance);
      const path = `/webhooks/inbound/${webhook.id}/rotate-secret`;
      assert.equal((await instance.call('POST', path, { body: {} })).status, 200);
      clock.forward(24 * 3600 - 1);
      assert.equal((await post({ title: 'x' })).status, 201);
      clock.forward(2);
      assert.equal((await post({ title: 'x' })).status, 401);
    });

    test('an event nested deeper than 64 levels is refused', async () => {
      const { webhook, post } = await inbound(instance, unsigned);
      const path = `/webhooks/inbound/${webhook.id}`;
      const nest = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
      const accepted = await post(nest(64));
      assert.equal(accepted.status, 201);
      const { payload } = (await instance.call('GET', `${path}/events/${accepted.body.event_id}`))
        .body;
      assert.equal(JSON.stringify(payload), nest(64));
      const tried = await instance.call('POST', `${path}/preview`, { body: { payload } });
      assert.equal(tried.status, 200);
      const deep = `{"title":"x","list":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
      for (const body of [nest(65), deep])
        assert.deepEqual(faultsOf(await post(body)), [' too_deep']);
      const body = `{"payload":${deep}}`;
      assert.equal((await instance.call('POST', `${path}/preview`, { body })).status, 400);
    });

    test('a body that is too large or no JSON object is refused and not stored', async () => {
      const { webhook, post } = await inbound(instance, unsigned);
      assert.equal((await post('{')).body.code, 'malformed_json');
      assert.deepEqual(faultsOf(await post('[1]')), [' invalid_type']);
      assert.equal((await post({ title: 'x'.repeat(524_289) })).status, 413);
      assert.equal(
        (await post('x=1', { 'content-type': 'application/x-www-form-urlencoded' })).status,
        415,
      );
      const events = await instance.call('GET', `/webhooks/inbound/${webhook.id}/events`);
      assert.deepEqual(events.body.data, []);
    });
  },
  { clock },
);
