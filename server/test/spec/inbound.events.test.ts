import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { faultsOf, type Json } from '../support/harness.ts';
import { testOneUrl } from './inbound.one-url.ts';
import { inbound } from './inbound.setup.ts';
import { section, TestClock } from './setup.ts';

const clock = new TestClock();

section(
  'Inbound webhooks: processing of events',
  (instance) => {
    testOneUrl(instance);

    test('an event that a filter rejects is ignored, and the response names the filter', async () => {
      const filter = { field: 'status', operator: 'eq', value: 'firing' };
      const { post } = await inbound(instance, { filters: [filter] });
      const { status, body } = await post({ status: 'resolved', title: 'x' });
      assert.equal(status, 200);
      assert.equal(body.status, 'ignored');
      assert.deepEqual(body.filter, filter);
      assert.equal((await post({ status: 'firing', title: 'x' })).status, 201);
    });

    test('an event sent again with the same delivery id is ignored for 24 hours', async () => {
      for (const header of ['webhook-id', 'X-GitHub-Delivery', 'Idempotency-Key']) {
        const { post } = await inbound(instance);
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

    test('repeated events are counted and noted on the open incident with their key; a new one is created after it is closed', async () => {
      const key = randomUUID();
      const { post } = await inbound(instance, { dedup_key: '{{ key }}' });
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
      const incident = await instance.call('GET', `/incidents/${id}`);
      assert.equal(incident.body.occurrences, 2);
      const notes = await instance.call('GET', `/incidents/${id}/notes`);
      assert.match(notes.body.data[0].body, /disk still full/);
      await instance.walk(id, 'in_progress', 'resolved');
      const next = await post({ title: 'disk full', key });
      assert.equal(next.status, 201);
      assert.notEqual(next.body.incident_id, id);
    });

    test('events of two webhooks with the same deduplication key update one incident', async () => {
      const key = randomUUID();
      const one = await inbound(instance, { dedup_key: 'host/{{ key }}' });
      const two = await inbound(instance, { dedup_key: 'host/{{ key }}' });
      const first = await one.post({ title: 'x', key });
      assert.equal((await two.post({ title: 'x', key })).body.incident_id, first.body.incident_id);
    });

    test('only audit entries caused by a webhook have its handle and the name it had then', async () => {
      const dedup_key = `via-{{ key }}-${randomUUID()}`;
      const opener = await inbound(instance, { name: 'Alertmanager', dedup_key });
      const resolver = await inbound(instance, { action: 'resolve_incident', dedup_key });
      const { incident_id: id, event_id } = (await opener.post({ title: 'x', key: 1 })).body;
      const path = `/webhooks/inbound/${opener.webhook.handle}`;
      await instance.call('PATCH', path, { body: { name: 'Renamed' } });
      await opener.post({ title: 'x', key: 1 });
      await instance.call('PATCH', `/incidents/${id}`, { body: { priority: 'P2' } });
      await resolver.post({ title: 'x', key: 1 });
      const again = await instance.call('POST', `${path}/events/${event_id}/replay`);
      assert.equal(again.status, 201, again.text);
      await instance.call('DELETE', path);
      const viaOf = ({ via }: Json) => via && [via.type, via.id, via.name];
      const byOpener = ['inbound_webhook', opener.webhook.handle];
      const byResolver = ['inbound_webhook', resolver.webhook.handle, 'Probe'];
      const expected = [
        [...byOpener, 'Alertmanager'],
        [...byOpener, 'Renamed'],
        undefined,
        byResolver,
        byResolver,
      ];
      const timeline = await instance.call('GET', `/incidents/${id}/timeline?order=asc`);
      assert.deepEqual(timeline.body.data.map(viaOf), expected);
      assert.ok(timeline.body.data.every((one: Json) => !('via' in one) || one.via));
      const trail = await instance.call('GET', `/audit?record=${id}&order=asc`);
      assert.deepEqual(trail.body.data.map(viaOf), expected);
      const [first] = trail.body.data;
      assert.equal(first.actor, 'itsm_manager@example.com', 'the actor stays');
      const replayed = await instance.call('GET', `/incidents/${again.body.incident_id}/timeline`);
      assert.deepEqual(replayed.body.data.map(viaOf), [[...byOpener, 'Renamed']]);
      const own = { as: 'requester', email: 'itsm_manager@example.com' } as const;
      const seen = await instance.call('GET', `/incidents/${id}/timeline`, own);
      assert.deepEqual(
        seen.body.data.flatMap((one: Json) => viaOf(one) ?? []),
        [],
      );
    });

    test('resolve_incident makes every transition to resolved in one transaction', async () => {
      const key = randomUUID();
      const { post } = await inbound(instance, { dedup_key: '{{ key }}' });
      const resolver = await inbound(instance, {
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
        await instance.walk(id, ...states);
        const before = (await instance.events(id)).length;
        const { status, body } = await resolver.post({ key, why: 'restarted' });
        assert.equal(status, 200);
        assert.equal(body.status, 'resolved');
        assert.equal(body.incident_id, id);
        const incident = await instance.call('GET', `/incidents/${id}`);
        assert.equal(incident.body.state, 'resolved');
        assert.equal(incident.body.resolution, 'restarted');
        const types = (await instance.events(id)).slice(before).map(({ type }) => type);
        const last = ['incident.updated', 'incident.resolved', 'incident.note_added'];
        assert.deepEqual(
          types,
          states.at(-1) === 'in_progress' ? last : ['incident.updated', ...last],
        );
      }
      const nothing = await resolver.post({ key, why: 'restarted' });
      assert.equal(nothing.body.status, 'ignored');
      assert.match(nothing.body.reason, /No open incident/);
    });

    test('an invalid value is mapped, truncated or omitted with a warning, and the alert still opens an incident', async () => {
      const { webhook, post } = await inbound(instance, {
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
      const incident = (await instance.call('GET', `/incidents/${body.incident_id}`)).body;
      assert.equal(incident.short_description, 'Probe');
      assert.equal(incident.priority, 'P1');
      assert.equal(incident.urgency, 'high');
      assert.equal(incident.assigned_to, null);
      assert.equal(incident.ci_id, null);
      assert.equal(incident.category, 'é'.repeat(200), 'at most 400 bytes');
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
      const events = await instance.call('GET', `/webhooks/inbound/${webhook.id}/events`);
      assert.equal(events.body.data[0].mapping_warnings.at(-1).field, 'external_id');
    });

    test('a mapping names the requester; an alert has none without it', async () => {
      const field_mapping = { short_description: '{{ title }}', requester: '{{ from }}' };
      const { post } = await inbound(instance, { field_mapping });
      const requesterOf = async (payload: Json) => {
        const { body } = await post({ title: 'Help', ...payload });
        const found = await instance.call('GET', `/incidents/${body.incident_id}`);
        return [found.body.requester, (body.mapping_warnings ?? []).map((one: Json) => one.code)];
      };
      assert.deepEqual(await requesterOf({ from: 'Anna@example.com' }), ['Anna@example.com', []]);
      assert.deepEqual(await requesterOf({}), [null, ['missing_path']]);
      assert.deepEqual(await requesterOf({ from: 'nobody' }), [null, ['left_out']]);
    });

    test('a preview explains a wrong path and creates no incident', async () => {
      const { webhook } = await inbound(instance, {
        field_mapping: {
          short_description: '{{ alert.lables.host }}',
          priority: '{{ $headers.x-prio }}',
        },
        filters: [{ field: 'payload.alert.status', operator: 'eq', value: 'firing' }],
      });
      const { status, body } = await instance.call(
        'POST',
        `/webhooks/inbound/${webhook.id}/preview`,
        {
          as: 'agent',
          body: {
            payload: { alert: { labels: { host: 'a' }, status: 'ok' } },
            headers: { 'X-Prio': 'P2' },
          },
        },
      );
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
      const key = { headers: { 'idempotency-key': randomUUID() }, body: { payload: {} } };
      const [once, twice] = [
        await instance.call('POST', `/webhooks/inbound/${webhook.id}/preview`, key),
        await instance.call('POST', `/webhooks/inbound/${webhook.id}/preview`, key),
      ];
      assert.equal(twice.text, once.text);
      assert.equal(twice.headers.get('idempotent-replayed'), 'true');
      assert.equal(body.warnings[0].message, 'lables is not in alert; it has labels, status.');
      const events = await instance.call('GET', `/webhooks/inbound/${webhook.id}/events`);
      assert.deepEqual(events.body.data, []);
    });

    test('a preview of a draft mapping reports its faults with pointers and writes nothing', async () => {
      const { webhook } = await inbound(instance, {});
      const path = `/webhooks/inbound/${webhook.id}`;
      const before = (await instance.call('GET', path)).body;
      const preview = (draft: Json) =>
        instance.call('POST', `${path}/preview`, {
          body: { payload: { host: 'a', state: 'up' }, draft },
        });
      const tried = await preview({
        action: 'resolve_incident',
        field_mapping: { short_description: 'Host {{ host }}' },
        filters: [{ field: 'state', operator: 'eq', value: 'up' }],
        dedup_key: 'host-{{ host }}',
      });
      assert.equal(tried.status, 200, tried.text);
      assert.deepEqual(
        [tried.body.would, tried.body.incident.short_description, tried.body.dedup_key],
        ['resolve_incident', 'Host a', 'host-a'],
      );
      const ci = await preview({
        action: 'upsert_ci',
        field_mapping: { name: '{{ host }}', class: 'server' },
      });
      assert.deepEqual(ci.body.ci, { name: 'a', class: 'server' });
      const wrong = await preview({ field_mapping: { short_description: '{{ host' } });
      assert.equal(wrong.status, 400);
      assert.match(faultsOf(wrong)[0] ?? '', /^[/]draft[/]field_mapping[/]short_description /);
      assert.equal((await preview({ name: 'x' })).status, 400);
      assert.deepEqual((await instance.call('GET', path)).body, before);
    });

    test('a stored event can be replayed after the mapping was fixed', async () => {
      const { webhook, post } = await inbound(instance, {
        filters: [{ field: 'kind', operator: 'eq', value: 'alarm' }],
      });
      const ignored = await post({ title: 'lost?', kind: 'alert' }, { 'webhook-id': 'one' });
      assert.equal(ignored.body.status, 'ignored');
      const path = `/webhooks/inbound/${webhook.id}`;
      const stored = await instance.call('GET', `${path}/events/${ignored.body.event_id}`, {
        as: 'auditor',
      });
      assert.deepEqual(stored.body.payload, { title: 'lost?', kind: 'alert' });
      await instance.call('PATCH', path, { body: { filters: [] } });
      const replayed = await instance.call(
        'POST',
        `${path}/events/${ignored.body.event_id}/replay`,
      );
      assert.equal(replayed.status, 201, replayed.text);
      const incident = await instance.call('GET', `/incidents/${replayed.body.incident_id}`);
      assert.equal(incident.body.short_description, 'lost?');
      const list = await instance.call('GET', `${path}/events?status=created`);
      assert.equal(list.body.data[0].replay_of, ignored.body.event_id);
      const audit = await instance.call('GET', `/audit?record=${webhook.handle}`);
      assert.equal(audit.body.data[0].kind, 'inbound_webhook.event_replayed');
    });
  },
  { clock },
);
