import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Catalog, question, showIf } from '../support/catalog.ts';
import type { Json } from '../support/harness.ts';
import { section } from './setup.ts';

section('Service catalog: audience, search and preview', (instance) => {
  const catalog = new Catalog(instance);
  const call = (method: string, path: string, email: string, body?: Json) =>
    instance.call(method, path, { as: 'requester', email, ...(body && { body }) } as never);
  const preview = async (body: Json) => {
    const reply = await catalog.call('POST', '/preview', body);
    assert.equal(reply.status, 200, reply.text);
    return reply.body;
  };

  before(async () => {
    const create = async (path: string, body: Json) => {
      const { status, text } = await instance.call('POST', path, { as: 'super_admin', body });
      assert.equal(status, 201, text);
    };
    const user = (name: string, fields: Json = {}) =>
      create('/users', { email: `${name}@example.com`, name, roles: ['requester'], ...fields });
    await user('maria', { roles: ['itsm_manager'] });
    await user('left', { active: false });
    await user('fin', { department: 'Finance', manager: 'maria@example.com' });
    await user('ops', { department: 'Operations' });
    const members = ['maria@example.com', 'FIN@example.com', 'left@example.com'];
    await create('/groups', { name: 'Board', members });
  });

  test('requesters see and find only items of their audience', async () => {
    const category = 'Finance only';
    const audience = showIf('requester.department', 'eq', 'Finance');
    const { id } = await catalog.createPublished({ name: 'Quokka ledger', category, audience });
    const everyone = await catalog.createPublished({ name: 'Quokka mouse', category, icon: null });
    await catalog.create({ name: 'Quokka draft', category });
    const readAs = async (who: string) => {
      const email = `${who}@example.com`;
      const list = await call('GET', `/catalog/items?category=${category}`, email);
      const found = await call('GET', '/search?q=quokka&types=item', email);
      const typed = await call('GET', `/search?q=${id}`, email);
      return {
        list: list.body.data.map((item: Json) => item.id),
        total: list.body.total,
        single: (await call('GET', `/catalog/items/${id}`, email)).status,
        found: found.body.groups[0].data.map((hit: Json) => hit.id),
        typed: typed.body.groups[0]?.data[0].title,
      };
    };
    assert.deepEqual(await readAs('fin'), {
      list: [id, everyone.id],
      total: 2,
      single: 200,
      found: [id, everyone.id],
      typed: 'Quokka ledger',
    });
    assert.deepEqual(await readAs('ops'), {
      list: [everyone.id],
      total: 1,
      single: 404,
      found: [everyone.id],
      typed: undefined,
    });
    const all = await catalog.call('GET', `?category=${category}`);
    assert.equal(all.body.total, 3);
    const orderable = await catalog.call('GET', `?category=${category}&orderable=true`);
    assert.deepEqual(orderable.body.data[0].id, everyone.id);
  });

  test('a search marks words in name and summary', async () => {
    const summary = 'For travellers who carry an okapi.';
    await catalog.createPublished({ name: 'Travel adapter', summary });
    const { body } = await call('GET', '/search?q=okapi', 'ops@example.com');
    const [hit] = body.groups[0].data;
    assert.deepEqual([body.groups[0].type, hit.title], ['item', 'Travel adapter']);
    assert.equal(hit.highlights[0].field, 'summary');
    assert.match(hit.url, /\/catalog\/items\/CAT/);
  });

  test('the fields of audiences are those of users', async () => {
    const { body } = await instance.call('GET', '/condition-fields?record_type=catalog_item');
    const department = body.data.find(({ name }: Json) => name === 'requester.department');
    assert.deepEqual([department.kind, department.optional], ['text', true]);
    assert.ok(!department.operators.includes('changed'));
    assert.ok(body.data.every(({ name }: Json) => name.startsWith('requester.')));
    const times = body.data.filter(({ kind }: Json) => kind === 'time');
    assert.ok(times.every(({ operators }: Json) => !operators.includes('in_hours')));
    const query = 'record_type=catalog_item&on=created';
    assert.equal((await instance.call('GET', `/condition-fields?${query}`)).status, 400);
  });

  test('a preview shows what a form asks and stores, and changes nothing', async () => {
    const { total } = (await catalog.call('GET', '?limit=1')).body;
    const form = [
      question('a', { required: true }),
      question('b', { show_if: showIf('a', 'eq', 'x'), required: true }),
      question('c', { type: 'integer', default: 3 }),
    ];
    const nothing = await preview({ item: { form } });
    assert.deepEqual(nothing.visible, ['a', 'c']);
    assert.deepEqual(nothing.answers, { c: 3 });
    assert.deepEqual(
      nothing.answer_faults.map(({ pointer, code }: Json) => [pointer, code]),
      [['/answers/a', 'required']],
    );
    const shown = await preview({ item: { form }, answers: { a: 'x', b: 'y', c: null } });
    assert.deepEqual([shown.visible, shown.answers], [['a', 'b', 'c'], { a: 'x', b: 'y' }]);
    assert.deepEqual([shown.faults, shown.answer_faults, shown.in_audience], [[], [], true]);
    assert.equal((await catalog.call('GET', '?limit=1')).body.total, total);
  });

  test('a preview of a faulty item names the faults, and shows the rest', async () => {
    const form = [
      question('a', { show_if: showIf('later', 'eq', 'x') }),
      question('a'),
      question('b', { type: 'choice' }),
    ];
    const audience = showIf('requester.nose', 'eq', 'long');
    const { faults, visible, in_audience } = await preview({ item: { form, audience } });
    assert.deepEqual(
      faults.map(({ pointer }: Json) => pointer),
      ['/audience/all/0/field', '/form/1/key', '/form/0/show_if/all/0/field', '/form/2/choices'],
    );
    assert.deepEqual([visible, in_audience], [['a', 'b'], false]);
  });

  test('a preview names who could approve now', async () => {
    const form = [question('owner', { type: 'person' })];
    const approvals = [
      { name: 'Manager', approvers: 'manager_of_requester' },
      { name: 'Board', approvers: 'group', group: 'Board' },
      { name: 'Two', approvers: 'people', people: ['ops@example.com', 'left@example.com'] },
      { name: 'Owner', approvers: 'field', field: 'owner', group: 'Board' },
    ];
    const stagesFor = async (requested_for: string, owner: string) =>
      (await preview({ item: { form, approvals }, requested_for, answers: { owner } })).stages.map(
        ({ approvers }: Json) => approvers,
      );
    assert.deepEqual(await stagesFor('fin@example.com', 'Maria@example.com'), [
      ['maria@example.com'],
      ['maria@example.com'],
      ['ops@example.com'],
      ['maria@example.com'],
    ]);
    assert.deepEqual(await stagesFor('ops@example.com', 'ops@example.com'), [
      [],
      ['maria@example.com', 'fin@example.com'],
      [],
      [],
    ]);
  });
});
