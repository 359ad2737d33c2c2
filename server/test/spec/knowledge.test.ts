import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { faultsOf, type Instance, type Json, sql, startInstance } from '../support/harness.ts';
import { until } from '../support/processes.ts';
import { idsOf, knowledgeOf, uniqueWord } from './knowledge.setup.ts';

const manager = { as: 'itsm_manager' } as const;
const requester = { as: 'requester' } as const;

describe('Knowledge articles', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());
  const { call, create, publish, createPublished, read, list } = knowledgeOf(() => instance);

  test('an article is created with every field as a draft of the caller and read back unchanged', async () => {
    const fields = {
      title: 'Reset your VPN password',
      summary: 'For the VPN.',
      body: '# Reset\n\n1. Open the page.',
      category: 'Network',
      tags: ['vpn', 'self service'],
      language: 'pt-BR',
    };
    const reply = await call('POST', '', fields);
    assert.equal(reply.status, 201, reply.text);
    const { id, created_at, updated_at, author, ...rest } = reply.body;
    assert.match(id, /^KB\d{7}$/);
    assert.equal(reply.headers.get('etag'), '"1"');
    assert.match(reply.headers.get('location') ?? '', new RegExp(`/knowledge/articles/${id}$`));
    assert.deepEqual([created_at, author], [updated_at, 'agent@example.com']);
    assert.deepEqual(rest, {
      ...fields,
      state: 'draft',
      pending_revision: false,
      pending: null,
      sent_back: null,
      helpful_count: 0,
      helpful: null,
      view_count: 0,
      citation_count: 0,
      allowed_transitions: ['review'],
      version: 1,
    });
    assert.deepEqual(await read(id), reply.body);
    const plain = await create();
    assert.deepEqual([plain.summary, plain.tags, plain.language], [null, [], 'en']);
  });

  test('an invalid article is refused with the pointer of each fault', async () => {
    const reply = await call('POST', '', {
      title: ' ',
      body: 'x'.repeat(65_537),
      summary: 5,
      tags: ['x'.repeat(51), ''],
      language: 'English',
      state: 'published',
      author: 'me@example.com',
      helpful_count: 5,
      colour: 'red',
    });
    assert.deepEqual(faultsOf(reply), [
      '/author read_only_field',
      '/body too_long',
      '/colour unknown_field',
      '/helpful_count read_only_field',
      '/language invalid_format',
      '/state not_allowed',
      '/summary invalid_type',
      '/tags/0 too_long',
      '/tags/1 blank',
      '/title blank',
    ]);
    const { id } = await create();
    assert.deepEqual(faultsOf(await call('PATCH', `/${id}`, { body: null, tags: null })), [
      '/body not_nullable',
      '/tags not_nullable',
    ]);
    assert.equal((await call('GET', '/KB9999999')).status, 404);
    assert.equal((await call('GET', '/INC0000001')).status, 404);
  });

  test('an article can be sent back as it was read, although its counts have changed', async () => {
    const article = await createPublished({ summary: 'a', tags: ['x'] });
    await call('PUT', `/${article.id}/vote`, { helpful: true }, requester);
    const same = await call('PATCH', `/${article.id}`, article, manager);
    assert.deepEqual([same.status, same.body.version], [200, article.version], same.text);
    assert.equal(same.body.helpful_count, 1);
    const forged = { helpful_count: 900, view_count: 900, citation_count: 900 };
    assert.deepEqual(faultsOf(await call('PATCH', `/${article.id}`, forged)), [
      '/citation_count read_only_field',
      '/helpful_count read_only_field',
      '/view_count read_only_field',
    ]);
    const headers = { 'if-match': '"1"' };
    const stale = await call('PATCH', `/${article.id}`, { summary: 'b' }, { headers });
    assert.deepEqual([stale.status, stale.body.code], [412, 'version_mismatch']);
  });

  test('an article moves from draft to review, published, retired and draft again, and no other way', async () => {
    const { id } = await create();
    const move = (state: string, as: 'agent' | 'itsm_manager') =>
      call('PATCH', `/${id}`, { state }, { as });
    const act = (name: string, as: 'agent' | 'itsm_manager' | 'super_admin') =>
      call('POST', `/${id}/${name}`, undefined, { as });
    const early = await act('publish', 'itsm_manager');
    assert.deepEqual(
      [early.status, early.body.code, early.body.allowed_transitions],
      [409, 'invalid_transition', ['review']],
    );
    assert.equal((await act('retire', 'itsm_manager')).status, 409);
    assert.deepEqual((await move('review', 'agent')).body.allowed_transitions, []);
    const refused = await move('published', 'agent');
    assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_role']);
    assert.equal((await act('publish', 'agent')).status, 403);
    assert.equal((await act('publish', 'super_admin')).body.state, 'published');
    assert.equal((await act('publish', 'super_admin')).status, 409, 'nothing is pending');
    assert.equal((await move('draft', 'itsm_manager')).status, 409);
    assert.equal((await act('retire', 'agent')).status, 403);
    assert.equal((await act('retire', 'itsm_manager')).body.state, 'retired');
    assert.equal((await move('draft', 'agent')).body.state, 'draft');
    assert.equal((await move('draft', 'agent')).body.version, 5, 'the same state is no update');
    await move('review', 'agent');
    assert.equal((await move('published', 'itsm_manager')).body.state, 'published');
  });

  test('an edit of a published article is live at once if made by a manager, and pending if made by an agent', async () => {
    const { id, version } = await createPublished({
      title: 'Old',
      summary: 'Old summary',
      body: 'Old body',
    });
    const live = await call('PATCH', `/${id}`, { body: 'By a manager' }, manager);
    assert.deepEqual([live.body.body, live.body.pending_revision], ['By a manager', false]);

    const edit = await call('PATCH', `/${id}`, { title: 'New', tags: ['t'] });
    const { title, tags, pending, pending_revision } = edit.body;
    assert.deepEqual([edit.status, title, tags, pending_revision], [200, 'Old', [], true]);
    assert.deepEqual(
      { ...pending, at: undefined },
      { title: 'New', tags: ['t'], by: 'agent@example.com', at: undefined },
    );
    assert.equal(edit.body.version, version + 2);
    const seen = await read(id, requester);
    assert.deepEqual([seen.title, seen.pending_revision, 'pending' in seen], ['Old', true, false]);
    assert.deepEqual((await read(id, { as: 'auditor' })).pending, pending);
    const listed = (await list(`?author=agent@example.com&limit=200`)).data;
    assert.equal(listed.find((one: Json) => one.id === id).pending_revision, true);

    const more = await call('PATCH', `/${id}`, { summary: null }, { email: 'second@example.com' });
    assert.deepEqual(
      [more.body.pending.title, more.body.pending.summary, more.body.pending.by],
      ['New', null, 'second@example.com'],
    );
    const fixed = await call('PATCH', `/${id}`, { body: 'Fixed' }, manager);
    assert.deepEqual([fixed.body.body, fixed.body.pending.title], ['Fixed', 'New']);

    const done = await call('POST', `/${id}/publish`, undefined, manager);
    assert.equal(done.status, 200, done.text);
    assert.deepEqual(
      [done.body.title, done.body.summary, done.body.body, done.body.tags, done.body.state],
      ['New', null, 'Fixed', ['t'], 'published'],
    );
    assert.deepEqual([done.body.pending, done.body.pending_revision], [null, false]);
  });

  test('a pending revision ends when it equals the published values, is discarded, or the article is retired', async () => {
    const { id } = await createPublished({ title: 'Old' });
    await call('PATCH', `/${id}`, { title: 'New' });
    const back = await call('PATCH', `/${id}`, { title: 'Old' });
    assert.deepEqual([back.body.pending, back.body.pending_revision], [null, false]);
    await call('PATCH', `/${id}`, { title: 'New' });
    const unchanged = await call('PATCH', `/${id}`, { title: 'New' });
    const version = unchanged.body.version;
    assert.equal((await read(id)).version, version, 'the same edit is no update');
    const discarded = await call('DELETE', `/${id}/pending`);
    assert.deepEqual([discarded.status, discarded.body.pending], [200, null]);
    const none = await call('DELETE', `/${id}/pending`);
    assert.deepEqual([none.status, none.body.code], [409, 'no_pending_revision']);
    await call('PATCH', `/${id}`, { title: 'New' });
    const retired = await call('POST', `/${id}/retire`, undefined, manager);
    assert.deepEqual([retired.body.title, retired.body.pending], ['Old', null]);
    const edited = await call('PATCH', `/${id}`, { title: 'Newer' });
    assert.equal(edited.body.title, 'Newer', 'what nobody reads is edited directly');
  });

  test('requesters may read published articles only, and no history', async () => {
    const word = uniqueWord();
    const draft = await create({ title: word, category: word });
    const open = await createPublished({ title: word, category: word });
    const call4 = (path: string) => call('GET', path, undefined, requester);
    assert.equal((await call4(`/${draft.id}`)).status, 404);
    assert.equal((await call4(`/${open.id}`)).status, 200);
    assert.deepEqual(idsOf(await list(`?category=${word}`, requester)), [open.id]);
    assert.deepEqual(idsOf(await list(`?q=${word}`, requester)), [open.id]);
    assert.equal((await list(`?category=${word}&state=draft`, requester)).total, 0);
    assert.equal((await list(`?category=${word}`, { as: 'auditor' })).total, 2);
    for (const path of ['timeline', 'versions', 'versions/1'])
      assert.equal((await call4(`/${open.id}/${path}`)).status, 403, path);
    assert.equal((await call('PATCH', `/${open.id}`, { title: 'x' }, requester)).status, 403);
    assert.equal(
      (await call('POST', '', { title: 'x', body: 'y' }, { as: 'auditor' })).status,
      403,
    );
    await call('POST', `/${open.id}/retire`, undefined, manager);
    assert.equal((await call4(`/${open.id}`)).status, 404);
  });

  test('filters of articles are combined, any tag matches, and sorts and pages work as in every list', async () => {
    const category = uniqueWord();
    const a = await create({ category, tags: ['x', 'y'], language: 'de' });
    const b = await create({ category, tags: ['y', 'z', 'a,b'] });
    const c = await createPublished({ category, tags: [] });
    const idsOfList = async (query: string) => idsOf(await list(`?category=${category}&${query}`));
    assert.deepEqual(await idsOfList(''), [c.id, b.id, a.id]);
    assert.deepEqual(await idsOfList('tag=x,z'), [b.id, a.id]);
    assert.deepEqual(await idsOfList('tag=a\\,b'), [b.id]);
    assert.deepEqual(await idsOfList('tag=y&language=de'), [a.id]);
    assert.deepEqual(await idsOfList('state=draft,published'), [c.id, b.id, a.id]);
    assert.deepEqual(await idsOfList('author=agent@example.com&state=published'), [c.id]);
    assert.deepEqual(await idsOfList('author=nobody@example.com'), []);
    assert.deepEqual(
      await idsOfList(`created_after=${a.created_at}&created_before=${c.created_at}`),
      [b.id],
    );
    assert.deepEqual(await idsOfList('sort=updated_at&order=asc'), [a.id, b.id, c.id]);
    const updated = await idsOfList(`updated_after=${b.updated_at}`);
    assert.deepEqual(updated, [c.id]);
    const first = await list(`?category=${category}&limit=2`);
    const rest = await list(`?category=${category}&limit=2&cursor=${first.next_cursor}`);
    assert.deepEqual([...idsOf(first), ...idsOf(rest)], [c.id, b.id, a.id]);
    assert.deepEqual([first.total, rest.next_cursor, 'degraded' in first], [3, undefined, false]);
    assert.deepEqual(faultsOf(await call('GET', '?state=secret')), ['/state not_allowed']);
  });

  test('a deleted article is absent from GET, lists and search until it is restored', async () => {
    const word = uniqueWord();
    const { id, version } = await createPublished({ title: word });
    assert.equal((await call('DELETE', `/${id}`)).status, 403);
    const removed = await call('DELETE', `/${id}`, undefined, manager);
    assert.deepEqual([removed.status, removed.body.deleted], [200, true]);
    assert.equal((await call('GET', `/${id}`)).status, 404);
    assert.equal((await list(`?q=${word}`)).total, 0);
    assert.equal((await call('PUT', `/${id}/vote`, { helpful: true })).status, 404);
    assert.equal((await call('GET', `/${id}/versions`)).status, 404);
    const deleted = await call('GET', `/${id}?include_deleted=true`, undefined, { as: 'auditor' });
    assert.deepEqual([deleted.body.deleted, deleted.body.state], [true, 'published']);
    const restored = await call('POST', `/${id}/restore`, undefined, manager);
    assert.deepEqual([restored.status, restored.body.version], [200, version + 2]);
    assert.equal((await list(`?q=${word}`)).total, 1);
    const kinds = (await call('GET', `/${id}/timeline`)).body.data.map((one: Json) => one.kind);
    assert.deepEqual(kinds, [
      'article.restored',
      'article.deleted',
      'article.updated',
      'article.updated',
      'article.created',
    ]);
    const events = (await instance.call('GET', `/events?record=${id}`)).body.data;
    assert.deepEqual(
      events.map(({ event }: Json) => event),
      [
        'article.created',
        'article.updated',
        'article.updated',
        'article.updated',
        'article.deleted',
        'article.updated',
      ],
    );
  });

  test('each person has one vote on an article, which changes the count and not the version', async () => {
    const { id, version } = await createPublished();
    const vote = (helpful: boolean, email: string, as: 'agent' | 'requester' = 'requester') =>
      call('PUT', `/${id}/vote`, { helpful }, { as, email });
    const first = await vote(true, 'v1@example.com');
    assert.deepEqual(first.body, { article_id: id, helpful: true, helpful_count: 1 });
    assert.equal((await vote(true, 'v1@example.com')).body.helpful_count, 1);
    assert.equal((await vote(false, 'v2@example.com', 'agent')).body.helpful_count, 1);
    assert.equal((await vote(true, 'v2@example.com', 'agent')).body.helpful_count, 2);
    assert.equal((await vote(false, 'v1@example.com')).body.helpful_count, 1);
    const article = await call('GET', `/${id}`);
    assert.deepEqual(
      [article.body.helpful_count, article.body.version, article.headers.get('etag')],
      [1, version, `"${version}"`],
    );
    const votes = ['v1@example.com', 'v2@example.com', 'v3@example.com'].map(async (email) => {
      const { body } = await call('GET', `/${id}`, undefined, {
        as: email === 'v2@example.com' ? 'agent' : 'requester',
        email,
      });
      return body.helpful;
    });
    assert.deepEqual(await Promise.all(votes), [false, true, null], 'each sees the own one');
    const sentBack = await call('PATCH', `/${id}`, { ...article.body, helpful: true, tags: ['x'] });
    assert.deepEqual([sentBack.status, sentBack.body.helpful], [200, null], 'a PATCH is no vote');
    assert.deepEqual(faultsOf(await call('PUT', `/${id}/vote`, {})), ['/helpful required']);
    assert.equal(
      (await call('PUT', `/${id}/vote`, { helpful: true }, { as: 'auditor' })).status,
      403,
    );
    const draft = await create();
    const early = await call('PUT', `/${draft.id}/vote`, { helpful: true });
    assert.deepEqual([early.status, early.body.code], [409, 'not_published']);
    assert.equal(
      (await call('PUT', `/${draft.id}/vote`, { helpful: true }, requester)).status,
      404,
    );
    assert.equal((await call('POST', `/${id}/vote`, { helpful: true })).status, 405);
  });

  test('concurrent votes are all counted, and those of one person once', async () => {
    const { id } = await createPublished();
    const people = Array.from({ length: 8 }, (_, n) => `crowd${n}@example.com`);
    const votes = [...people, ...people].map((email) =>
      call('PUT', `/${id}/vote`, { helpful: true }, { ...requester, email }),
    );
    for (const { status } of await Promise.all(votes)) assert.equal(status, 200);
    assert.equal((await read(id)).helpful_count, people.length);
  });

  test('a view of a published article is counted, without a lock and without a new version', async () => {
    const { id, version } = await createPublished();
    const { id: draft } = await create();
    const replies = await instance.deps.db.connection().execute(async (connection) => {
      await sql`begin`.execute(connection);
      await sql`select from articles where id = ${id} for update`.execute(connection);
      const seen = await Promise.all([1, 2, 3].map(() => call('GET', `/${id}`)));
      await call('GET', `/${draft}`);
      await sql`rollback`.execute(connection);
      return seen;
    });
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200],
    );
    const seen = await until('the views', async () => {
      const [row] = (await list(`?q=${id}`)).data;
      return row.view_count === 3 && row;
    });
    assert.equal(seen.view_count, 3);
    const article = await read(id);
    assert.deepEqual([article.version, article.updated_at], [version, seen.updated_at]);
    assert.equal((await read(draft)).view_count, 0);
    const headers = { 'if-none-match': `"${version}"` };
    const again = await call('GET', `/${id}`, undefined, { headers });
    assert.deepEqual([again.status, again.body.view_count >= 3], [200, true], 'not 304');
  });

  test('the audit trail names the actor and the changed fields of an article', async () => {
    const { id } = await create({ title: 'Old' });
    await call('PATCH', `/${id}`, { title: 'New' });
    await publish(id);
    await call('PATCH', `/${id}`, { title: 'Newer' });
    const { body } = await instance.call('GET', `/audit?record=${id}`, manager);
    const [pending, toPublished, toReview, title, first] = body.data;
    assert.deepEqual(
      [first.kind, first.changes.title],
      ['article.created', { from: null, to: 'Old' }],
    );
    assert.deepEqual(title.changes, { title: { from: 'Old', to: 'New' } });
    assert.deepEqual(toReview.changes, { state: { from: 'draft', to: 'review' } });
    assert.deepEqual(toPublished.changes, { state: { from: 'review', to: 'published' } });
    assert.deepEqual(
      [pending.changes.pending.from, pending.changes.pending.to.title],
      [null, 'Newer'],
    );
  });
});
