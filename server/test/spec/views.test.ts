import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { faultsOf, type Json, type RequestOptions } from '../support/harness.ts';
import { section } from './setup.ts';

section('Saved views', (instance) => {
  const unique = () => randomBytes(5).toString('hex');
  const person = (as: RequestOptions['as'] = 'agent'): RequestOptions => ({
    as: as ?? 'agent',
    email: `${unique()}@example.com`,
  });
  const save = (by: RequestOptions, fields: Json = {}) =>
    instance.call('POST', '/views', {
      ...by,
      body: { name: 'Mine', list: 'incidents', ...fields },
    });
  const createView = async (by: RequestOptions, fields: Json = {}): Promise<Json> => {
    const reply = await save(by, fields);
    assert.equal(reply.status, 201, reply.text);
    return reply.body;
  };
  const get = (id: string, by: RequestOptions) => instance.call('GET', `/views/${id}`, by);
  const patch = (id: string, by: RequestOptions, body: Json) =>
    instance.call('PATCH', `/views/${id}`, { ...by, body });
  const ids = async (by: RequestOptions, query = '') =>
    (await instance.call('GET', `/views?limit=200${query}`, by)).body.data.map(
      (one: Json) => one.id,
    );
  const group = async (...members: RequestOptions[]) => {
    const name = `Group ${unique()}`;
    const body = { name, members: members.map(({ email }) => email) };
    await instance.call('POST', '/groups', { as: 'super_admin', body });
    return name;
  };

  test('a view is saved with default values, read, updated, listed and deleted, with an audit entry for each write', async () => {
    const me = person('requester');
    const query = { state: 'new,in_progress', sort: 'sla_breach_at', without: 'assigned_to' };
    const view = await createView(me, { query, columns: ['priority', 'sla'] });
    assert.deepEqual(
      [view.query, view.columns, view.audience, view.group, view.owner, view.version],
      [query, ['priority', 'sla'], 'me', null, me.email, 1],
    );
    assert.deepEqual((await get(view.id, me)).body, view);
    const list = new URLSearchParams(view.query).toString();
    const used = await instance.call('GET', `/incidents?${list}&fields=${view.columns}`, me);
    assert.equal(used.status, 200, used.text);
    const changed = await patch(view.id, me, { name: 'Other', query: {} });
    assert.deepEqual(
      [changed.body.name, changed.body.query, changed.body.version],
      ['Other', {}, 2],
    );
    assert.equal(
      (await patch(view.id, { ...me, headers: { 'if-match': '"1"' } }, { name: 'x' })).status,
      412,
    );
    assert.deepEqual(await ids(me), [view.id]);
    assert.deepEqual(await ids(me, '&list=changes'), []);
    const removed = await instance.call('DELETE', `/views/${view.id}`, me);
    assert.deepEqual([removed.status, removed.body.deleted], [200, true]);
    assert.equal((await get(view.id, me)).status, 404);
    assert.deepEqual(await ids(me), []);
    const audit = await instance.call('GET', `/audit?record=${view.id}`);
    assert.deepEqual(
      audit.body.data.map((one: Json) => one.kind),
      ['view.deleted', 'view.updated', 'view.created'],
    );
  });

  test('the columns of a view keep their order and widths', async () => {
    const me = person();
    const columns = ['sla', 'short_description', 'priority'];
    const column_widths = { short_description: 480, sla: 40, state: 1200 };
    const view = await createView(me, { columns, column_widths });
    assert.deepEqual([view.columns, view.column_widths], [columns, column_widths]);
    assert.deepEqual((await createView(me)).column_widths, {});
    const moved = await patch(view.id, me, { columns: columns.toReversed() });
    assert.deepEqual(
      [moved.body.columns, moved.body.column_widths],
      [columns.toReversed(), column_widths],
    );
    const narrower = await patch(view.id, me, { column_widths: { sla: 120 } });
    assert.deepEqual([narrower.body.column_widths, narrower.body.version], [{ sla: 120 }, 3]);
    assert.deepEqual((await get(view.id, me)).body, narrower.body);
    const listed = await instance.call('GET', '/views?fields=column_widths', me);
    assert.deepEqual(listed.body.data.at(-1), { id: view.id, column_widths: { sla: 120 } });
    const faultsOfWidths = async (widths: Json) =>
      faultsOf(await patch(view.id, me, { column_widths: widths }));
    assert.deepEqual(await faultsOfWidths({ sla: 39, state: 1201, priority: 80.5 }), [
      '/column_widths/priority invalid_type',
      '/column_widths/sla too_small',
      '/column_widths/state too_large',
    ]);
    assert.deepEqual(await faultsOfWidths({ 'a/b': 80 }), ['/column_widths/a~1b not_allowed']);
    const many = Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`field${n}`, 80]));
    assert.deepEqual(await faultsOfWidths(many), ['/column_widths too_many']);
    assert.deepEqual(faultsOf(await patch(view.id, me, { list: 'articles' })), [
      '/column_widths/sla not_allowed',
      '/columns/0 not_allowed',
      '/columns/1 not_allowed',
      '/columns/2 not_allowed',
    ]);
  });

  test('the parameters and columns of a view are validated by the rules of its list', async () => {
    const reply = await save(person(), {
      query: { state: 'asleep', cursor: 'x', colour: 'red', limit: '0' },
      columns: ['state', 'colour'],
    });
    assert.equal(reply.status, 400);
    assert.deepEqual(faultsOf(reply).toSorted(), [
      '/columns/1 not_allowed',
      '/query/colour unknown_field',
      '/query/cursor unknown_field',
      '/query/limit too_small',
      '/query/state not_allowed',
    ]);
    assert.ok(reply.body.errors.some((one: Json) => one.allowed?.includes('sla')));
    for (const list of ['changes', 'requests', 'cis', 'articles'])
      await createView(person(), { list, query: { limit: '50' }, columns: ['created_at'] });
    assert.equal((await save(person(), { list: 'users' })).status, 400);
    assert.equal((await save(person(), { query: { limit: 5 } })).status, 400);
    const me = person();
    const view = await createView(me, { query: { priority: 'P1' } });
    const moved = await patch(view.id, me, { list: 'articles' });
    assert.deepEqual(faultsOf(moved), ['/query/priority unknown_field'], 'of the new list');
  });

  test('another’s view is 404 unless it is shared with the caller', async () => {
    const [owner, member, other] = [person(), person(), person()];
    const name = await group(owner, member);
    const view = await createView(owner);
    for (const who of [member, other, person('super_admin')]) {
      assert.equal((await get(view.id, who)).status, 404);
      assert.deepEqual(await ids(who), []);
    }
    const shared = await patch(view.id, owner, { audience: 'group', group: name });
    assert.equal(shared.status, 200, shared.text);
    assert.equal((await get(view.id, member)).status, 200);
    assert.deepEqual(await ids(member), [view.id]);
    assert.equal((await get(view.id, other)).status, 404);
    const refused = await patch(view.id, member, { name: 'x' });
    assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_role']);
    assert.equal((await instance.call('DELETE', `/views/${view.id}`, member)).status, 403);
    const back = await patch(view.id, owner, { audience: 'me' });
    assert.deepEqual([back.status, back.body.group], [200, null]);
    assert.equal((await get(view.id, member)).status, 404);
  });

  test('members may share a view with their group, managers with every group and everyone', async () => {
    const [agent, manager] = [person(), person('itsm_manager')];
    const foreign = await group(person());
    const toGroup = { audience: 'group', group: foreign };
    assert.equal((await save(agent, toGroup)).status, 403);
    assert.equal((await save(agent, { audience: 'everyone' })).status, 403);
    assert.equal((await save(manager, toGroup)).status, 201);
    const view = await createView(manager, { audience: 'everyone' });
    assert.equal((await get(view.id, person('requester'))).status, 200);
    assert.equal((await patch(view.id, agent, { name: 'x' })).status, 403);
    assert.equal((await patch(view.id, person('itsm_manager'), { name: 'x' })).status, 200);
    await instance.call('DELETE', `/views/${view.id}`, manager);
    assert.deepEqual(faultsOf(await save(manager, { audience: 'group' })), ['/group required']);
    assert.deepEqual(faultsOf(await save(manager, { group: 'x' })), ['/group not_allowed']);
  });
});
