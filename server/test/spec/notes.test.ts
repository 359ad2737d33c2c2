import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, type Json } from '../harness.ts';
import { section } from './setup.ts';

section('Work notes', (desk) => {
  const note = (id: string, body: Json, as: 'agent' | 'itsm_manager' | 'requester' = 'agent') =>
    desk.call('POST', `/incidents/${id}/notes`, { as, body });
  const texts = async (id: string, ask: Json) =>
    (await desk.call('GET', `/incidents/${id}/notes`, ask)).body.data.map((one: Json) => one.body);

  test('a note is 201 with the fields of the interface; its visibility is team unless given', async () => {
    const { id } = await desk.incident();
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

  test('a note raises the version and updated_at of its incident', async () => {
    const before = await desk.incident();
    await note(before.id, { body: 'a', visibility: 'private' });
    const { body: after } = await desk.call('GET', `/incidents/${before.id}`);
    assert.deepEqual([after.version, after.work_notes_count], [2, 1]);
    assert.ok(after.updated_at >= before.updated_at);
  });

  test('notes are listed oldest first in the common envelope, by cursor, and newest first on demand', async () => {
    const { id } = await desk.incident();
    for (const body of ['1', '2', '3']) await note(id, { body });
    const first = await desk.call('GET', `/incidents/${id}/notes?limit=2`);
    assert.deepEqual(
      [first.body.data.map((one: Json) => one.body), first.body.total],
      [['1', '2'], 3],
    );
    const next = await desk.call(
      'GET',
      `/incidents/${id}/notes?limit=2&cursor=${first.body.next_cursor}`,
    );
    assert.deepEqual(
      [next.body.data.map((one: Json) => one.body), 'next_cursor' in next.body],
      [['3'], false],
    );
    assert.deepEqual(
      (await desk.call('GET', `/incidents/${id}/notes?order=desc`)).body.data[0].body,
      '3',
    );
  });

  test('team is for agents and above, private for its author and managers, public for the opener too', async () => {
    const { id } = await desk.incident({}, { as: 'requester' });
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
    const { body } = await desk.call('GET', `/incidents/${id}/notes`, { as: 'requester' });
    assert.equal(body.total, 1, 'the total counts what the caller may see');
  });

  test('a requester writes public notes on its own incidents, public by default', async () => {
    const { id } = await desk.incident({}, { as: 'requester' });
    assert.equal((await note(id, { body: 'still broken' }, 'requester')).body.visibility, 'public');
    const refused = await note(id, { body: 'psst', visibility: 'team' }, 'requester');
    assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_role']);
    const { id: foreign } = await desk.incident();
    assert.equal((await note(foreign, { body: 'hello' }, 'requester')).status, 404);
  });

  test('a blank body or an unknown visibility is 400', async () => {
    const { id } = await desk.incident();
    assert.equal((await note(id, { body: ' ' })).body.errors[0].code, 'blank');
    const { status, body } = await note(id, { body: 'a', visibility: 'everyone' });
    assert.equal(status, 400);
    assert.deepEqual(body.errors[0].allowed, ['team', 'private', 'public']);
  });
});
