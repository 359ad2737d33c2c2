import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { eventNames } from '../../src/events/index.ts';
import { addressOf, faultsOf, type Json } from '../support/harness.ts';
import { until } from '../support/processes.ts';
import { respondWith, makeAuthority, startReceiver } from '../support/receivers.ts';
import { LONG_DELAYS, retryTests } from './outbound.retry.cases.ts';
import { outboundSection } from './outbound.setup.ts';

outboundSection(
  'Outbound webhooks, managed',
  (instance) => {
    const good = { name: 'Pager', url: 'https://localhost/x', events: ['incident.created'] };
    const create = (fields: Json, options = {}) =>
      instance.call('POST', '/webhooks/outbound', { ...options, body: { ...good, ...fields } });

    test('a new webhook has default values and its owner, and shows its secret once', async () => {
      const { status, body, headers } = await create({});
      assert.equal(status, 201);
      const { id, secret, created_at, updated_at, ...rest } = body;
      assert.match(id, /^wh_out_[0-9a-f]{32}$/);
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
      assert.equal(Buffer.from(secret.slice(6), 'base64').length, 32);
      assert.equal(created_at, updated_at);
      assert.deepEqual(rest, {
        ...good,
        filters: [],
        headers: {},
        sign_payloads: true,
        active: true,
        timeout_seconds: 10,
        owner: addressOf('itsm_manager'),
        status: 'active',
        previous_secret_until: null,
        health: { status: 'idle', success_share_24h: null, last_failure_at: null },
        version: 1,
      });
      assert.equal(
        headers.get('location'),
        `https://desk.example.com/prod/api/v1/webhooks/outbound/${id}`,
      );
      const read = await instance.call('GET', `/webhooks/outbound/${id}`);
      assert.equal('secret' in read.body, false);
      assert.equal(read.headers.get('etag'), '"1"');
      const list = await instance.call('GET', '/webhooks/outbound');
      assert.ok(list.body.total >= 1);
      assert.equal(JSON.stringify(list.body).includes('whsec_'), false);
    });

    test('faults that no schema describes are reported with their pointers', async () => {
      const refused = await create({
        url: 'http://localhost/x',
        filters: [{ field: 'a', operator: 'in', value: 'x' }],
        headers: {
          'X-Service-Signature': 'x',
          host: 'x',
          a: 'b\r\nc: d',
          Twice: '1',
          twice: '2',
          ö: 'x',
        },
      });
      assert.equal(refused.status, 400);
      assert.deepEqual(faultsOf(refused), [
        '/filters/0/field not_allowed',
        '/filters/0/value invalid_type',
        '/headers/X-Service-Signature not_allowed',
        '/headers/a invalid_characters',
        '/headers/host not_allowed',
        '/headers/twice not_allowed',
        '/headers/ö invalid_format',
        '/url not_allowed',
      ]);
      const cases: [Json, string][] = [
        [{ url: 'https://u:p@localhost/' }, '/url not_allowed'],
        [{ url: 'nowhere' }, '/url invalid_format'],
        [{ url: 'https://10.0.0.1/' }, '/url refused_address'],
        [{ url: 'https://[::1]/' }, '/url refused_address'],
        [{ timeout_seconds: 31 }, '/timeout_seconds too_large'],
        [{ timeout_seconds: 0 }, '/timeout_seconds too_small'],
        [{ events: [] }, '/events too_few'],
        [{ events: ['incident.exploded'] }, '/events/0 not_allowed'],
        [
          { filters: [{ field: 'a', operator: 'like', value: 1 }] },
          '/filters/0/operator not_allowed',
        ],
        [{ secret: 'x' }, '/secret unknown_field'],
      ];
      for (const [fields, fault] of cases) {
        const reply = await create(fields);
        assert.deepEqual([reply.status, faultsOf(reply)], [400, [fault]]);
      }
    });

    test('a filter on a path that no subscribed event has is refused, on creation and on update', async () => {
      const events = ['incident.created', 'sla.breached'];
      const filterOn = (field: string) => [{ field, operator: 'exists', value: true }];
      const known = [
        'priority',
        'incident.category',
        'data.assignment_group',
        'assigned_to',
        'ci_id',
        'event',
        'changes.priority.to',
        'data.changes.state.from',
        'sla.breach_at',
        'incident.sequence',
      ];
      for (const field of known)
        assert.equal((await create({ events, filters: filterOn(field) })).status, 201, field);
      const unknown = [
        'prioritty',
        'change.priority',
        'priority.x',
        'event.x',
        'changes.x.y',
        'sla.x',
      ];
      for (const field of unknown) {
        const reply = await create({ events, filters: filterOn(field) });
        assert.deepEqual(
          [reply.status, faultsOf(reply)],
          [400, ['/filters/0/field not_allowed']],
          field,
        );
      }
      const { body: webhook } = await create({ events, filters: filterOn('sla.breach_at') });
      const patch = (body: Json) =>
        instance.call('PATCH', `/webhooks/outbound/${webhook.id}`, { body });
      assert.deepEqual(faultsOf(await patch({ events: ['incident.created'] })), [
        '/filters/0/field not_allowed',
      ]);
      assert.equal((await patch({ events: ['incident.created'], filters: [] })).status, 200);
    });

    test('a pattern stands alone, is stored as given, and any other one is refused with those that are allowed', async () => {
      for (const pattern of ['*', 'incident.*', 'sla.*', 'article.*']) {
        const { status, body } = await create({ events: [pattern], active: false });
        assert.deepEqual([status, body.events], [201, [pattern]]);
        const read = await instance.call('GET', `/webhooks/outbound/${body.id}`);
        assert.deepEqual(read.body.events, [pattern]);
      }
      const refused = ['incident.**', 'inc*', '*.created', 'incident.', '**', 'user.*', ''];
      for (const pattern of refused) {
        const reply = await create({ events: [pattern] });
        assert.deepEqual(
          [reply.status, faultsOf(reply)],
          [400, ['/events/0 not_allowed']],
          pattern,
        );
        const { allowed } = reply.body.errors[0];
        assert.ok(['*', 'incident.*', 'incident.created'].every((one) => allowed.includes(one)));
      }
      const both = await create({ events: ['sla.breached', 'incident.*'] });
      assert.deepEqual([both.status, faultsOf(both)], [400, ['/events/1 not_allowed']]);
      assert.match(both.body.errors[0].message, /must be the only element of events/);
      const { body: webhook } = await create({});
      const patched = await instance.call('PATCH', `/webhooks/outbound/${webhook.id}`, {
        body: { events: ['*', 'incident.created'] },
      });
      assert.deepEqual(faultsOf(patched), ['/events/0 not_allowed']);
    });

    test('a filter of a webhook with a pattern needs a path that one of the covered events has', async () => {
      const filterOn = (field: string) => [{ field, operator: 'exists', value: true }];
      const cases: [string, string, number][] = [
        ['*', 'change.risk', 201],
        ['*', 'note.body', 201],
        ['*', 'sla.breach_at', 201],
        ['incident.*', 'note.body', 201],
        ['incident.*', 'sla.breach_at', 400],
        ['article.*', 'title', 201],
        ['article.*', 'priority', 400],
        ['*', 'colour', 400],
      ];
      for (const [pattern, field, status] of cases) {
        const filters = filterOn(field);
        const reply = await create({ events: [pattern], filters, active: false });
        assert.equal(reply.status, status, `${pattern} ${field}`);
      }
    });

    test('a webhook of a deactivated owner is suspended with an alert, and sends the missed events once it has a new owner', async () => {
      const { call, running } = instance;
      const asAdmin = { as: 'super_admin' } as const;
      const admin = `${randomUUID()}@example.com`;
      await call('POST', '/users', {
        ...asAdmin,
        body: { email: admin, name: 'Root', roles: ['super_admin'] },
      });
      const email = `${randomUUID()}@example.com`;
      const { webhook, receiver } = await instance.webhook({}, { email });
      const { body: owner } = await call('GET', '/me', { email });
      const path = `/webhooks/outbound/${webhook.id}`;
      await instance.incident({ short_description: 'before' });
      await instance.waitForDeliveries(webhook.id, 'delivered');

      await call('PATCH', `/clients/${owner.id}`, { ...asAdmin, body: { active: false } });
      const suspended = await call('GET', path);
      assert.deepEqual([suspended.body.status, suspended.body.active], ['suspended', false]);
      const alerts = await running.sql(
        `select type, data from notifications where recipient = $1 and subject = $2`,
        [admin, webhook.id],
      );
      assert.deepEqual(alerts, [
        {
          type: 'webhook.owner_inactive',
          data: { webhook_id: webhook.id, webhook_name: webhook.name, owner: email },
        },
      ]);
      const mails = await running.sql(`select type, recipients from mails where record_id = $1`, [
        webhook.id,
      ]);
      assert.deepEqual(
        mails.filter(({ recipients }) => recipients.includes(admin)).map(({ type }) => type),
        ['webhook.owner_inactive'],
      );
      await instance.incident({ short_description: 'meanwhile' });
      await until('it is relayed', async () => {
        const rows = await running.sql('select from events where relayed_at is null');
        return rows.length === 0;
      });
      assert.equal((await instance.deliveries(webhook.id)).length, 1);

      const activated = await call('PATCH', path, { body: { active: true } });
      assert.deepEqual([activated.status, activated.body.code], [409, 'owner_may_not_act']);
      const same = await call('PATCH', path, { body: { owner: email, name: 'Night' } });
      assert.deepEqual([same.body.status, same.body.name], ['suspended', 'Night']);
      const inactive = await call('PATCH', path, { ...asAdmin, body: { owner: email } });
      assert.deepEqual([inactive.status, faultsOf(inactive)], [400, ['/owner not_allowed']]);

      const { status, body } = await call('PATCH', path, { ...asAdmin, body: { owner: admin } });
      assert.deepEqual([status, body.status, body.owner], [200, 'active', admin]);
      await instance.waitForDeliveries(webhook.id, 'delivered', 2);
      assert.deepEqual(
        receiver.received.map(({ body: sent }) => JSON.parse(String(sent)).data.short_description),
        ['before', 'meanwhile'],
      );
      const trail = await call('GET', `/audit?record=${webhook.id}`);
      assert.deepEqual(
        trail.body.data
          .filter(({ kind }: Json) => kind !== 'notification.mailed')
          .map(({ kind, changes }: Json) => [kind, Object.keys(changes).toSorted().join()])
          .slice(0, 4),
        [
          ['outbound_webhook.recovered', 'queued,since,until'],
          ['outbound_webhook.updated', 'active,owner'],
          ['outbound_webhook.updated', 'name'],
          ['outbound_webhook.updated', 'active'],
        ],
      );
    });

    test('an update keeps absent fields, increments the version and is audited without secrets', async () => {
      const { body: webhook } = await create({ headers: { Authorization: 'Bearer canary' } });
      const path = `/webhooks/outbound/${webhook.id}`;
      const { body } = await instance.call('GET', path);
      assert.deepEqual(body.headers, { authorization: 'Bearer canary' });
      const patched = await instance.call('PATCH', path, {
        body: { ...body, name: 'Night pager', headers: { authorization: 'Bearer canary-two' } },
        headers: { 'if-match': '"1"' },
      });
      assert.equal(patched.status, 200, patched.text);
      assert.deepEqual([patched.body.name, patched.body.version], ['Night pager', 2]);
      const same = await instance.call('PATCH', path, { body: { name: 'Night pager' } });
      assert.equal(same.body.version, 2);
      const stale = await instance.call('PATCH', path, {
        body: { name: 'x' },
        headers: { 'if-match': '"1"' },
      });
      assert.deepEqual([stale.status, stale.body.changed_fields], [412, ['headers', 'name']]);
      const byManager = await instance.call('PATCH', path, { body: { owner: 'eve@example.com' } });
      assert.deepEqual([byManager.status, byManager.body.required_roles], [403, ['super_admin']]);
      const trail = await instance.call('GET', `/audit?record=${webhook.id}`);
      assert.deepEqual(
        trail.body.data.map((entry: Json) => entry.kind),
        ['outbound_webhook.updated', 'outbound_webhook.created'],
      );
      assert.equal(/canary|whsec_/.test(trail.text), false);
      const [row] = await instance.running.sql('select * from outbound_webhooks where id = $1', [
        webhook.id,
      ]);
      assert.equal(
        /canary|whsec_/.test(row.headers.toString('latin1') + row.secret.toString('latin1')),
        false,
      );
      const asAgent = await instance.call('GET', path, { as: 'agent' });
      assert.deepEqual(asAgent.body.headers, { authorization: '***' });
    });

    test('managers manage outbound webhooks, agents and auditors read them, and requesters get 403', async () => {
      const { body: webhook } = await create({});
      const path = `/webhooks/outbound/${webhook.id}`;
      const reading = [path, '/webhooks/outbound', `${path}/deliveries`, `${path}/stats`];
      for (const as of ['super_admin', 'itsm_manager', 'agent', 'auditor'] as const) {
        for (const one of reading)
          assert.equal((await instance.call('GET', one, { as })).status, 200, one);
      }
      for (const one of reading)
        assert.equal((await instance.call('GET', one, { as: 'requester' })).status, 403);
      for (const as of ['agent', 'auditor', 'requester'] as const) {
        assert.equal((await create({}, { as })).status, 403);
        assert.equal(
          (await instance.call('PATCH', path, { as, body: { active: false } })).status,
          403,
        );
        assert.equal((await instance.call('DELETE', path, { as })).status, 403);
        assert.equal((await instance.call('POST', `${path}/test`, { as })).status, 403);
        assert.equal(
          (await instance.call('POST', `${path}/rotate-secret`, { as, body: {} })).status,
          403,
        );
      }
      assert.equal((await instance.call('GET', '/webhooks/outbound/wh_out_x')).status, 404);
      assert.equal(
        (await instance.call('GET', `/webhooks/outbound/wh_out_${'0'.repeat(32)}`)).status,
        404,
      );
      const absent = '00000000-0000-0000-0000-000000000000';
      assert.equal((await instance.call('GET', `/webhooks/deliveries/${absent}`)).status, 404);
    });

    const sendTestTo = async (url: string, fields: Json = {}) => {
      const { body, text } = await create({ url, ...fields });
      assert.ok(body.id, text);
      return (await instance.call('POST', `/webhooks/outbound/${body.id}/test`)).body;
    };

    test('a test returns the response of the receiver and leaves no delivery', async () => {
      const { webhook, receiver } = await instance.webhook();
      const { status, body } = await instance.call('POST', `/webhooks/outbound/${webhook.id}/test`);
      assert.deepEqual([status, body.delivered, body.attempt.status_code], [200, true, 204]);
      assert.equal(JSON.parse(receiver.received[0]!.body.toString()).test, true);
      assert.ok(receiver.received[0]!.headers['x-service-signature']);
      assert.deepEqual(await instance.deliveries(webhook.id), []);
      receiver.respond = respondWith(500, 'out of coffee');
      const failed = await sendTestTo(receiver.url);
      assert.deepEqual(
        [failed.delivered, failed.attempt.error, failed.attempt.response.body],
        [
          false,
          'The receiver responded 500 Internal Server Error; only a 2xx response confirms receipt.',
          'out of coffee',
        ],
      );
      receiver.respond = respondWith(302, '', { location: 'https://10.0.0.1/' });
      assert.match((await sendTestTo(receiver.url)).attempt.error, /a redirect to .* not followed/);
      receiver.respond = () => {};
      const slow = await sendTestTo(receiver.url, { timeout_seconds: 1 });
      assert.equal(slow.attempt.error, 'The receiver did not respond within 1 second.');
    });

    test('a test repeated with its idempotency key is not sent again, gets 409 while the first runs, and runs after a failure', async () => {
      const { webhook, receiver } = await instance.webhook();
      const path = `/webhooks/outbound/${webhook.id}/test`;
      const sendTest = (key: string, body?: Json) =>
        instance.call('POST', path, { headers: { 'idempotency-key': key }, body });
      const key = randomUUID();
      let release = () => {};
      receiver.respond = (_, response) => {
        release = () => response.writeHead(204).end();
      };
      const running = sendTest(key);
      await until('the first is posted', () => receiver.received.length === 1);
      const concurrent = await sendTest(key);
      assert.deepEqual([concurrent.status, concurrent.body.code], [409, 'request_in_progress']);
      assert.equal(concurrent.headers.get('retry-after'), '1');
      release();
      const first = await running;
      const again = await sendTest(key);
      assert.deepEqual(
        [first.status, again.status, again.text, again.headers.get('idempotent-replayed')],
        [200, 200, first.text, 'true'],
      );
      assert.equal(receiver.received.length, 1);
      assert.equal((await sendTest(key, {})).body.code, 'idempotency_key_reused');

      const absent = `/webhooks/outbound/wh_out_${'0'.repeat(32)}/test`;
      for (let n = 0; n < 2; n += 1) {
        const headers = { 'idempotency-key': key };
        assert.equal((await instance.call('POST', absent, { headers })).status, 404);
      }
    });

    test('an idempotency key claimed by a dead process can be used again after a minute', async () => {
      const { webhook, receiver } = await instance.webhook();
      const headers = { 'idempotency-key': randomUUID() };
      const sendTest = () =>
        instance.call('POST', `/webhooks/outbound/${webhook.id}/test`, { headers });
      await sendTest();
      const [{ id }] = await instance.running.sql(
        'select id from idempotency_keys order by created_at desc limit 1',
      );
      const ago = (seconds: number) =>
        instance.running.sql(
          `update idempotency_keys set status = 102, created_at = now() - $2 * interval '1 second' where id = $1`,
          [id, seconds],
        );
      await ago(50);
      assert.equal((await sendTest()).status, 409);
      await ago(70);
      assert.equal((await sendTest()).status, 200);
      assert.equal(receiver.received.length, 2);
    });

    test('a test explains an invalid certificate, a forbidden address and a closed port', async () => {
      const foreign = await startReceiver(respondWith(204), makeAuthority());
      const misnamed = await startReceiver(respondWith(204), makeAuthority('DNS:other.example'));
      const plain = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
      await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
      const { port } = plain.address() as { port: number };
      try {
        const words = async (url: string) => (await sendTestTo(url)).attempt.error;
        assert.match(await words(foreign.url), /not signed by an authority that is trusted/);
        assert.match(
          await words(misnamed.url),
          /not signed by an authority|not valid for the host name/,
        );
        assert.equal(
          await words(`https://localhost:${port}/`),
          'The receiver does not speak TLS on this port.',
        );
        assert.equal(await words('https://localhost:1/'), 'Nothing listens at localhost:1.');
        assert.match(await words('https://no-such-host.invalid/'), /could not be resolved/);
        const { webhook } = await instance.webhook();
        await instance.running.sql(
          `update outbound_webhooks set url = 'https://169.254.169.254/latest', version = version + 1 where id = $1`,
          [webhook.id],
        );
        const { body } = await instance.call('POST', `/webhooks/outbound/${webhook.id}/test`);
        assert.match(
          body.attempt.error,
          /^169\.254\.169\.254 is not a public address\. .*EGRESS_ALLOW/,
        );
      } finally {
        plain.close();
        await Promise.all([foreign.close(), misnamed.close()]);
      }
    });

    test('a test sends an example of any event type, and a mistyped one is 400 with the nearest', async () => {
      const { webhook, receiver } = await instance.webhook();
      const path = `/webhooks/outbound/${webhook.id}/test`;
      for (const event of eventNames) {
        const { status, body } = await instance.call('POST', path, { body: { event } });
        assert.deepEqual([status, body.delivered, JSON.parse(body.body).event], [200, true, event]);
        const { headers, body: bytes } = receiver.received.at(-1)!;
        const { data, ...sent } = JSON.parse(bytes.toString());
        assert.deepEqual([headers['x-service-event'], sent.event, sent.test], [event, event, true]);
        assert.ok(data.id && data.url, event);
      }
      const wrong = await instance.call('POST', path, { body: { event: 'incident.resolvd' } });
      const [fault] = wrong.body.errors;
      assert.deepEqual(
        [wrong.status, fault.pointer, fault.nearest],
        [400, '/event', 'incident.resolved'],
      );
      assert.ok(fault.allowed.includes('change.approved'));
      assert.equal(receiver.received.length, eventNames.length);
    });

    retryTests(instance);
  },
  { RETRY_DELAYS_SECONDS: LONG_DELAYS.join() },
);
