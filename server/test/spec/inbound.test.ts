import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { faultsOf, type Json } from '../harness.ts';
import { hex, inbound, makeSecret, standardHeaders, unsigned } from './inbound.setup.ts';
import { section, TestClock } from './setup.ts';

const clock = new TestClock();

section(
  'Inbound webhooks',
  (desk) => {
    test('a signed event opens an incident in the name of the owner', async () => {
      const { webhook, post } = await inbound(desk, {
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
      const incident = await desk.call('GET', `/incidents/${body.incident_id}`);
      assert.equal(incident.body.short_description, 'mail: down');
      assert.equal(incident.body.priority, 'P1');
      assert.equal(incident.body.opened_by, 'itsm_manager@example.com');
      assert.deepEqual(
        (await desk.events(body.incident_id)).map(({ type }) => type),
        ['incident.created'],
      );
    });

    test('unknown, inactive, deleted and wrongly signed are refused in the same words', async () => {
      const { webhook, post } = await inbound(desk);
      const other = await inbound(desk);
      await desk.call('PATCH', `/webhooks/inbound/${other.webhook.id}`, {
        body: { active: false },
      });
      const gone = await inbound(desk, unsigned);
      await desk.call('DELETE', `/webhooks/inbound/${gone.webhook.id}`);
      const body = '{"title":"x"}';
      const refusals = [
        await post(body, { 'x-service-signature': hex(makeSecret(), body) }),
        await post(body, { 'x-service-signature': '' }),
        await other.post(body),
        await gone.post(body),
        await desk.call('POST', `/webhooks/inbound/wh_in_${'0'.repeat(32)}`, { as: null, body }),
        await desk.call('POST', '/webhooks/inbound/nonsense', { as: null, body: 'not json' }),
      ];
      const told = refusals.map(
        ({ status, body: { instance: _, request_id: __, ...rest }, headers }) => ({
          status,
          rest,
          asks: headers.get('www-authenticate'),
        }),
      );
      assert.equal(told[0]?.status, 401);
      for (const one of told) assert.deepEqual(one, told[0]);
      assert.ok(webhook.id);
    });

    test('a token does not open the door, and none is asked for', async () => {
      const { webhook } = await inbound(desk);
      const path = `/webhooks/inbound/${webhook.id}`;
      assert.equal((await desk.call('POST', path, { body: { title: 'x' } })).status, 401);
    });

    test('all three schemes of signing are accepted', async () => {
      const { webhook, post } = await inbound(desk);
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

    test('after a rotation both secrets are accepted until the grace is over', async () => {
      const { webhook, post } = await inbound(desk);
      const rotated = await desk.call('POST', `/webhooks/inbound/${webhook.id}/rotate-secret`, {
        body: { grace_seconds: 60 },
      });
      assert.equal(rotated.status, 200);
      const body = '{"title":"x"}';
      const by = (secret: string) => post(body, { 'x-service-signature': hex(secret, body) });
      assert.equal((await by(webhook.secret)).status, 201);
      assert.equal((await by(rotated.body.secret)).status, 201);
      clock.forward(61);
      assert.equal((await by(webhook.secret)).status, 401);
      assert.equal((await by(rotated.body.secret)).status, 201);
      const [row] = await desk.instance.sql('select * from inbound_webhooks where id = $1', [
        webhook.id,
      ]);
      assert.ok(!JSON.stringify(row).includes(webhook.secret.slice(6)), 'the secret is sealed');
    });

    test('unless said otherwise, the secret before the last is accepted for 24 hours', async () => {
      const { webhook, post } = await inbound(desk);
      const path = `/webhooks/inbound/${webhook.id}/rotate-secret`;
      assert.equal((await desk.call('POST', path, { body: {} })).status, 200);
      clock.forward(24 * 3600 - 1);
      assert.equal((await post({ title: 'x' })).status, 201);
      clock.forward(2);
      assert.equal((await post({ title: 'x' })).status, 401);
    });

    test('what is not a JSON object, or too large, is refused and leaves nothing', async () => {
      const { webhook, post } = await inbound(desk, unsigned);
      assert.equal((await post('{')).body.code, 'malformed_json');
      assert.deepEqual(faultsOf(await post('[1]')), [' invalid_type']);
      assert.equal((await post({ title: 'x'.repeat(524_289) })).status, 413);
      assert.equal(
        (await post('x=1', { 'content-type': 'application/x-www-form-urlencoded' })).status,
        415,
      );
      const events = await desk.call('GET', `/webhooks/inbound/${webhook.id}/events`);
      assert.deepEqual(events.body.data, []);
    });

    test('an event that a filter keeps out is ignored, and told which', async () => {
      const filter = { field: 'status', operator: 'eq', value: 'firing' };
      const { post } = await inbound(desk, { filters: [filter] });
      const { status, body } = await post({ status: 'resolved', title: 'x' });
      assert.equal(status, 200);
      assert.equal(body.status, 'ignored');
      assert.deepEqual(body.filter, filter);
      assert.equal((await post({ status: 'firing', title: 'x' })).status, 201);
    });

    test('a resend under the same delivery id does nothing for 24 hours', async () => {
      for (const header of ['webhook-id', 'X-GitHub-Delivery', 'Idempotency-Key']) {
        const { post } = await inbound(desk);
        const headers = { [header]: randomUUID() };
        const first = await post({ title: 'x' }, headers);
        assert.equal(first.status, 201);
        const again = await post({ title: 'x' }, headers);
        assert.equal(again.status, 200);
        assert.equal(again.body.status, 'deduplicated');
        assert.equal(again.body.incident_id, first.body.incident_id);
        clock.forward(86_401);
        assert.equal((await post({ title: 'x' }, headers)).status, 201);
      }
    });

    test('while an incident with the key is open a repetition is counted and noted, then a new one opens', async () => {
      const key = randomUUID();
      const { post } = await inbound(desk, { dedup_key: '{{ key }}' });
      const first = await post({ title: 'disk full', key });
      const again = await post({ title: 'disk still full', key });
      assert.equal(again.status, 200);
      const { incident_id: id } = first.body;
      assert.deepEqual(
        { ...again.body, event_id: '' },
        {
          event_id: '',
          status: 'deduplicated',
          incident_id: id,
          occurrences: 2,
        },
      );
      const incident = await desk.call('GET', `/incidents/${id}`);
      assert.equal(incident.body.occurrences, 2);
      const notes = await desk.call('GET', `/incidents/${id}/notes`);
      assert.match(notes.body.data[0].body, /disk still full/);
      await desk.walk(id, 'in_progress', 'resolved');
      const next = await post({ title: 'disk full', key });
      assert.equal(next.status, 201);
      assert.notEqual(next.body.incident_id, id);
    });

    test('the key is one for the instance, whichever webhook names it', async () => {
      const key = randomUUID();
      const one = await inbound(desk, { dedup_key: 'host/{{ key }}' });
      const two = await inbound(desk, { dedup_key: 'host/{{ key }}' });
      const first = await one.post({ title: 'x', key });
      assert.equal((await two.post({ title: 'x', key })).body.incident_id, first.body.incident_id);
    });

    test('resolve_incident takes every step of the table in one transaction', async () => {
      const key = randomUUID();
      const { post } = await inbound(desk, { dedup_key: '{{ key }}' });
      const mender = await inbound(desk, {
        action: 'resolve_incident',
        dedup_key: '{{ key }}',
        field_mapping: { resolution: '{{ why }}' },
      });
      for (const states of [
        [],
        ['in_progress'],
        ['in_progress', 'on_hold'],
        ['in_progress', 'resolved', 'reopened'],
      ]) {
        const { incident_id: id } = (await post({ title: 'x', key })).body;
        await desk.walk(id, ...states);
        const before = (await desk.events(id)).length;
        const { status, body } = await mender.post({ key, why: 'restarted' });
        assert.equal(status, 200);
        assert.equal(body.status, 'resolved');
        assert.equal(body.incident_id, id);
        const incident = await desk.call('GET', `/incidents/${id}`);
        assert.equal(incident.body.state, 'resolved');
        assert.equal(incident.body.resolution, 'restarted');
        const types = (await desk.events(id)).slice(before).map(({ type }) => type);
        const last = ['incident.updated', 'incident.resolved'];
        assert.deepEqual(
          types,
          states.at(-1) === 'in_progress' ? last : ['incident.updated', ...last],
        );
      }
      const nothing = await mender.post({ key, why: 'restarted' });
      assert.equal(nothing.body.status, 'ignored');
      assert.match(nothing.body.reason, /No open incident/);
    });

    test('an alert is not lost for a bad value: it is translated, cut or left out, and that is told', async () => {
      const { webhook, post } = await inbound(desk, {
        field_mapping: {
          short_description: '{{ title }}',
          priority: '{{ severity }}',
          urgency: '{{ severity }}',
          assigned_to: '{{ who }}',
          ci_id: '{{ ci }}',
          category: '{{ long }}',
          external_id: '{{ id }}',
        },
      });
      const payload = {
        severity: 'Sev-1',
        who: 'nobody',
        ci: 'srv\u0000-1',
        long: 'é'.repeat(300),
        id: randomUUID(),
      };
      const { status, body } = await post(payload);
      assert.equal(status, 201);
      const incident = (await desk.call('GET', `/incidents/${body.incident_id}`)).body;
      assert.equal(incident.short_description, 'Probe');
      assert.equal(incident.priority, 'P1');
      assert.equal(incident.urgency, 'high');
      assert.equal(incident.assigned_to, null);
      assert.equal(incident.ci_id, null);
      assert.equal(incident.category, 'é'.repeat(255));
      const codes = body.mapping_warnings
        .map(({ field, code }: Json) => `${field} ${code}`)
        .toSorted();
      assert.deepEqual(codes, [
        'assigned_to left_out',
        'category truncated',
        'ci_id left_out',
        'priority translated',
        'short_description missing_path',
        'short_description replaced',
        'urgency translated',
      ]);
      const again = await post(payload);
      assert.equal(again.status, 201, 'a taken external_id is left out');
      const events = await desk.call('GET', `/webhooks/inbound/${webhook.id}/events`);
      assert.equal(events.body.data[0].mapping_warnings.at(-1).field, 'external_id');
    });

    test('preview explains a wrong path and creates nothing', async () => {
      const { webhook } = await inbound(desk, {
        field_mapping: {
          short_description: '{{ alert.lables.host }}',
          priority: '{{ $headers.x-prio }}',
        },
        filters: [{ field: 'payload.alert.status', operator: 'eq', value: 'firing' }],
      });
      const { status, body } = await desk.call('POST', `/webhooks/inbound/${webhook.id}/preview`, {
        as: 'agent',
        body: {
          payload: { alert: { labels: { host: 'a' }, status: 'ok' } },
          headers: { 'X-Prio': 'P2' },
        },
      });
      assert.equal(status, 200);
      assert.deepEqual(body.incident, { short_description: 'Probe', priority: 'P2' });
      assert.deepEqual(body.filters, [
        {
          field: 'payload.alert.status',
          operator: 'eq',
          value: 'firing',
          passed: false,
          actual: 'ok',
        },
      ]);
      assert.equal(body.would, 'be_ignored');
      assert.equal(body.warnings[0].message, 'lables is not in alert; it has labels, status.');
      const events = await desk.call('GET', `/webhooks/inbound/${webhook.id}/events`);
      assert.deepEqual(events.body.data, []);
    });

    test('a stored event is taken again after the mapping was mended', async () => {
      const { webhook, post } = await inbound(desk, {
        filters: [{ field: 'kind', operator: 'eq', value: 'alarm' }],
      });
      const ignored = await post({ title: 'lost?', kind: 'alert' }, { 'webhook-id': 'one' });
      assert.equal(ignored.body.status, 'ignored');
      const path = `/webhooks/inbound/${webhook.id}`;
      const stored = await desk.call('GET', `${path}/events/${ignored.body.event_id}`, {
        as: 'auditor',
      });
      assert.deepEqual(stored.body.payload, { title: 'lost?', kind: 'alert' });
      await desk.call('PATCH', path, { body: { filters: [] } });
      const replayed = await desk.call('POST', `${path}/events/${ignored.body.event_id}/replay`);
      assert.equal(replayed.status, 201, replayed.text);
      const incident = await desk.call('GET', `/incidents/${replayed.body.incident_id}`);
      assert.equal(incident.body.short_description, 'lost?');
      const list = await desk.call('GET', `${path}/events?status=created`);
      assert.equal(list.body.data[0].replay_of, ignored.body.event_id);
      const audit = await desk.call('GET', `/audit?record=${webhook.id}`);
      assert.equal(audit.body.data[0].kind, 'inbound_webhook.event_replayed');
    });

    test('what a webhook cannot do is refused with its place', async () => {
      const refused = await desk.call('POST', '/webhooks/inbound', {
        body: {
          name: 'x',
          action: 'resolve_incident',
          field_mapping: {
            short_description: '{{ title',
            priority: '{{ a | uper }}',
            description: '{{ a b }}',
          },
          filters: [{ field: 'a..b', operator: 'eq', value: 1 }],
        },
      });
      assert.equal(refused.status, 400);
      assert.deepEqual(faultsOf(refused), [
        '/dedup_key required',
        '/field_mapping/description invalid_format',
        '/field_mapping/priority invalid_format',
        '/field_mapping/short_description invalid_format',
        '/filters/0/field invalid_format',
      ]);
      const unknown = await desk.call('POST', '/webhooks/inbound', {
        body: { name: 'x', action: 'upsert_ci', field_mapping: { state: 'new' } },
      });
      assert.deepEqual(faultsOf(unknown), [
        '/action not_allowed',
        '/field_mapping/state unknown_field',
      ]);
      const fault = unknown.body.errors.find(({ pointer }: Json) => pointer === '/action');
      assert.deepEqual(fault.allowed, ['create_incident', 'resolve_incident']);
    });

    test('a webhook is read, sent back, changed and removed; the secret is never shown again', async () => {
      clock.forward(1);
      const { webhook } = await inbound(desk, unsigned);
      const path = `/webhooks/inbound/${webhook.id}`;
      const read = await desk.call('GET', path, { as: 'agent' });
      assert.equal(read.body.secret, undefined);
      const same = await desk.call('PATCH', path, { body: read.body });
      assert.equal(same.body.version, 1);
      const signed = await desk.call('PATCH', path, { body: { secret_enabled: true } });
      assert.match(signed.body.secret, /^whsec_/);
      assert.equal((await desk.call('GET', path)).body.secret, undefined);
      const list = await desk.call('GET', '/webhooks/inbound?limit=1');
      assert.equal(list.body.data[0].id, webhook.id);
      assert.equal((await desk.call('DELETE', path)).body.deleted, true);
      assert.equal((await desk.call('GET', path)).status, 404);
    });

    test('an owner who is deactivated, or may no longer create incidents, makes it inactive', async () => {
      const email = `${randomUUID()}@example.com`;
      const { post } = await inbound(desk, {}, { email });
      const { body: owner } = await desk.call('GET', '/me', { email });
      for (const [change, status] of [
        [{ roles: ['agent'] }, 201],
        [{ roles: ['auditor'] }, 401],
        [{ roles: ['agent'], active: false }, 401],
        [{ active: true }, 201],
      ] as const) {
        await desk.call('PATCH', `/clients/${owner.id}`, { as: 'super_admin', body: change });
        assert.equal((await post({ title: 'x' })).status, status, JSON.stringify(change));
      }
    });
  },
  { clock },
);
