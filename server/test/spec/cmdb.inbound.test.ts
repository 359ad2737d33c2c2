import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { faultsOf, type Json } from '../support/harness.ts';
import { unique } from './cmdb.setup.ts';
import { inbound } from './inbound.setup.ts';
import { section } from './setup.ts';

const action = 'upsert_ci';
const field_mapping = {
  serial_number: '{{ serial }}',
  name: '{{ host }}',
  class: '{{ kind | default:"server" }}',
  fqdn: '{{ fqdn }}',
  ip_address: '{{ ip }}',
  status: '{{ state | map:"up=operational,down=non_operational" }}',
  attributes: '{{ facts }}',
};

section('Inbound webhooks: upsert_ci', (instance) => {
  const read = async (id: string): Promise<Json> =>
    (await instance.call('GET', `/cmdb/cis/${id}`)).body;

  test('an event creates the CI, the next one updates it, and the log of the webhook names it', async () => {
    const { webhook, post } = await inbound(instance, { action, field_mapping });
    const event = { serial: unique('SN'), host: unique('web'), state: 'up', facts: { cores: 4 } };
    const first = await post(event);
    assert.deepEqual([first.status, first.body.status], [201, 'created'], first.text);
    const { ci_id: id } = first.body;
    const ci = await read(id);
    assert.deepEqual(
      [ci.name, ci.class, ci.status, ci.attributes, ci.version],
      [event.host, 'server', 'operational', { cores: 4 }, 1],
    );
    const second = await post({ ...event, state: 'down', facts: { disks: 2 } });
    assert.deepEqual([second.status, second.body.status, second.body.ci_id], [200, 'updated', id]);
    const updated = await read(id);
    assert.equal(updated.status, 'non_operational');
    assert.deepEqual(updated.attributes, { cores: 4, disks: 2 });
    const log = await instance.call('GET', `/webhooks/inbound/${webhook.handle}/events`);
    assert.deepEqual(
      log.body.data.map(({ status, ci_id, incident_id }: Json) => [status, ci_id, incident_id]),
      [
        ['updated', id, null],
        ['created', id, null],
      ],
    );
    const timeline = await instance.call('GET', `/cmdb/cis/${id}/timeline`);
    assert.equal(timeline.body.data[0].actor, webhook.owner);
  });

  test('an event sent again with the same delivery id returns the same CI and changes nothing', async () => {
    const { post } = await inbound(instance, { action, field_mapping });
    const headers = { 'webhook-id': randomUUID() };
    const event = { serial: unique('SN'), host: unique('web') };
    const { ci_id: id } = (await post(event, headers)).body;
    const again = await post(event, headers);
    assert.deepEqual([again.body.status, again.body.ci_id], ['deduplicated', id]);
  });

  test('an invalid value of a CI is omitted with a warning', async () => {
    const { post } = await inbound(instance, { action, field_mapping });
    const event = { serial: unique('SN'), host: unique('web'), ip: 'none', facts: 'many' };
    const { status, body } = await post(event);
    assert.equal(status, 201);
    assert.deepEqual(
      body.mapping_warnings
        .filter(({ code }: Json) => code === 'left_out')
        .map(({ field }: Json) => field)
        .toSorted(),
      ['attributes', 'ip_address'],
    );
  });

  test('an event that does not identify one CI is ignored with the reason', async () => {
    const { post } = await inbound(instance, { action, field_mapping });
    const one = { serial: unique('SN'), host: unique('one') };
    const two = { serial: unique('SN'), host: unique('two'), fqdn: `${unique('two')}.x` };
    const [first] = [await post(one), await post(two)];
    const conflict = await post({ ...one, fqdn: two.fqdn });
    assert.deepEqual([conflict.status, conflict.body.status], [200, 'ignored']);
    assert.match(conflict.body.reason, /has this fqdn/);
    assert.equal((await read(first.body.ci_id)).fqdn, null);
    const nothing = await post({ state: 'up' });
    assert.equal(nothing.body.status, 'ignored');
    const nameless = await post({ serial: unique('SN') });
    assert.match(nameless.body.reason, /name is required/);
  });

  test('a mapping that does not fit the action or identify the CI is refused', async () => {
    const create = async (fields: Json) =>
      faultsOf(
        await instance.call('POST', '/webhooks/inbound', { body: { name: 'CMDB', ...fields } }),
      );
    assert.deepEqual(await create({ action, field_mapping: { location: 'x', name: 'y' } }), [
      '/field_mapping required',
    ]);
    assert.deepEqual(
      await create({ action, field_mapping: { fqdn: 'x', short_description: 'y' } }),
      ['/field_mapping/short_description not_allowed'],
    );
    assert.deepEqual(await create({ field_mapping: { short_description: 'x', fqdn: 'y' } }), [
      '/field_mapping/fqdn not_allowed',
    ]);
    assert.deepEqual(await create({ action, field_mapping: { fqdn: 'x', relations: 'y' } }), [
      '/field_mapping/relations unknown_field',
    ]);
  });

  test('a preview shows the CI and writes none', async () => {
    const { webhook } = await inbound(instance, { action, field_mapping });
    const payload = { serial: unique('SN'), host: 'web', facts: { a: 1 } };
    const { body } = await instance.call('POST', `/webhooks/inbound/${webhook.id}/preview`, {
      body: { payload },
    });
    assert.equal(body.would, action);
    assert.deepEqual(body.ci, {
      serial_number: payload.serial,
      name: 'web',
      class: 'server',
      attributes: { a: 1 },
    });
    const found = await instance.call('GET', `/cmdb/cis?q=${payload.serial}`);
    assert.equal(found.body.total, 0);
  });

  test('an event is refused unless the owner of the webhook may write CIs', async () => {
    const email = `${unique('owner')}@example.com`;
    const { webhook, post } = await inbound(instance, { action, field_mapping }, { email });
    const event = { serial: unique('SN'), host: unique('web') };
    assert.equal((await post(event)).status, 201);
    // A requester may create incidents, but not write CIs.
    await instance.running.sql(`update clients set roles = '{requester}' where email = $1`, [
      email,
    ]);
    assert.equal((await post({ ...event, state: 'down' })).status, 401);
    const events = await instance.call('GET', `/webhooks/inbound/${webhook.id}/events`);
    const replay = await instance.call(
      'POST',
      `/webhooks/inbound/${webhook.id}/events/${events.body.data[0].id}/replay`,
    );
    assert.deepEqual([replay.status, replay.body.code], [409, 'owner_may_not_act']);
    assert.match(replay.body.detail, /may no longer write CIs/);
  });
});
