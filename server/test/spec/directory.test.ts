import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { faultsOf, type Json } from '../support/harness.ts';
import { section } from './setup.ts';

section('Directory', (instance) => {
  const as = 'super_admin' as const;
  const unique = () => randomBytes(5).toString('hex');
  const user = async (name: string, fields: Json = {}) =>
    (
      await instance.call('POST', '/users', {
        as,
        body: { email: `${unique()}@example.com`, name, roles: ['agent'], ...fields },
      })
    ).body;
  const find = async (query: string, options: Json = { as: 'agent' }) =>
    instance.call('GET', `/directory?${query}`, options);
  const names = async (query: string) => (await find(query)).body.data.map((one: Json) => one.name);

  test('people and groups are found by the beginning of name or address, in any case', async () => {
    const key = unique();
    const ada = await user(`Ada ${key}`);
    const gone = await user(`Ada gone ${key}`, { active: false });
    const group = await instance.call('POST', '/groups', {
      as,
      body: { name: `ada group ${key}`, email: `ops.${key}@example.com` },
    });
    assert.deepEqual((await find(`q=ADA ${key}`)).body.data, [
      { kind: 'person', id: ada.id, name: ada.name, email: ada.email },
    ]);
    assert.deepEqual(await names(`q=${ada.email.slice(0, 8).toUpperCase()}`), [ada.name]);
    assert.deepEqual(await names(`q=ops.${key}`), [group.body.name]);
    assert.deepEqual(await names(`q=${key}`), [], 'the beginning only');
    assert.ok(!(await names('q=ada')).includes(gone.name), 'a deactivated user is not listed');
    const both = await find('q=ada&limit=200');
    assert.equal(both.body.total, both.body.data.length);
    const kinds = new Set<string>(both.body.data.map((one: Json) => one.kind));
    assert.deepEqual([...kinds].toSorted(), ['group', 'person']);
    assert.deepEqual(await names(`q=ada&kind=group`), [group.body.name]);
  });

  test('wildcards of SQL patterns are searched for as plain text', async () => {
    const key = unique();
    await user(`a_b%${key}`);
    await user(`axbx${key}`);
    assert.deepEqual(await names(`q=a_b%25${key}`), [`a_b%${key}`]);
    assert.deepEqual(await names('q=%25'), []);
    assert.deepEqual(await names('q=%5C'), []);
  });

  test('assignable=true lists only active users who may change incidents', async () => {
    const key = unique();
    const roles = ['super_admin', 'itsm_manager', 'agent', 'requester', 'auditor'];
    for (const role of roles) await user(`${key} ${role}`, { roles: [role] });
    await user(`${key} both`, { roles: ['auditor', 'agent'] });
    await user(`${key} gone`, { active: false });
    await instance.call('POST', '/groups', { as, body: { name: `${key} group` } });
    const assignable = ['agent', 'both', 'itsm_manager', 'super_admin'].map(
      (name) => `${key} ${name}`,
    );
    assert.deepEqual(await names(`q=${key}&assignable=true`), assignable);
    assert.deepEqual(await names(`q=${key}&assignable=true&kind=group`), []);
    assert.equal((await names(`q=${key}&assignable=false`)).length, roles.length + 2);
    const { body } = await find(`q=${key}&assignable=true&limit=1`);
    assert.equal(body.total, 4);
    const cursor = `cursor=${body.next_cursor}`;
    assert.deepEqual(
      await names(`q=${key}&assignable=true&limit=1&${cursor}`),
      assignable.slice(1, 2),
    );
    assert.equal((await find(`q=${key}&limit=1&${cursor}`)).body.code, 'invalid_cursor');
    assert.deepEqual(faultsOf(await find('assignable=1')), ['/assignable invalid_type']);
  });

  test('people and groups are found by whole addresses, in any case', async () => {
    const key = unique();
    const [ada, ben] = [await user(`${key} Ada`), await user(`${key} Ben`)];
    const email = `team.${key}@example.com`;
    await instance.call('POST', '/groups', { as, body: { name: `${key} team`, email } });
    const both = `${ada.email.toUpperCase()},${ben.email},${ada.email},nobody.${key}@example.com`;
    assert.deepEqual(await names(`email=${both}`), [ada.name, ben.name]);
    assert.deepEqual(await names(`email=${both},${email}&kind=group`), [`${key} team`]);
    assert.deepEqual(await names(`email=${both}&q=${key} b`), [ben.name]);
    assert.deepEqual(await names(`email=${ada.email.slice(0, 8)}`), [], 'whole addresses only');
    const many = Array.from({ length: 101 }, (_, n) => `${n}.${key}@example.com`);
    assert.equal((await find(`email=${many.slice(1).join()}&limit=200`)).status, 200);
    assert.deepEqual(faultsOf(await find(`email=${many.join()}`)), ['/email too_many']);
  });

  test('a group as filter lists its members who are active users', async () => {
    const key = unique();
    const [ada, ben] = [await user(`${key} Ada`), await user(`${key} Ben`, { roles: ['auditor'] })];
    const gone = await user(`${key} gone`, { active: false });
    await user(`${key} other`);
    const name = `${key}, first line`;
    const members = [ada.email.toUpperCase(), ben.email, gone.email, `no.${key}@example.com`];
    await instance.call('POST', '/groups', { as, body: { name, members } });
    const group = `group=${encodeURIComponent(name)}`;
    assert.deepEqual(await names(group), [ada.name, ben.name]);
    assert.deepEqual(await names(`${group}&assignable=true`), [ada.name]);
    assert.deepEqual(await names(`${group}&q=${ben.email}`), [ben.name]);
    assert.deepEqual(await names(`${group}&email=${ben.email}&kind=person`), [ben.name]);
    assert.deepEqual(await names(`group=unknown ${key}`), []);
  });

  test('the directory is paged by name, and a cursor is valid only with its q', async () => {
    const key = unique();
    for (const letter of ['c', 'a', 'b']) await user(`${key} ${letter}`);
    const read: string[] = [];
    let cursor = '';
    for (let n = 0; n < 3; n += 1) {
      const { body } = await find(`q=${key}&limit=1${cursor}`);
      read.push(...body.data.map((one: Json) => one.name));
      if (body.next_cursor) cursor = `&cursor=${body.next_cursor}`;
    }
    assert.deepEqual(read, [`${key} a`, `${key} b`, `${key} c`]);
    assert.equal((await find(`q=other${cursor}`)).body.code, 'invalid_cursor');
  });

  test('every role but requester may read the directory', async () => {
    for (const role of ['super_admin', 'itsm_manager', 'agent', 'auditor'] as const)
      assert.equal((await find('limit=1', { as: role })).status, 200, role);
    const refused = await find('limit=1', { as: 'requester' });
    assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_role']);
    assert.deepEqual(faultsOf(await find('kind=robot')), ['/kind not_allowed']);
  });

  describe('a person', () => {
    const get = (email: string, role = 'agent') =>
      instance.call('GET', `/directory/${encodeURIComponent(email)}`, { as: role as 'agent' });
    const open = async (path: string, body: Json): Promise<string> =>
      (await instance.call('POST', path, { as: 'agent', body })).body.id;
    const move = (path: string, state: string) =>
      instance.call('PATCH', path, { as: 'agent', body: { state } });
    const idsOf = (records: Json[]) => records.map(({ id }) => id);

    test('groups, open records and CIs are those that name the address in any case', async () => {
      const key = unique();
      const anna = await user(`Anna ${key}`, { roles: ['requester'] });
      const upper = anna.email.toUpperCase();
      await user(`Ben ${key}`, { roles: ['requester'] });
      for (const name of [`b ${key}`, `a ${key}`])
        await instance.call('POST', '/groups', { as, body: { name, members: [upper] } });
      const first = await open('/incidents', { short_description: 'First', requester: upper });
      const ended = await open('/incidents', { short_description: 'Ended', requester: anna.email });
      await move(`/incidents/${ended}`, 'cancelled');
      await open('/incidents', { short_description: 'Another person has it' });
      const request = await open('/requests', {
        short_description: 'Second',
        requested_for: anna.email,
      });
      const ci = await open('/cmdb/cis', { name: `nb-${key}`, class: 'laptop', owner: upper });
      const { status, body } = await get(upper);
      assert.equal(status, 200);
      assert.deepEqual(body, {
        name: `Anna ${key}`,
        email: anna.email,
        groups: [`a ${key}`, `b ${key}`],
        title: null,
        department: null,
        site: null,
        away_until: null,
        open_records: [
          { type: 'request', id: request, title: 'Second', state: 'submitted' },
          { type: 'incident', id: first, title: 'First', state: 'new' },
        ],
        cis: [{ id: ci, title: `nb-${key}` }],
      });
      await instance.call('DELETE', `/incidents/${first}`, { as });
      assert.deepEqual(idsOf((await get(anna.email)).body.open_records), [request]);
    });

    test('the newest 20 records are listed, each once if the person is opener and requester', async () => {
      const anna = await user('Anna', { roles: ['requester'] });
      const made: string[] = [];
      for (let n = 0; n < 21; n += 1)
        made.unshift(
          await open('/incidents', { short_description: `${n}`, requester: anna.email }),
        );
      await instance.running.sql(
        'update incidents set opened_by = upper(requester) where id = any($1)',
        [made.slice(0, 3)],
      );
      assert.deepEqual(idsOf((await get(anna.email)).body.open_records), made.slice(0, 20));
    });

    test('an unknown, deactivated or group address is not found, and requesters may not ask', async () => {
      const gone = await user('Gone', { active: false });
      const email = `${unique()}@example.com`;
      await instance.call('POST', '/groups', { as, body: { name: unique(), email } });
      for (const address of [gone.email, email, 'nobody@example.com', 'nobody']) {
        const { status, body } = await get(address);
        assert.deepEqual([status, body.code], [404, 'not_found'], address);
      }
      const refused = await get((await user('Anna')).email, 'requester');
      assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_role']);
    });
  });
});
