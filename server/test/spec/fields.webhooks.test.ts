import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf, type Json } from '../support/harness.ts';
import { inbound, unsigned } from './inbound.setup.ts';
import { outboundSection } from './outbound.setup.ts';

const parse = (body: Buffer | string): Json => JSON.parse(String(body));

const choices = ['Munich', 'Zurich'].map((label) => ({ value: label.toLowerCase(), label }));

outboundSection("The instance's own fields in webhooks", (instance) => {
  let drawn = 0;
  /** Returns a key that no other test has. */
  const define = async (type: string, field: Json = {}): Promise<Json> => {
    drawn += 1;
    const key = `own_${drawn}_${type}`;
    const { status, body, text } = await instance.call('POST', '/fields', {
      body: { record_type: 'incident', key, label: key, type, ...field },
    });
    assert.equal(status, 201, text);
    return body;
  };
  const patchField = async ({ id }: Json, body: Json) => {
    const { status, text } = await instance.call('PATCH', `/fields/${id}`, { body });
    assert.equal(status, 200, text);
  };

  test('an outbound webhook is filtered by a custom value and by its change, in each form of the path', async () => {
    const { key } = await define('choice', { choices });
    const { key: hidden } = await define('integer', { visible_to: 'agents' });
    const events = ['incident.created', 'incident.updated'];
    const filterOn = (field: string, operator: string, value: unknown) => ({
      events,
      filters: [{ field, operator, value }],
    });
    const webhooks = await Promise.all(
      [
        filterOn(`custom.${key}`, 'eq', 'munich'),
        filterOn(`data.custom.${key}`, 'in', ['munich']),
        filterOn(`incident.custom.${key}`, 'neq', 'zurich'),
        filterOn(`custom.${hidden}`, 'gte', 3),
        filterOn(`changes.custom.${key}.to`, 'eq', 'munich'),
        filterOn(`incident.changes.custom.${key}.from`, 'eq', 'zurich'),
      ].map((fields) => instance.webhook(fields)),
    );
    const { id } = await instance.incident({ custom: { [key]: 'zurich', [hidden]: 2 } });
    const set = async (custom: Json) => {
      const { text, status } = await instance.call('PATCH', `/incidents/${id}`, {
        body: { custom },
      });
      assert.equal(status, 200, text);
    };
    await set({ [key]: 'munich' });
    await set({ [hidden]: 3 });
    const expected = [2, 2, 2, 1, 1, 1];
    for (const [at, { webhook, receiver }] of webhooks.entries()) {
      await instance.waitForDeliveries(webhook.id, 'delivered', expected[at]);
      const { body } = receiver.received.at(-1)!;
      const { custom } = parse(body).data;
      assert.equal(custom[key], 'munich', webhook.filters[0].field);
      assert.equal(receiver.received.length, expected[at], webhook.filters[0].field);
    }
    const [first] = webhooks;
    const path = `/webhooks/outbound/${first!.webhook.id}/deliveries`;
    assert.equal((await instance.call('GET', path, { as: 'requester' })).status, 403);
    const timeline = await instance.call('GET', `/incidents/${id}/timeline`);
    assert.ok(timeline.body.data.some(({ delivery }: Json) => delivery));
  });

  test('a filter on a key that no field has is refused with the nearest, as is that of another record type', async () => {
    const { key, id } = await define('text');
    const create = (field: string, events: string[]) =>
      instance.call('POST', '/webhooks/outbound', {
        body: {
          name: 'Pager',
          url: 'https://pager.example.com/x',
          events,
          filters: [{ field, operator: 'exists', value: true }],
        },
      });
    for (const path of [`custom.${key}x`, `incident.custom.${key}x`, `changes.custom.${key}x.to`]) {
      const reply = await create(path, ['incident.created', 'incident.updated']);
      assert.deepEqual(
        [reply.status, faultsOf(reply)],
        [400, ['/filters/0/field not_allowed']],
        path,
      );
      assert.equal(reply.body.errors[0].nearest, path.replace(/x(\.to)?$/, ''), path);
    }
    assert.equal((await create(`custom.${key}`, ['change.created'])).status, 400);
    const { body: webhook, status, text } = await create(`custom.${key}`, ['incident.*']);
    assert.equal(status, 201, text);
    await patchField({ id }, { active: false });
    const renamed = await instance.call('PATCH', `/webhooks/outbound/${webhook.id}`, {
      body: { name: 'Pager 2' },
    });
    assert.equal(renamed.status, 200, 'a field that is out of use keeps its values');
  });

  test('an inbound webhook fills fields of every type with converted values', async () => {
    const fields: Json[] = [];
    const values: Record<string, [sent: unknown, stored: unknown, code?: string]> = {
      text: ['é'.repeat(300), 'é'.repeat(255), 'truncated'],
      long_text: ['Line 1\nLine 2', 'Line 1\nLine 2'],
      integer: [42, 42],
      decimal: [0.12345678, 0.123457, 'truncated'],
      boolean: ['yes', true, 'translated'],
      date: [' 2026-02-28', '2026-02-28'],
      datetime: ['2026-11-15T10:30:00+01:00', '2026-11-15T09:30:00.000Z'],
      choice: ['MUNICH', 'munich', 'translated'],
      choices: ['zurich, munich', ['zurich', 'munich']],
      person: ['Ada@example.com', 'Ada@example.com'],
      ci: ['CI1042', 'CI1042'],
      url: ['https://example.com/a', 'https://example.com/a'],
    };
    for (const type of Object.keys(values))
      fields.push(await define(type, type.startsWith('choice') ? { choices } : {}));
    const { post, webhook } = await inbound(instance, {
      ...unsigned,
      field_mapping: Object.fromEntries([
        ['short_description', '{{ title }}'],
        ...fields.map(({ key, type }) => [`custom.${key}`, `{{ ${type} }}`]),
      ]),
    });
    const sent = Object.fromEntries(Object.entries(values).map(([type, [one]]) => [type, one]));
    const { status, body, text } = await post({ title: 'Disk full', ...sent });
    assert.equal(status, 201, text);
    const incident = (await instance.call('GET', `/incidents/${body.incident_id}`)).body;
    for (const { key, type } of fields)
      assert.deepEqual(incident.custom[key], values[type]?.[1], key);
    assert.deepEqual(
      body.mapping_warnings.map(({ field, code }: Json) => `${field} ${code}`).toSorted(),
      fields
        .flatMap(({ key, type }) => {
          const code = values[type]?.[2];
          return code === undefined ? [] : [`custom.${key} ${code}`];
        })
        .toSorted(),
    );
    const draft = { field_mapping: { [`custom.${fields[2]!['key']}`]: '{{ n }}' } };
    const preview = await instance.call('POST', `/webhooks/inbound/${webhook.id}/preview`, {
      body: { payload: { n: 'many' }, draft },
    });
    assert.equal(preview.status, 200, preview.text);
    assert.deepEqual(
      preview.body.warnings.map(({ field, code }: Json) => `${field} ${code}`),
      [`custom.${fields[2]!['key']} left_out`, 'short_description replaced'],
    );
  });

  test('no wrong value, retired field or size costs an alert', async () => {
    const number = await define('integer');
    const gone = await define('text');
    const ended = await define('choice', { choices });
    const fine = await define('text');
    const name = ({ key }: Json) => `custom.${key}`;
    const { post, webhook } = await inbound(instance, {
      ...unsigned,
      field_mapping: {
        short_description: '{{ title }}',
        [name(number)]: '{{ n }}',
        [name(gone)]: 'still mapped',
        [name(ended)]: '{{ site }}',
        [name(fine)]: 'stays',
      },
    });
    await patchField(gone, { active: false });
    await patchField(ended, { choices: [{ ...choices[0], active: false }, choices[1]] });
    const { status, body, text } = await post({ title: 'Disk full', n: 'many', site: 'munich' });
    assert.equal(status, 201, text);
    const incident = (await instance.call('GET', `/incidents/${body.incident_id}`)).body;
    assert.equal(incident.custom[fine['key']], 'stays');
    const omitted = [number, gone, ended].map(name);
    for (const { key } of [number, gone, ended]) assert.equal(incident.custom[key], undefined);
    assert.deepEqual(
      body.mapping_warnings.map(({ field, code }: Json) => `${field} ${code}`).toSorted(),
      omitted.map((one) => `${one} left_out`).toSorted(),
    );
    const renamed = await instance.call('PATCH', `/webhooks/inbound/${webhook.id}`, {
      body: { name: 'Probe 2' },
    });
    assert.equal(renamed.status, 200, renamed.text);

    const logs = [];
    for (let n = 0; n < 11; n += 1) logs.push(await define('long_text'));
    const large = await inbound(instance, {
      ...unsigned,
      field_mapping: {
        short_description: 'Large',
        ...Object.fromEntries(logs.map((log) => [name(log), '{{ text }}'])),
      },
    });
    const reply = await large.post({ text: 'x'.repeat(9500) });
    assert.equal(reply.status, 201, reply.text);
    assert.deepEqual(
      reply.body.mapping_warnings.map(({ field, code }: Json) => `${field} ${code}`),
      ['custom left_out'],
    );
  });

  test('a mapping is refused if no field in use has the key for records of its action', async () => {
    const { key } = await define('text');
    const retired = await define('text');
    await patchField(retired, { active: false });
    const owned = await define('text', { record_type: 'ci' });
    const create = (field_mapping: Json, fields: Json = {}) =>
      instance.call('POST', '/webhooks/inbound', {
        body: { name: 'Probe', field_mapping, ...fields },
      });
    const refused = await create({
      short_description: 'x',
      [`custom.${key}x`]: 'x',
      [`custom.${retired['key']}`]: 'x',
      [`custom.${owned['key']}`]: 'x',
    });
    assert.deepEqual(
      [refused.status, faultsOf(refused).toSorted()],
      [
        400,
        [`${key}x`, retired['key'], owned['key']]
          .map((one) => `/field_mapping/custom.${one} not_allowed`)
          .toSorted(),
      ],
    );
    assert.equal(refused.body.errors[0].nearest, `custom.${key}`);
    assert.equal((await create({ custom: '{{ all }}' })).status, 400);
    const upserts = { action: 'upsert_ci' };
    const serial_number = '{{ serial }}';
    const wrong = await create({ serial_number, [`custom.${key}`]: 'x' }, upserts);
    assert.deepEqual(faultsOf(wrong), [`/field_mapping/custom.${key} not_allowed`]);
    const { post } = await inbound(instance, {
      ...unsigned,
      ...upserts,
      field_mapping: {
        serial_number,
        name: 'web',
        class: 'server',
        [`custom.${owned['key']}`]: '{{ rack }}',
      },
    });
    const { body } = await post({ serial: 'SN-own-1', rack: 'B 12' });
    await post({ serial: 'SN-own-1', rack: 'B 13' });
    const ci = await instance.call('GET', `/cmdb/cis/${body.ci_id}`);
    assert.deepEqual([ci.body.custom, ci.body.version], [{ [owned['key']]: 'B 13' }, 2]);
  });
});
