import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { faultsOf, type Instance, type Json, startInstance } from '../support/harness.ts';
import { cmdbOf, unique } from './cmdb.setup.ts';

describe('Configuration items', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());
  const { call, create, read } = cmdbOf(() => instance);

  test('a CI is created with every field, read back unchanged, and has an id of CI and digits', async () => {
    const fields = {
      name: unique('web'),
      class: 'server',
      status: 'degraded',
      environment: 'production',
      criticality: 'high',
      owner: 'owner@example.com',
      support_group: 'Web Platform',
      ip_address: '2001:db8::1',
      fqdn: `${unique('web')}.example.com`,
      serial_number: unique('SN'),
      location: 'Zurich',
      attributes: { os: 'Debian', disks: [{ gb: 500 }] },
      discovery_source: 'by hand',
    };
    const reply = await call('POST', '', fields);
    assert.equal(reply.status, 201, reply.text);
    const { id, version, created_at, updated_at, ...rest } = reply.body;
    assert.match(id, /^CI\d+$/);
    assert.equal(
      reply.headers.get('location'),
      `https://desk.example.com/prod/api/v1/cmdb/cis/${id}`,
    );
    assert.deepEqual(rest, {
      ...fields,
      relations: [],
      related: [],
      first_discovered_at: null,
      last_discovered_at: null,
    });
    assert.deepEqual([version, updated_at], [1, created_at]);
    assert.deepEqual(await read(id), reply.body);
    const plain = await create();
    assert.deepEqual(
      [plain.status, plain.environment, plain.attributes],
      ['operational', null, {}],
    );
    const events = await instance.call('GET', `/events?record=${id}&type=ci.discovered`);
    assert.equal(events.body.data.length, 0);
  });

  test('up to 100 CIs are read in one request by their ids, without the unknown ones', async () => {
    const [first, second] = [await create(), await create()];
    await create();
    const { body } = await instance.call('GET', `/cmdb/cis?id=${second.id},${first.id},CI999999`);
    assert.deepEqual(
      [body.total, new Set(body.data.map(({ id }: Json) => id))],
      [2, new Set([first.id, second.id])],
    );
    const many = Array.from({ length: 101 }, (_, index) => `CI${index + 1}`);
    const refused = await instance.call('GET', `/cmdb/cis?id=${many.join(',')}`);
    assert.equal(refused.status, 400);
  });

  test('an invalid CI is refused with the pointer of each fault', async () => {
    const faults = faultsOf(
      await call('POST', '', {
        name: ' ',
        status: 'broken',
        criticality: 'P1',
        ip_address: '10.0.0.256',
        owner: 'nobody',
        serial_number: '',
        attributes: [],
        relations: [{ type: 'likes', ci_id: 'CI1' }],
        last_discovered_at: null,
        colour: 'red',
      }),
    );
    assert.deepEqual(faults, [
      '/attributes invalid_type',
      '/class required',
      '/colour unknown_field',
      '/criticality not_allowed',
      '/ip_address invalid_format',
      '/last_discovered_at read_only_field',
      '/name blank',
      '/owner invalid_format',
      '/relations/0/type not_allowed',
      '/serial_number blank',
      '/status not_allowed',
    ]);
    const { id } = await create();
    assert.deepEqual(faultsOf(await call('PATCH', `/${id}`, { name: null })), [
      '/name not_nullable',
    ]);
    assert.deepEqual(faultsOf(await call('PATCH', `/${id}`, {})), [' required']);
    assert.equal((await call('GET', '/CI999999999')).status, 404);
    assert.equal((await call('GET', '/SRV1')).status, 404);
  });

  test('attributes are merged by RFC 7396, and limited in bytes and depth', async () => {
    const { id } = await create({ attributes: { os: 'Debian', cpu: { cores: 4, arch: 'arm' } } });
    const patched = await call('PATCH', `/${id}`, {
      attributes: { os: null, cpu: { cores: 8 }, tags: ['a'], __proto__x: 1 },
    });
    assert.deepEqual(patched.body.attributes, {
      cpu: { cores: 8, arch: 'arm' },
      tags: ['a'],
      __proto__x: 1,
    });
    const proto = await call('PATCH', `/${id}`, '{"attributes":{"__proto__":{"x":1}}}');
    assert.ok([200, 400].includes(proto.status));
    assert.equal(({} as Json).x, undefined);
    const text = 'x'.repeat(10_000);
    assert.equal((await call('PATCH', `/${id}`, { attributes: { a: text } })).status, 200);
    assert.deepEqual(faultsOf(await call('PATCH', `/${id}`, { attributes: { b: text } })), [
      '/attributes too_large',
    ]);
    const deep = JSON.parse(`${'{"a":'.repeat(9)}1${'}'.repeat(9)}`);
    assert.deepEqual(faultsOf(await call('PATCH', `/${id}`, { attributes: deep })), [
      '/attributes too_deep',
    ]);
  });

  test('a CI can be sent back as it was read, and an outdated version is refused', async () => {
    const ci = await create({ attributes: { a: 1 } });
    const same = await call('PATCH', `/${ci.id}`, ci);
    assert.deepEqual([same.status, same.body], [200, ci], same.text);
    const headers = { 'if-match': '"1"' };
    const first = await call('PATCH', `/${ci.id}`, { status: 'retired' }, { headers });
    assert.deepEqual([first.status, first.body.version], [200, 2]);
    const second = await call('PATCH', `/${ci.id}`, { status: 'degraded' }, { headers });
    assert.equal(second.status, 412);
    assert.equal((await call('PATCH', `/${ci.id}`, { related: [1] })).status, 400);
  });

  test('relations are replaced by an update and shown on both CIs', async () => {
    const [host, rack] = [await create(), await create()];
    const web = await create({ relations: [{ type: 'runs_on', ci_id: host.id }] });
    assert.deepEqual(web.related, [
      { type: 'runs_on', direction: 'out', ci: { id: host.id, name: host.name } },
    ]);
    assert.deepEqual((await read(host.id)).related, [
      { type: 'runs_on', direction: 'in', ci: { id: web.id, name: web.name } },
    ]);
    const relations = [
      { type: 'connects_to', ci_id: host.id },
      { type: 'part_of', ci_id: rack.id },
    ];
    const twice = [...relations, relations[0]];
    const replaced = await call('PATCH', `/${web.id}`, { relations: twice });
    assert.deepEqual(replaced.body.relations, relations);
    assert.equal(replaced.body.version, 2);
    const again = await call('PATCH', `/${web.id}`, { relations: relations.toReversed() });
    assert.equal(again.body.version, 2, 'the same relations in another order are no change');
    const name = await call('PATCH', `/${web.id}`, { status: 'retired' });
    assert.deepEqual(name.body.relations, relations, 'absent leaves them');
    const faults = faultsOf(
      await call('PATCH', `/${web.id}`, {
        relations: [
          relations[0],
          { type: 'part_of', ci_id: web.id },
          { type: 'part_of', ci_id: 'CI999999999' },
        ],
      }),
    );
    assert.deepEqual(faults, ['/relations/1/ci_id not_allowed', '/relations/2/ci_id not_allowed']);
    assert.deepEqual((await call('PATCH', `/${web.id}`, { relations: [] })).body.related, []);
    const unknown = await call('POST', '', {
      name: unique('x'),
      class: 'server',
      relations: [{ type: 'part_of', ci_id: 'CI999999999' }],
    });
    assert.deepEqual(faultsOf(unknown), ['/relations/0/ci_id not_allowed']);
  });

  test('no two CIs share an identity, whether created or updated', async () => {
    const serial_number = unique('SN');
    const fqdn = `${unique('Host')}.example.com`;
    const taken = await create({ serial_number, fqdn });
    const other = await create();
    const cases: [fields: Json, identifier: string][] = [
      [{ serial_number }, 'serial_number'],
      [{ fqdn: fqdn.toUpperCase() }, 'fqdn'],
      [{ name: taken.name, class: taken.class }, 'class+name'],
    ];
    for (const [fields, identifier] of cases) {
      const body = { name: unique('new'), class: 'server', ...fields };
      for (const reply of [
        await call('POST', '', body),
        await call('PATCH', `/${other.id}`, fields),
      ]) {
        assert.deepEqual(
          [reply.status, reply.body.code, reply.body.identifier, reply.body.ci_id],
          [409, 'identity_conflict', identifier, taken.id],
        );
      }
    }
    const sameName = await call('POST', '', { name: taken.name, class: 'database' });
    assert.equal(sameName.status, 201);
    assert.equal((await call('PATCH', `/${taken.id}`, { fqdn: fqdn.toLowerCase() })).status, 200);
  });

  test('the list of CIs has filters, search, sorts, totals and cursors', async () => {
    const group = unique('group');
    const made: Json[] = [];
    for (const n of [1, 2, 3]) {
      made.push(
        await create({
          name: unique(`list${n}`),
          class: `class ${n % 2}`,
          status: n === 3 ? 'retired' : 'operational',
          environment: n === 1 ? 'test' : 'production',
          owner: `owner${n}@example.com`,
          support_group: group,
          fqdn: `zeppelin-${n}.${group}.example.com`,
        }),
      );
    }
    const ids = made.map(({ id }) => id);
    const list = async (query: string) =>
      (await call('GET', `?support_group=${group}&${query}`)).body;
    const positionsOf = async (query: string) =>
      (await list(query)).data.map(({ id }: Json) => ids.indexOf(id) + 1);
    assert.deepEqual(await positionsOf(''), [3, 2, 1]);
    assert.deepEqual(await positionsOf('order=asc'), [1, 2, 3]);
    assert.deepEqual(await positionsOf('class=class 1'), [3, 1]);
    assert.deepEqual(await positionsOf('status=operational'), [2, 1]);
    assert.deepEqual(await positionsOf('environment=test,production&order=asc'), [1, 2, 3]);
    assert.deepEqual(await positionsOf('owner=owner2@example.com'), [2]);
    assert.deepEqual(await positionsOf(`q=zeppelin-2`), [2]);
    assert.deepEqual(await positionsOf(`q=zeppelin`), [3, 2, 1]);
    assert.deepEqual(await positionsOf(`q=${made[0].id}`), [1]);
    await call('PATCH', `/${ids[0]}`, { location: 'Basel' });
    const changed = await read(ids[0]);
    assert.deepEqual(await positionsOf('sort=updated_at'), [1, 3, 2]);
    assert.deepEqual(await positionsOf(`updated_after=${made[2].updated_at}`), [1]);
    assert.deepEqual(await positionsOf(`created_after=${made[0].created_at}&order=asc`), [2, 3]);
    assert.deepEqual(await positionsOf(`created_before=${made[1].created_at}`), [1]);
    assert.deepEqual(await positionsOf('q=Basel'), [1]);
    const page = await list('limit=2');
    assert.deepEqual([page.total, page.data.length], [3, 2]);
    assert.deepEqual(await positionsOf(`limit=2&cursor=${page.next_cursor}`), [1]);
    const { attributes: _, relations: __, related: ___, version: ____, ...summary } = changed;
    delete summary.discovery_source;
    delete summary.first_discovered_at;
    assert.deepEqual((await list('owner=owner1@example.com')).data, [summary]);
    assert.equal((await call('GET', '?status=broken')).status, 400);
    assert.equal((await call('GET', '?colour=red')).status, 400);
  });

  test('the timeline of a CI has the history of every attribute and relation', async () => {
    const host = await create();
    const { id } = await create({ attributes: { memory_gb: 64 } });
    await call('PATCH', `/${id}`, { attributes: { memory_gb: 128 } }, { email: 'ada@example.com' });
    await call('PATCH', `/${id}`, { relations: [{ type: 'runs_on', ci_id: host.id }] });
    const { body } = await call('GET', `/${id}/timeline`);
    assert.deepEqual(
      body.data.map(({ kind, changes }: Json) => [kind, changes.attributes, changes.relations]),
      [
        ['ci.updated', undefined, { from: [], to: [{ type: 'runs_on', ci_id: host.id }] }],
        ['ci.updated', { from: { memory_gb: 64 }, to: { memory_gb: 128 } }, undefined],
        ['ci.created', { from: null, to: { memory_gb: 64 } }, undefined],
      ],
    );
    assert.equal(body.data[1].actor, 'ada@example.com');
    const audit = await instance.call('GET', `/audit?record=${id}`);
    assert.equal(audit.body.data.length, 3);
  });

  test('every role but requester reads CIs, and agents and managers write them', async () => {
    const { id } = await create();
    const status = async (method: string, path: string, as: Json, body?: Json) =>
      (await call(method, path, body, { as })).status;
    for (const as of ['super_admin', 'itsm_manager', 'agent', 'requester', 'auditor']) {
      const reads = as === 'requester' ? 403 : 200;
      for (const path of ['', `/${id}`, `/${id}/timeline`, `/${id}/impact`])
        assert.equal(await status('GET', path, as), reads, `${as} ${path}`);
      const mayWrite = !['requester', 'auditor'].includes(as);
      const writes = (good: number) => (mayWrite ? good : 403);
      const body = { name: unique('roles'), class: 'server' };
      assert.equal(await status('POST', '', as, body), writes(201), as);
      assert.equal(await status('PATCH', `/${id}`, as, { location: as }), writes(200), as);
      const job = { operation: 'create', records: [{ name: unique('job'), class: 'server' }] };
      assert.equal(await status('POST', '/bulk', as, job), writes(202), as);
    }
  });

  test('an incident shows the name of its CI', async () => {
    const ci = await create();
    const { body } = await instance.call('POST', '/incidents', {
      body: { short_description: 'Down', ci_id: ci.id },
    });
    assert.deepEqual(body.ci, { id: ci.id, name: ci.name });
    const unknown = await instance.call('POST', '/incidents', {
      body: { short_description: 'Down', ci_id: 'CI999999999' },
    });
    assert.equal(unknown.body.ci, null);
  });

  test('an incident does not show the name of its CI to those who may not read the CMDB', async () => {
    const [first, second] = [await create(), await create()];
    const ask = { as: 'requester', email: 'curious@example.com' } as const;
    const path = '/incidents';
    const callAsRequester = async (method: string, at: string, body?: object) => {
      const response = await instance.call(method, at, { ...ask, ...(body && { body }) });
      assert.ok(response.status < 300, `${method} ${at} ${response.status}`);
      return response.body;
    };
    const created = await callAsRequester('POST', path, {
      short_description: 'Down',
      ci_id: first.id,
    });
    const at = `${path}/${created.id}`;
    const found = await callAsRequester('GET', at);
    // The incident can be sent back as it was read.
    const updated = await callAsRequester('PATCH', at, { ...found, state: 'cancelled' });
    for (const { ci_id, ci } of [created, found, updated])
      assert.deepEqual({ ci_id, ci }, { ci_id: first.id, ci: null });
    await instance.call('PATCH', at, { body: { ci_id: second.id } });
    assert.equal((await callAsRequester('GET', at)).ci, null);
    const staff = await instance.call('GET', at, { as: 'auditor' });
    assert.deepEqual(staff.body.ci, { id: second.id, name: second.name });
    // No list offers the field to anybody.
    assert.equal((await instance.call('GET', `${path}?fields=ci`, ask)).status, 400);
  });

  test('the owner of the CI is a stakeholder of its incidents', async () => {
    const owner = `${unique('owner')}@example.com`;
    const ci = await create({ owner });
    const { body } = await instance.call('POST', '/incidents', {
      body: { short_description: 'Down', ci_id: ci.id, notify_stakeholders: true },
    });
    const [mail] = await instance.sql('select recipients from mails where record_id = $1', [
      body.id,
    ]);
    assert.deepEqual(mail.recipients, [owner]);
    const notices = await instance.call('GET', '/notifications', { as: 'agent', email: owner });
    assert.deepEqual(
      notices.body.data.map(({ type }: Json) => type),
      ['incident.stakeholders'],
    );
    const silent = await instance.call('POST', '/incidents', {
      body: { short_description: 'Down', ci_id: ci.id },
    });
    const none = await instance.sql('select from mails where record_id = $1', [silent.body.id]);
    assert.equal(none.length, 0);
  });
});
