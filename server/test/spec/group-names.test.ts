// A renamed group takes its open records along; ended ones keep the old name, which still means the group.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type Instance,
  type Json,
  type RequestOptions,
  startInstance,
} from '../support/harness.ts';
import { until } from '../support/processes.ts';
import { inbound, unsigned } from './inbound.setup.ts';

const admin = { as: 'super_admin' } as const;

describe('Names of groups', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance({ worker: true });
  });
  after(() => instance.stop());

  const send = async (
    status: number,
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<Json> => {
    const reply = await instance.call(method, path, options);
    assert.equal(reply.status, status, reply.text);
    return reply.body;
  };
  const group = (name: string): Promise<Json> =>
    send(201, 'POST', '/groups', { ...admin, body: { name, members: ['ada@example.com'] } });
  const rename = (id: string, name: string, status = 200): Promise<Json> =>
    send(status, 'PATCH', `/groups/${id}`, { ...admin, body: { name } });
  const incident = (fields: Json): Promise<Json> =>
    send(201, 'POST', '/incidents', { body: { short_description: 'Printer', ...fields } });
  const update = (id: string, body: Json): Promise<Json> =>
    send(200, 'PATCH', `/incidents/${id}`, { body });
  const read = (path: string): Promise<Json> => send(200, 'GET', path);
  const groupOf = async (path: string): Promise<string> => (await read(path)).assignment_group;
  const openRecords = async (id: string): Promise<number> => {
    const { records } = await send(200, 'GET', `/groups/${id}/open-work`, admin);
    return records.reduce((sum: number, { total }: Json) => sum + total, 0);
  };
  const idsOf = async (path: string): Promise<string[]> =>
    (await read(path)).data.map(({ id }: Json) => id).toSorted();

  test('open records of every type get the new name with a version, an entry and their event; ended ones keep the old', async () => {
    const { id } = await group('Workplace');
    const assigned = { assignment_group: 'Workplace' };
    const open = await incident(assigned);
    const ended = await incident(assigned);
    await send(200, 'POST', `/incidents/${ended.id}/resolve`, { body: { resolution: 'Done' } });
    const endedBefore = await read(`/incidents/${ended.id}`);
    const deleted = await incident(assigned);
    await send(200, 'DELETE', `/incidents/${deleted.id}`);
    const change = await send(201, 'POST', '/changes', {
      body: { short_description: 'Move', type: 'normal', ...assigned },
    });
    const request = await send(201, 'POST', '/requests', {
      body: { short_description: 'Mouse', ...assigned },
    });
    assert.equal(await openRecords(id), 3);

    const renamed = await rename(id, 'Workplace IT');
    assert.deepEqual(renamed.previous_names, ['Workplace']);
    const paths = [`/incidents/${open.id}`, `/changes/${change.id}`, `/requests/${request.id}`];
    for (const path of paths)
      await until(`${path} is renamed`, async () => (await groupOf(path)) === 'Workplace IT');
    const now = await read(`/incidents/${open.id}`);
    assert.equal(now.version, open.version + 1);
    const entries = await instance.sql(
      `select kind, actor, changes, cause from entries where record_id = $1 and record_version = $2`,
      [open.id, now.version],
    );
    assert.deepEqual(entries, [
      {
        kind: 'incident.updated',
        actor: 'super_admin@example.com',
        changes: { assignment_group: { from: 'Workplace', to: 'Workplace IT' } },
        cause: { kind: 'group_renamed', group_id: id },
      },
    ]);
    const events = await instance.sql(
      `select type from events where record_id = $1 order by sequence`,
      [open.id],
    );
    assert.equal(events.at(-1)?.type, 'incident.updated');
    const endedNow = await read(`/incidents/${ended.id}`);
    assert.deepEqual(
      [endedNow.assignment_group, endedNow.version],
      ['Workplace', endedBefore.version],
    );
    assert.equal(await openRecords(id), 3);
  });

  test('a filter by any name matches records that carry any of them, and counts are summed under the present name', async () => {
    const { id } = await group('Desk');
    const ended = await incident({ assignment_group: 'Desk' });
    await send(200, 'POST', `/incidents/${ended.id}/resolve`, { body: { resolution: 'Done' } });
    await rename(id, 'Help Desk');
    await rename(id, 'Service Desk');
    const open = await incident({ assignment_group: 'Service Desk' });
    const both: string[] = [String(ended.id), String(open.id)].toSorted();
    for (const name of ['Desk', 'Help Desk', 'Service Desk']) {
      const filter = `assignment_group=${encodeURIComponent(name)}`;
      assert.deepEqual(await idsOf(`/incidents?${filter}`), both, name);
      assert.equal((await read(`/incidents?${filter}`)).total, 2, name);
      const { by, total } = await read(`/incidents/counts?by=assignment_group&${filter}`);
      assert.deepEqual(
        [by.assignment_group, total],
        [[{ value: 'Service Desk', count: 2 }], 2],
        name,
      );
      const { data } = await read(`/incidents/stats?${filter}`);
      assert.equal(data.at(-1).created, 2, name);
    }
    assert.equal((await read('/incidents?assignment_group=Nobody')).total, 0);
  });

  test('CIs that the group supports follow in whatever status, and are found and written by any name', async () => {
    const { id } = await group('Unix');
    const ci = (fields: Json): Promise<Json> =>
      send(201, 'POST', '/cmdb/cis', {
        body: { class: 'server', support_group: 'Unix', ...fields },
      });
    const [live, retired] = [
      await ci({ name: 'web-01' }),
      await ci({ name: 'x', status: 'retired' }),
    ];
    const other = await ci({ name: 'web-02', support_group: 'Windows' });
    await rename(id, 'Linux');
    const supportOf = async (one: Json): Promise<string> =>
      (await read(`/cmdb/cis/${one.id}`)).support_group;
    for (const one of [live, retired])
      await until(`${one.id} is renamed`, async () => (await supportOf(one)) === 'Linux');
    assert.equal(await supportOf(other), 'Windows');
    const now = await read(`/cmdb/cis/${live.id}`);
    assert.equal(now.version, live.version + 1);
    const [entry] = await instance.sql(
      `select kind, changes, cause from entries where record_id = $1 order by at desc, id desc limit 1`,
      [live.id],
    );
    assert.deepEqual(entry, {
      kind: 'ci.updated',
      changes: { support_group: { from: 'Unix', to: 'Linux' } },
      cause: { kind: 'group_renamed', group_id: id },
    });
    const [event] = await instance.sql(
      `select type, data->>'support_group' as name from events where record_id = $1 order by sequence desc limit 1`,
      [live.id],
    );
    assert.deepEqual(event, { type: 'ci.updated', name: 'Linux' });

    assert.equal((await ci({ name: 'web-03' })).support_group, 'Linux');
    const echo = { body: { support_group: 'Unix' } };
    const same = await send(200, 'PATCH', `/cmdb/cis/${live.id}`, echo);
    assert.deepEqual([same.support_group, same.version], ['Linux', now.version]);
    const moved = await send(200, 'PATCH', `/cmdb/cis/${other.id}`, echo);
    assert.equal(moved.support_group, 'Linux');
    for (const name of ['Unix', 'Linux'])
      assert.equal((await read(`/cmdb/cis?support_group=${name}`)).total, 4, name);
  });

  test('a write that names an old one stores the present one, without a warning', async () => {
    const { id } = await group('Net');
    await rename(id, 'Network');
    const created = await incident({ assignment_group: 'Net' });
    assert.deepEqual([created.assignment_group, created.warnings], ['Network', undefined]);
    const other = await incident({});
    const updated = await update(other.id, { assignment_group: 'Net' });
    assert.deepEqual([updated.assignment_group, updated.warnings], ['Network', undefined]);
    assert.equal((await update(other.id, { assignment_group: 'Net' })).version, updated.version);
    const unknown = await update(other.id, { assignment_group: 'Nowhere' });
    assert.equal(unknown.assignment_group, 'Nowhere');
    const [event] = await instance.sql(
      `select data->>'assignment_group' as name from events where record_id = $1 and type = 'incident.created'`,
      [created.id],
    );
    assert.equal(event?.name, 'Network');
  });

  test('an inbound webhook whose mapping names an old one stores the present one', async () => {
    const { id } = await group('Ops');
    const { post } = await inbound(instance, {
      ...unsigned,
      field_mapping: { short_description: '{{ title }}', assignment_group: 'Ops' },
    });
    await rename(id, 'Operations');
    const sent = await post({ title: 'Disk full' });
    assert.ok(sent.status < 300, sent.text);
    const found = await until('the incident', async () => {
      const { data } = await read('/incidents?assignment_group=Operations');
      return data[0];
    });
    assert.equal(found.assignment_group, 'Operations');
  });

  test('a filter of an outbound webhook by an old name matches events with the present one', async () => {
    const { id } = await group('Night');
    const hook = await send(201, 'POST', '/webhooks/outbound', {
      body: {
        name: 'Pager',
        url: 'https://example.com/hook',
        events: ['incident.created'],
        filters: [{ field: 'assignment_group', operator: 'eq', value: 'Night' }],
      },
    });
    await rename(id, 'Night shift');
    const other = await incident({ assignment_group: 'Day' });
    const matching = await incident({ assignment_group: 'Night shift' });
    const events = await until('both events are relayed', async () => {
      const rows = await instance.sql(
        `select record_id, relayed_at from events where record_id = any($1) and type = 'incident.created'`,
        [[other.id, matching.id]],
      );
      return rows.every(({ relayed_at: at }) => at !== null) && rows;
    });
    assert.equal(events.length, 2);
    const { data } = await read(`/webhooks/outbound/${hook.id}/deliveries`);
    assert.deepEqual(
      data.map(({ record }: Json) => record?.id ?? null),
      [matching.id],
    );
  });

  test('old names stay reserved for their group, which can take one back', async () => {
    const { id } = await group('Alpha');
    await rename(id, 'Beta');
    const taken = await instance.call('POST', '/groups', { ...admin, body: { name: 'Alpha' } });
    assert.deepEqual([taken.status, taken.body.code], [409, 'already_exists']);
    const other = await group('Gamma');
    assert.equal((await rename(other.id, 'Alpha', 409)).code, 'already_exists');
    assert.deepEqual((await rename(id, 'Alpha')).previous_names, ['Beta']);
  });
});
