import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Catalog, question, showIf } from '../support/catalog.ts';
import type { Json } from '../support/harness.ts';
import { section } from './setup.ts';

section('Service catalog: items', (instance) => {
  const catalog = new Catalog(instance);
  const asRequester = (path: string) => catalog.call('GET', path, undefined, 'requester');

  test('a draft can be ordered by nobody until it is published', async () => {
    const draft = await catalog.create();
    assert.match(draft.id, /^CAT[0-9A-Z]{7}$/);
    assert.deepEqual(
      [draft.state, draft.version, draft.published_version, draft.allowed_transitions],
      ['draft', 1, null, ['published']],
    );
    assert.equal((await asRequester(`/${draft.id}`)).status, 404);
    const { state, version, published_version } = await catalog.publish(draft.id);
    assert.deepEqual([state, version, published_version], ['published', 2, 2]);
    assert.equal((await asRequester(`/${draft.id}`)).status, 200);
  });

  test('questions, stages and tasks get every member', async () => {
    const item = await catalog.create({
      form: [{ key: 'site', label: 'Site', type: 'text' }],
      approvals: [
        { name: 'Manager', approvers: 'manager_of_requester', people: ['ada@example.com'] },
      ],
      tasks: [{ key: 'order', name: 'Order it' }],
    });
    assert.deepEqual(item.form, [
      {
        key: 'site',
        label: 'Site',
        type: 'text',
        help: null,
        choices: [],
        required: false,
        default: null,
        show_if: null,
      },
    ]);
    assert.deepEqual(item.approvals, [
      { name: 'Manager', approvers: 'manager_of_requester', need: 'any' },
    ]);
    assert.deepEqual(item.tasks, [
      {
        key: 'order',
        name: 'Order it',
        assignment_group: null,
        assigned_to: null,
        depends_on: [],
        due_in_hours: null,
      },
    ]);
    assert.deepEqual((await catalog.call('PATCH', `/${item.id}`, item)).body, item);
  });

  test('an edit of a published item waits, and publishing makes it live', async () => {
    const { id } = await catalog.createPublished({ summary: 'One', form: [question('a')] });
    const { body: edited } = await catalog.call('PATCH', `/${id}`, {
      summary: 'Two',
      form: [question('a'), question('b', { show_if: showIf('a', 'eq', 'x') })],
    });
    assert.deepEqual(
      [edited.summary, edited.form.length, edited.pending.summary, edited.pending.form.length],
      ['One', 1, 'Two', 2],
    );
    assert.equal(edited.pending_revision, true);
    const { body: seen } = await asRequester(`/${id}`);
    assert.deepEqual([seen.summary, seen.form.length, seen.pending], ['One', 1, undefined]);
    const live = await catalog.publish(id);
    assert.deepEqual([live.summary, live.form.length, live.pending], ['Two', 2, null]);
    assert.deepEqual([live.version, live.published_version], [4, 4]);
    const { status, body } = await catalog.call('POST', `/${id}/publish`);
    assert.deepEqual([status, body.code], [409, 'no_pending_revision']);
  });

  test('a revision that has the live values again is gone', async () => {
    const { id } = await catalog.createPublished({ summary: 'One' });
    await catalog.call('PATCH', `/${id}`, { summary: 'Two' });
    const { body } = await catalog.call('PATCH', `/${id}`, { summary: 'One' });
    assert.deepEqual([body.pending, body.pending_revision], [null, false]);
  });

  test('a retired item cannot be ordered, keeps its revision, and can be published again', async () => {
    const { id } = await catalog.createPublished({ summary: 'One' });
    await catalog.call('PATCH', `/${id}`, { summary: 'Two' });
    const { body: retired } = await catalog.call('POST', `/${id}/retire`);
    assert.deepEqual(
      [retired.state, retired.summary, retired.pending.summary, retired.allowed_transitions],
      ['retired', 'One', 'Two', ['published']],
    );
    assert.equal((await asRequester(`/${id}`)).status, 404);
    const twice = await catalog.call('POST', `/${id}/retire`);
    assert.deepEqual([twice.status, twice.body.code], [409, 'invalid_transition']);
    const { body: edited } = await catalog.call('PATCH', `/${id}`, { icon: 'laptop' });
    assert.deepEqual([edited.summary, edited.icon, edited.pending], ['Two', 'laptop', null]);
    assert.equal((await catalog.publish(id)).state, 'published');
  });

  test('versions have what was published, for ever', async () => {
    const { id } = await catalog.createPublished({ name: 'First', form: [question('a')] });
    await catalog.call('PATCH', `/${id}`, { name: 'Second', form: [] });
    await catalog.publish(id);
    const { body } = await catalog.call('GET', `/${id}/versions`, undefined, 'auditor');
    assert.deepEqual(
      body.data.map(({ version, name }: Json) => [version, name]),
      [
        [4, 'Second'],
        [2, 'First'],
      ],
    );
    const first = await catalog.call('GET', `/${id}/versions/2`);
    assert.deepEqual([first.body.name, first.body.form[0].key], ['First', 'a']);
    assert.equal((await catalog.call('GET', `/${id}/versions/3`)).status, 404);
    assert.equal((await asRequester(`/${id}/versions`)).status, 403);
    for (const change of [
      'update catalog_versions set version = 9',
      'delete from catalog_versions',
    ])
      await assert.rejects(
        instance.running.sql(`${change} where item_id = $1`, [id]),
        /append-only/,
      );
  });

  test('a nested condition is stored as it was sent', async () => {
    const show_if = {
      any: [
        { field: 'a', operator: 'in', value: ['x', null] },
        { all: [{ none: [{ field: 'a', operator: 'contains', value: 'ü' }] }, { all: [] }] },
      ],
    };
    const { id } = await catalog.createPublished({
      form: [question('a'), question('b', { show_if })],
    });
    for (const path of [`/${id}`, `/${id}/versions/2`]) {
      const { form } = (await catalog.call('GET', path)).body;
      assert.deepEqual(form[1].show_if, show_if);
    }
  });

  test('a draft may be incomplete, but not of another form', async () => {
    await catalog.create({
      form: [{ key: 'a', label: '', type: 'choice', show_if: showIf('later', 'eq', 1) }],
      approvals: [{ name: '', approvers: 'group' }],
      tasks: [{ key: 'order', name: '', depends_on: ['gone'] }],
    });
    const pointerOf = async (fields: Json) => {
      const body = { name: 'x', category: 'y', ...fields };
      const reply = await catalog.call('POST', '', body);
      assert.equal(reply.status, 400, reply.text);
      return reply.body.errors[0].pointer;
    };
    assert.equal(await pointerOf({ icon: 'unicorn' }), '/icon');
    assert.equal(await pointerOf({ form: [question('Not a key')] }), '/form/0/key');
    assert.equal(
      await pointerOf({ approvals: [{ name: 'x', approvers: 'people', need: 'most' }] }),
      '/approvals/0/need',
    );
    assert.equal(await pointerOf({ audience: { all: [], any: [] } }), '/audience');
    const many = Array.from({ length: 101 }, (_, n) => question(`q${n}`));
    assert.equal(await pointerOf({ form: many }), '/form');
  });

  test('writes are audited and compare the version, and emit no events', async () => {
    const { id } = await catalog.createPublished();
    const headers = { 'if-match': '"1"' };
    const stale = await instance.call('PATCH', `/catalog/items/${id}`, {
      headers,
      body: { summary: 'x' },
    });
    assert.equal(stale.status, 412, stale.text);
    const { body } = await instance.call('GET', `/audit?record=${id}`);
    assert.deepEqual(
      body.data.map(({ kind }: Json) => kind),
      ['catalog_item.updated', 'catalog_item.created'],
    );
    assert.equal((await instance.call('GET', `/events?record=${id}`)).body.data.length, 0);
  });

  test('lists are sorted by name, and have filters, words and pages', async () => {
    const category = 'Listed';
    const one = await catalog.createPublished({ name: 'Zebra crossing', category });
    const two = await catalog.create({ name: 'Ant hill', category, summary: 'pangolin' });
    const list = async (query: string) =>
      (await catalog.call('GET', `?category=${category}${query}`)).body.data.map(
        ({ id }: Json) => id,
      );
    assert.deepEqual(await list(''), [two.id, one.id]);
    assert.deepEqual(await list('&order=desc'), [one.id, two.id]);
    assert.deepEqual(await list('&sort=created_at'), [one.id, two.id]);
    assert.deepEqual(await list('&state=draft'), [two.id]);
    assert.deepEqual(await list('&orderable=true'), [one.id]);
    assert.deepEqual(await list('&q=pangol'), [two.id]);
    const { body } = await catalog.call('GET', `?category=${category}&limit=1`);
    assert.deepEqual(await list(`&limit=1&cursor=${body.next_cursor}`), [one.id]);
  });

  test('the catalog has at most 500 items', async () => {
    const { body } = await catalog.call('GET', '?limit=1');
    await instance.running.sql(
      `insert into catalog_items (name, category, form, approvals, tasks, state, created_at, updated_at)
       select 'x', 'y', '[]', '[]', '[]', 'draft', now(), now() from generate_series(1, $1)`,
      [500 - body.total],
    );
    const full = await catalog.call('POST', '', { name: 'x', category: 'y' });
    assert.deepEqual([full.status, full.body.errors[0].code], [400, 'too_many']);
  });
});
