import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { faultsOf, type Instance, type Json, startInstance } from '../support/harness.ts';
import { knowledgeOf } from './knowledge.setup.ts';

const manager = { as: 'itsm_manager', email: 'mia@example.com' } as const;
const author = { as: 'agent', email: 'ann@example.com' } as const;
const editor = { as: 'agent', email: 'eve@example.com' } as const;
const comment = 'Name the button that people press.';

describe('Review of articles', () => {
  let instance: Instance;
  const users = [
    ['mia', 'itsm_manager'],
    ['max', 'itsm_manager'],
    ['ann', 'agent'],
    ['eve', 'agent'],
  ] as const;
  before(async () => {
    instance = await startInstance();
    for (const [name, role] of users) {
      const body = { email: `${name}@example.com`, name, roles: [role], active: true };
      const { status, text } = await instance.call('POST', '/users', { as: 'super_admin', body });
      assert.equal(status, 201, text);
    }
  });
  after(() => instance.stop());
  const { call, read } = knowledgeOf(() => instance);

  const write = async (fields: Json = {}): Promise<string> =>
    (await call('POST', '', { title: 'Printing', body: 'Press it.', ...fields }, author)).body.id;
  const submit = (id: string) => call('PATCH', `/${id}`, { state: 'review' }, author);
  const sendBack = (id: string, body: Json = { comment }, options: Json = manager) =>
    call('POST', `/${id}/send-back`, body, options);
  const createPublished = async (): Promise<string> => {
    const id = await write();
    await submit(id);
    assert.equal((await call('POST', `/${id}/publish`, undefined, manager)).status, 200);
    return id;
  };
  const noticesOf = async (name: string, id: string): Promise<string[]> => {
    const { body } = await instance.call('GET', '/notifications?limit=200', {
      as: 'agent',
      email: `${name}@example.com`,
    });
    return body.data.filter((one: Json) => one.article_id === id).map((one: Json) => one.type);
  };

  test('an article that a reviewer sends back is a draft with a comment until it is submitted again', async () => {
    const id = await write();
    await submit(id);
    const reply = await sendBack(id);
    assert.equal(reply.status, 200, reply.text);
    const { state, sent_back, version, allowed_transitions } = reply.body;
    assert.deepEqual(
      [state, version, allowed_transitions, sent_back.by, sent_back.comment],
      ['draft', 3, ['review'], 'mia@example.com', comment],
    );
    assert.equal(reply.headers.get('etag'), '"3"');
    const edited = await call('PATCH', `/${id}`, { body: 'Press Print.' }, author);
    assert.deepEqual(edited.body.sent_back, sent_back);
    const { data } = (await call('GET', `/${id}/timeline`, undefined, author)).body;
    const [, entry] = data.filter(({ kind }: Json) => kind === 'article.updated');
    assert.deepEqual(
      [entry.actor, entry.changes],
      [
        'mia@example.com',
        { state: { from: 'review', to: 'draft' }, sent_back: { from: null, to: sent_back } },
      ],
    );
    assert.equal((await submit(id)).body.sent_back, null);
  });

  test('a pending revision that is sent back leaves the review until its next edit', async () => {
    const id = await createPublished();
    await call('PATCH', `/${id}`, { title: 'Printers' }, editor);
    const back = await sendBack(id);
    assert.deepEqual(
      [back.body.state, back.body.title, back.body.pending.title, back.body.sent_back.comment],
      ['published', 'Printing', 'Printers', comment],
    );
    const again = await sendBack(id);
    assert.deepEqual([again.status, again.body.code], [409, 'invalid_transition']);
    assert.equal('sent_back' in (await read(id, { as: 'requester' })), false);
    const fixed = await call('PATCH', `/${id}`, { summary: 'All of them.' }, manager);
    assert.equal(fixed.body.sent_back.comment, comment, 'a direct edit does not answer it');
    const better = await call('PATCH', `/${id}`, { title: 'Our printers' }, editor);
    assert.deepEqual([better.body.sent_back, better.body.pending_revision], [null, true]);
    await sendBack(id);
    const live = await call('POST', `/${id}/publish`, undefined, manager);
    assert.deepEqual(
      [live.body.title, live.body.pending, live.body.sent_back],
      ['Our printers', null, null],
      'a reviewer may still publish it',
    );
  });

  test('sending back requires a reviewer, the current version and a comment within its limit', async () => {
    const id = await write();
    const early = await sendBack(id);
    assert.deepEqual(
      [early.status, early.body.code, early.body.allowed_transitions],
      [409, 'invalid_transition', ['review']],
    );
    await submit(id);
    assert.deepEqual(faultsOf(await sendBack(id, {})), ['/comment required']);
    assert.deepEqual(faultsOf(await sendBack(id, { comment: ' ' })), ['/comment blank']);
    const long = { comment: 'x'.repeat(4001) };
    assert.deepEqual(faultsOf(await sendBack(id, long)), ['/comment too_long']);
    assert.equal((await sendBack(id, { comment }, author)).body.code, 'insufficient_role');
    const headers = { 'if-match': '"1"' };
    assert.equal((await sendBack(id, { comment }, { ...manager, headers })).status, 412);
    assert.equal((await call('PATCH', `/${id}`, { sent_back: null }, author)).status, 200);
    const forged = { sent_back: { by: 'x', at: '2026-11-15T10:12:00.000Z', comment } };
    assert.deepEqual(faultsOf(await call('PATCH', `/${id}`, forged, author)), [
      '/sent_back read_only_field',
    ]);
  });

  test('reviewers are notified of submissions and authors of results, but nobody of their own action', async () => {
    const id = await write();
    await submit(id);
    assert.deepEqual(await noticesOf('mia', id), ['article.submitted']);
    assert.deepEqual(await noticesOf('max', id), ['article.submitted']);
    assert.deepEqual(await noticesOf('ann', id), []);
    await sendBack(id);
    assert.deepEqual(await noticesOf('ann', id), ['article.sent_back']);
    await submit(id);
    await call('PATCH', `/${id}`, { state: 'published' }, manager);
    assert.deepEqual(await noticesOf('ann', id), ['article.published', 'article.sent_back']);
    await call('PATCH', `/${id}`, { title: 'Printers' }, editor);
    await call('PATCH', `/${id}`, { title: 'Our printers' }, editor);
    assert.equal((await noticesOf('mia', id)).length, 3, 'once, not for each edit');
    await sendBack(id);
    assert.deepEqual(await noticesOf('eve', id), ['article.sent_back']);
    await call('POST', `/${id}/publish`, undefined, manager);
    assert.deepEqual(await noticesOf('eve', id), ['article.published', 'article.sent_back']);
    assert.equal((await noticesOf('ann', id)).length, 3, 'it is the article of the author');
    assert.equal((await noticesOf('mia', id)).length, 3);
    const [mail] = await instance.sql(
      `select recipients, letter from mails where record_id = $1 and type = 'article.sent_back'
       order by created_at, id limit 1`,
      [id],
    );
    assert.deepEqual(mail?.recipients, ['ann@example.com']);
    assert.deepEqual(mail?.letter.subject, `${id} was sent back to you: Printing`);
    assert.ok(mail?.letter.lines.includes(comment));
  });

  test('an author who may no longer read drafts does not get the comment', async () => {
    const former = { as: 'agent', email: 'finn@example.com' } as const;
    const body = { email: former.email, name: 'finn', roles: ['requester'], active: true };
    assert.equal((await instance.call('POST', '/users', { as: 'super_admin', body })).status, 201);
    const { id } = (await call('POST', '', { title: 'x', body: 'y' }, former)).body;
    await submit(id);
    await sendBack(id);
    assert.deepEqual(await noticesOf('finn', id), []);
    assert.deepEqual(
      await instance.sql(`select from mails where record_id = $1 and type = 'article.sent_back'`, [
        id,
      ]),
      [],
    );
  });
});
