// One URL opens and resolves incidents. An Alertmanager 0.25 sent the notifications in `payloads/alertmanager.jsonl`; those
// in `payloads/grafana.jsonl` are the same sequence, written after the source of Grafana's webhook notifier.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { faultsOf, type Json } from '../support/harness.ts';
import { inbound } from './inbound.setup.ts';
import type { TestInstance } from './setup.ts';

const notifications = (sender: string): string[] =>
  readFileSync(new URL(`payloads/${sender}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n');

const whenUp = { field: 'status', operator: 'eq', value: 'up' };

/** The sequence of both senders: "disk" is an alert alone in its group, "web" a group of three. */
const sequence = [
  { group: 'disk', status: 'created', occurrences: 1 },
  { group: 'web', status: 'created', occurrences: 1 },
  { group: 'disk', status: 'deduplicated', occurrences: 2 },
  { group: 'web', status: 'deduplicated', occurrences: 2 },
  { group: 'disk', status: 'resolved', occurrences: 2 },
  // One of three alerts is resolved: the group is still firing, and so is its incident.
  { group: 'web', status: 'deduplicated', occurrences: 3 },
  { group: 'web', status: 'deduplicated', occurrences: 4 },
  { group: 'web', status: 'resolved', occurrences: 4 },
  { group: 'disk', status: 'created', occurrences: 1 },
];

const summaries = [1, 2, 3].map((n) => `${n + 3} percent of the requests to web-${n} fail`);

export function testOneUrl(instance: TestInstance): void {
  const create = (body: Json) => instance.call('POST', '/webhooks/inbound', { body });

  for (const [sender, resolution] of [
    ['alertmanager', 'Alertmanager reports that the alerts are no longer firing.'],
    ['grafana', '[RESOLVED] HighErrorRate Checkout (warning)'],
  ] as const)
    test(`one URL opens, counts and resolves the incidents of ${sender}`, async () => {
      const { body: webhook } = await create({ template: sender });
      const path = `/webhooks/inbound/${webhook.id}`;
      const post = (body: string) => instance.call('POST', path, { as: null, body });
      const sent = notifications(sender);
      assert.equal(sent.length, sequence.length);
      const ids: Record<string, string> = {};
      for (const [index, { group, status, occurrences }] of sequence.entries()) {
        const { body, text } = await post(sent[index] ?? '');
        if (status === 'created') {
          assert.notEqual(body.incident_id, ids[group], 'a resolved alert that fires again is new');
          ids[group] = body.incident_id;
        }
        assert.deepEqual(
          [body.status, body.occurrences, body.incident_id],
          [status, occurrences, ids[group]],
          `notification ${index}: ${text}`,
        );
        const codes = (body.mapping_warnings ?? []).map(({ code }: Json) => code);
        assert.deepEqual([...new Set(codes)], status === 'resolved' ? [] : ['translated']);
      }
      const repeated = await post(sent[7] ?? '');
      assert.equal(repeated.body.status, 'ignored');
      assert.match(repeated.body.reason, /No open incident has this dedup_key/);

      const { body: group } = await instance.call('GET', `/incidents/${ids['web']}`);
      assert.equal(group.short_description, `HighErrorRate: ${summaries[0]}`);
      for (const name of [...summaries, 'web-1:8080', 'web-2:8080', 'web-3:8080'])
        assert.ok(group.description.includes(name), `${name} in ${group.description}`);
      assert.ok(group.description.startsWith(`Alerts:\n- ${summaries.join('\n- ')}\n\n`));
      assert.deepEqual(
        [group.state, group.priority, group.resolution],
        ['resolved', 'P3', resolution],
      );
      const { body: disk } = await instance.call('GET', `/incidents/${ids['disk']}`);
      assert.deepEqual(
        [disk.short_description, disk.state, disk.priority, disk.resolution],
        ['DiskFull: The disk of db-1 is full', 'new', 'P1', null],
      );
    });

  test('a template alone creates a webhook, and the fields of the body win', async () => {
    const { body: templates } = await instance.call('GET', '/webhooks/inbound/templates');
    assert.deepEqual(
      templates.data.map(({ id }: Json) => id),
      ['alertmanager', 'grafana', 'github', 'generic'],
    );
    for (const { id, webhooks } of templates.data) {
      assert.equal(webhooks.length, 1, `${id} needs one URL`);
      const made = await create({ template: id });
      assert.equal(made.status, 201, made.text);
      const expected = { filters: [], ...webhooks[0] };
      const names = Object.keys(expected);
      assert.deepEqual(
        Object.fromEntries(names.map((name) => [name, made.body[name]])),
        expected,
        id,
      );
      assert.ok(expected.resolve_when.length > 0);
      assert.equal(made.body.secret === undefined, !expected.secret_enabled);
    }
    const given = {
      name: 'Cluster 7',
      field_mapping: { short_description: '{{ commonLabels.alertname }}' },
      filters: [],
      secret_enabled: true,
    };
    const { body } = await create({ template: 'alertmanager', ...given });
    assert.deepEqual(
      { ...given, dedup_key: 'alertmanager/{{ groupKey }}' },
      Object.fromEntries([...Object.keys(given), 'dedup_key'].map((name) => [name, body[name]])),
    );
    assert.match(body.secret, /^whsec_/);
  });

  test('a webhook without a name, an unknown template and a wrong resolve_when are refused', async () => {
    const key = '{{ key }}';
    const cases: [body: Json, faults: string[]][] = [
      [{}, ['/name required']],
      [{ dedup_key: '{{' }, ['/dedup_key invalid_format', '/name required']],
      [{ template: 'nagios' }, ['/template not_allowed']],
      [{ name: 'x', resolve_when: [whenUp] }, ['/dedup_key required']],
      [{ name: 'x', resolve_when: [whenUp], dedup_key: ' ' }, ['/dedup_key required']],
      [{ template: 'generic', dedup_key: null }, ['/dedup_key required']],
      [
        { name: 'x', action: 'resolve_incident', resolve_when: [whenUp], dedup_key: key },
        ['/resolve_when not_allowed'],
      ],
      [
        {
          name: 'x',
          dedup_key: key,
          resolve_when: [
            { ...whenUp, field: 'alerts[*].status' },
            { ...whenUp, operator: 'in' },
          ],
        },
        ['/resolve_when/0/field invalid_format', '/resolve_when/1/value invalid_type'],
      ],
      [
        { name: 'x', dedup_key: key, resolve_when: Array.from({ length: 21 }, () => whenUp) },
        ['/resolve_when too_many'],
      ],
    ];
    for (const [body, faults] of cases) {
      const refused = await create(body);
      assert.equal(refused.status, 400, refused.text);
      assert.deepEqual(faultsOf(refused), faults, JSON.stringify(body));
    }
  });

  test('resolve_when is tested after the filters, and resolves through the state table', async () => {
    const key = randomUUID();
    const { webhook, post } = await inbound(instance, {
      filters: [{ field: 'kind', operator: 'eq', value: 'probe' }],
      resolve_when: [whenUp, { field: 'sure', operator: 'exists', value: true }],
      field_mapping: { short_description: '{{ title }}', resolution: '{{ why }}' },
      dedup_key: '{{ key }}',
    });
    const down = { kind: 'probe', key, title: 'down', status: 'down', why: 'not yet' };
    const up = { kind: 'probe', key, status: 'up', sure: true, why: 'restarted' };
    const early = await post(up);
    assert.deepEqual([early.status, early.body.status], [200, 'ignored']);
    const { incident_id: id } = (await post(down)).body;
    const opened = await instance.call('GET', `/incidents/${id}`);
    assert.equal(opened.body.resolution, null, 'an event that opens has no resolution');
    const other = await post({ ...up, kind: 'other' });
    assert.deepEqual([other.body.status, other.body.filter.field], ['ignored', 'kind']);
    const unsure = await post({ ...up, sure: undefined });
    assert.equal(unsure.body.status, 'deduplicated', 'all filters of resolve_when must match');
    const before = (await instance.events(id)).length;
    const resolved = await post(up, { 'webhook-id': key });
    assert.deepEqual([resolved.body.status, resolved.body.incident_id], ['resolved', id]);
    const types = (await instance.events(id)).slice(before).map(({ type }) => type);
    assert.deepEqual(types, [
      'incident.updated',
      'incident.updated',
      'incident.resolved',
      'incident.note_added',
    ]);
    const { body: incident } = await instance.call('GET', `/incidents/${id}`);
    assert.deepEqual([incident.state, incident.resolution], ['resolved', 'restarted']);
    assert.equal((await post(up)).body.status, 'ignored');
    assert.equal((await post(up, { 'webhook-id': key })).body.status, 'deduplicated');
    assert.equal((await post({ ...up, key: '' })).body.status, 'ignored', 'an empty key');

    const again = await post(down);
    assert.deepEqual([again.status, again.body.status], [201, 'created']);
    const path = `/webhooks/inbound/${webhook.handle}`;
    const replayed = await instance.call('POST', `${path}/events/${resolved.body.event_id}/replay`);
    assert.deepEqual(
      [replayed.body.status, replayed.body.incident_id],
      ['resolved', again.body.incident_id],
    );
    const events = await instance.call('GET', `${path}/events?status=resolved`);
    assert.equal(events.body.data[0].dedup_key, key);
  });

  test('a preview says whether an event would open or resolve, and shows the filters of resolve_when', async () => {
    const { webhook } = await inbound(instance, {
      resolve_when: [whenUp],
      field_mapping: { short_description: '{{ title }}', resolution: '{{ why }}' },
      dedup_key: '{{ key }}',
    });
    const path = `/webhooks/inbound/${webhook.id}`;
    const preview = (body: Json) => instance.call('POST', `${path}/preview`, { body });
    const payload = { status: 'up', key: 'k', why: 'restarted' };
    const { body } = await preview({ payload });
    assert.deepEqual(
      [body.would, body.dedup_key, body.incident.resolution, body.warnings],
      ['resolve_incident', 'k', 'restarted', []],
    );
    assert.deepEqual(body.resolve_when, [{ ...whenUp, passed: true, actual: 'up' }]);
    const down = await preview({ payload: { ...payload, status: 'down', title: 'Down' } });
    assert.equal(down.body.would, 'create_incident');
    assert.deepEqual(down.body.incident, { short_description: 'Down' });
    assert.deepEqual(down.body.resolve_when, [{ ...whenUp, passed: false, actual: 'down' }]);
    const draft = { resolve_when: [{ ...whenUp, value: 'down' }] };
    assert.equal((await preview({ payload, draft })).body.would, 'create_incident');
    assert.equal((await preview({ payload, ...draft })).body.would, 'create_incident');
    const wrong = await preview({ payload, draft: { dedup_key: null } });
    assert.deepEqual(faultsOf(wrong), ['/draft/dedup_key required']);

    const changed = await instance.call('PATCH', path, { body: { resolve_when: [] } });
    assert.deepEqual([changed.body.resolve_when, changed.body.version], [[], 2]);
    assert.equal((await preview({ payload })).body.would, 'create_incident');
    const audit = await instance.call('GET', `/audit?record=${webhook.handle}`);
    assert.deepEqual(audit.body.data[0].changes, { resolve_when: { from: [whenUp], to: [] } });
  });

  test('a list that is cut while it is joined is a mapping warning of the event', async () => {
    const { webhook, post } = await inbound(instance, {
      field_mapping: { short_description: 'Many', description: '{{ items[*].n | join:"\\n- " }}' },
    });
    const items = Array.from({ length: 120 }, (_, n) => ({ n }));
    const warning = {
      field: 'description',
      code: 'truncated',
      message: 'Only the first 100 of 120 items of items[*] were joined.',
    };
    const { body } = await post({ items });
    assert.deepEqual(body.mapping_warnings, [warning]);
    const { body: incident } = await instance.call('GET', `/incidents/${body.incident_id}`);
    assert.equal(
      incident.description,
      items
        .slice(0, 100)
        .map(({ n }) => n)
        .join('\n- '),
    );
    const path = `/webhooks/inbound/${webhook.id}/preview`;
    const tried = await instance.call('POST', path, { body: { payload: { items } } });
    assert.deepEqual(tried.body.warnings, [warning]);
  });
}
