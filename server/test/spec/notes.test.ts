import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, type RequestOptions, type Json } from '../support/harness.ts';
import { section } from './setup.ts';

section('Work notes', (instance) => {
  const note = (id: string, body: Json, as: 'agent' | 'itsm_manager' | 'requester' = 'agent') =>
    instance.call('POST', `/incidents/${id}/notes`, { as, body });
  const texts = async (id: string, options: Json) =>
    (await instance.call('GET', `/incidents/${id}/notes`, options)).body.data.map(
      (one: Json) => one.body,
    );

  test('a new note has the fields of the contract and visibility team by default', async () => {
    const { id } = await instance.incident();
    const { status, body } = await note(id, { body: '**Rebooted** it' });
    assert.equal(status, 201);
    assert.match(body.id, /^note_/);
    const { created_at, id: _, ...rest } = body;
    assert.ok(!Number.isNaN(Date.parse(created_at)));
    assert.deepEqual(rest, {
      incident_id: id,
      body: '**Rebooted** it',
      visibility: 'team',
      author: addressOf('agent'),
      attachments: [],
    });
  });

  test('a note increments the version and sets updated_at of its incident', async () => {
    const before = await instance.incident();
    await note(before.id, { body: 'a', visibility: 'private' });
    const { body: after } = await instance.call('GET', `/incidents/${before.id}`);
    assert.deepEqual([after.version, after.work_notes_count], [2, 1]);
    assert.ok(after.updated_at >= before.updated_at);
  });

  test('notes are listed by cursor in the common envelope, oldest first unless newest first is requested', async () => {
    const { id } = await instance.incident();
    for (const body of ['1', '2', '3']) await note(id, { body });
    const first = await instance.call('GET', `/incidents/${id}/notes?limit=2`);
    assert.deepEqual(
      [first.body.data.map((one: Json) => one.body), first.body.total],
      [['1', '2'], 3],
    );
    const next = await instance.call(
      'GET',
      `/incidents/${id}/notes?limit=2&cursor=${first.body.next_cursor}`,
    );
    assert.deepEqual(
      [next.body.data.map((one: Json) => one.body), 'next_cursor' in next.body],
      [['3'], false],
    );
    assert.deepEqual(
      (await instance.call('GET', `/incidents/${id}/notes?order=desc`)).body.data[0].body,
      '3',
    );
  });

  test('team notes are visible to agents and above, private ones to author and managers, public ones also to the opener', async () => {
    const { id } = await instance.incident({}, { as: 'requester' });
    for (const visibility of ['team', 'private', 'public'])
      await note(id, { body: visibility, visibility });
    assert.deepEqual(await texts(id, { as: 'requester' }), ['public']);
    assert.deepEqual(await texts(id, { as: 'agent' }), ['team', 'private', 'public']);
    assert.deepEqual(await texts(id, { as: 'agent', email: 'other@example.com' }), [
      'team',
      'public',
    ]);
    assert.deepEqual(await texts(id, { as: 'itsm_manager' }), ['team', 'private', 'public']);
    assert.deepEqual(await texts(id, { as: 'super_admin' }), ['team', 'private', 'public']);
    assert.deepEqual(await texts(id, { as: 'auditor' }), ['team', 'public']);
    const { body } = await instance.call('GET', `/incidents/${id}/notes`, { as: 'requester' });
    assert.equal(body.total, 1, 'the total counts what the caller may see');
  });

  test('a 412 names work_notes_count only to callers who may read one of the new notes', async () => {
    const { id } = await instance.incident({}, { as: 'requester' });
    const changedFields = async (version: number, options: RequestOptions) => {
      const headers = { 'if-match': `"${version}"` };
      const refused = await instance.patch(id, { state: 'cancelled' }, { ...options, headers });
      assert.equal(refused.status, 412);
      return refused.body.changed_fields;
    };
    const other = { as: 'agent', email: 'other@example.com' } as const;
    await note(id, { body: 'a', visibility: 'team' });
    await note(id, { body: 'b', visibility: 'private' });
    assert.deepEqual(await changedFields(1, { as: 'requester' }), []);
    assert.deepEqual(await changedFields(1, other), ['work_notes_count']);
    assert.deepEqual(await changedFields(2, other), []);
    for (const as of ['agent', 'itsm_manager'] as const)
      assert.deepEqual(await changedFields(2, { as }), ['work_notes_count'], as);
    await note(id, { body: 'c', visibility: 'public' });
    assert.deepEqual(await changedFields(1, { as: 'requester' }), ['work_notes_count']);
    // An entry about a mail changes no field of the record.
    await instance.running.sql(
      `insert into entries (at, actor, kind, record_type, record_id, record_version, request_id, changes)
       values (now(), 'a', 'notification.mailed', 'incident', $1, 4, 'r', '{"notification": {}}')`,
      [id],
    );
    assert.deepEqual(await changedFields(3, { as: 'requester' }), ['work_notes_count']);
  });

  const readers: RequestOptions[] = [
    { as: 'requester' },
    { as: 'agent' },
    { as: 'agent', email: 'other@example.com' },
    { as: 'auditor' },
    { as: 'itsm_manager' },
    { as: 'super_admin' },
  ];

  test('work_notes_count is the number of notes that the caller may read, under the same ETag for all', async () => {
    const { id } = await instance.incident({}, { as: 'requester' });
    for (const visibility of ['team', 'private', 'public', 'team', 'private', 'team'])
      await note(id, { body: visibility, visibility });
    const counts = async () => {
      const replies = await Promise.all(
        readers.map((options) => instance.call('GET', `/incidents/${id}`, options)),
      );
      assert.deepEqual([...new Set(replies.map(({ headers }) => headers.get('etag')))], ['"7"']);
      for (const { headers } of replies)
        assert.equal(headers.get('cache-control'), 'private, no-cache');
      return replies.map(({ body }) => body.work_notes_count);
    };
    assert.deepEqual(await counts(), [1, 6, 4, 4, 6, 6]);
    const totals = await Promise.all(
      readers.map((options) => instance.call('GET', `/incidents/${id}/notes`, options)),
    );
    assert.deepEqual(
      totals.map(({ body }) => body.total),
      [1, 6, 4, 4, 6, 6],
    );
    // Earlier releases left the row without counts, and with wrong ones if they added a note concurrently.
    for (const stored of [null, JSON.stringify({ total: 5, public: 5, private: {} })]) {
      await instance.running.sql('update incidents set note_counts = $2 where id = $1', [
        id,
        stored,
      ]);
      assert.deepEqual(await counts(), [1, 6, 4, 4, 6, 6]);
    }
  });

  test('a PATCH accepts and returns work_notes_count as the caller sees it, and so does its replay', async () => {
    const { id } = await instance.incident({}, { as: 'requester' });
    for (const visibility of ['team', 'private', 'public'])
      await note(id, { body: visibility, visibility }, 'itsm_manager');
    for (const [options, before, after] of [
      [{ as: 'agent' }, 2, 3],
      [{ as: 'itsm_manager' }, 4, 5],
    ] as const) {
      const { body: read } = await instance.call('GET', `/incidents/${id}`, options);
      assert.equal(read.work_notes_count, before);
      const sent = { body: { ...read, work_note: 'Looked at it' } };
      const headers = { 'idempotency-key': `${instance.prefix}-${options.as}` };
      const patched = await instance.call('PATCH', `/incidents/${id}`, {
        ...options,
        ...sent,
        headers,
      });
      assert.deepEqual([patched.status, patched.body.work_notes_count], [200, after], patched.text);
      const again = await instance.call('PATCH', `/incidents/${id}`, {
        ...options,
        ...sent,
        headers,
      });
      assert.equal(again.text, patched.text);
    }
    const cancelled = await instance.patch(id, { state: 'cancelled' }, { as: 'requester' });
    assert.deepEqual([cancelled.status, cancelled.body.work_notes_count], [200, 1]);
  });

  test('events and timeline show no count of notes to callers who may not read all of them', async () => {
    const { id } = await instance.incident({}, { as: 'requester' });
    await note(id, { body: 'a', visibility: 'public' });
    const latestOf = async (options: RequestOptions): Promise<Json[]> => {
      const query = `type=incident.updated&record=${id}&order=desc&limit=1`;
      const events = await instance.call('GET', `/events?${query}`, options);
      const lines = await instance.call('GET', `/incidents/${id}/timeline?limit=1`, options);
      const [event, line] = [events.body.data[0].data, lines.body.data[0]];
      assert.deepEqual([event.note.visibility, line.note.visibility], ['public', 'public']);
      return [event.changes, line.changes];
    };
    const first = { work_notes_count: { from: 0, to: 1 } };
    for (const options of readers)
      assert.deepEqual(await latestOf(options), [first, first], options.as ?? '');
    await note(id, { body: 'b', visibility: 'private' }, 'itsm_manager');
    await note(id, { body: 'c', visibility: 'public' });
    const third = { work_notes_count: { from: 2, to: 3 } };
    for (const options of readers) {
      const isManager = options.as === 'itsm_manager' || options.as === 'super_admin';
      assert.deepEqual(
        await latestOf(options),
        isManager ? [third, third] : [{}, {}],
        options.as ?? '',
      );
    }
  });

  test('a requester writes only public notes, on own incidents, and they are public by default', async () => {
    const { id } = await instance.incident({}, { as: 'requester' });
    assert.equal((await note(id, { body: 'still broken' }, 'requester')).body.visibility, 'public');
    const refused = await note(id, { body: 'psst', visibility: 'team' }, 'requester');
    assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_role']);
    const { id: foreign } = await instance.incident();
    assert.equal((await note(foreign, { body: 'hello' }, 'requester')).status, 404);
  });

  test('a note with a blank body or an unknown visibility is refused with 400', async () => {
    const { id } = await instance.incident();
    assert.equal((await note(id, { body: ' ' })).body.errors[0].code, 'blank');
    const { status, body } = await note(id, { body: 'a', visibility: 'everyone' });
    assert.equal(status, 400);
    assert.deepEqual(body.errors[0].allowed, ['team', 'private', 'public']);
  });
});
