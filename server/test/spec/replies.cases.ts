// A public note of the requester moves the incident, and every public note says who wrote last. The tests run beside
// those of states, in their instance.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Json, RequestOptions } from '../support/harness.ts';
import type { TestClock, TestInstance } from './setup.ts';

const ANNA = 'anna.berg@example.com';
const DAY = 86_400;

type Way = 'by a note' | 'by public_note';

export function testReplies(instance: TestInstance, clock: TestClock): void {
  const anna: RequestOptions = { as: 'requester', email: 'Anna.Berg@Example.com' };
  const agent: RequestOptions = { as: 'agent' };

  const read = async (id: string): Promise<Json> =>
    (await instance.call('GET', `/incidents/${id}`)).body;
  const note = (id: string, by: RequestOptions, visibility = 'public') =>
    instance.call('POST', `/incidents/${id}/notes`, { ...by, body: { body: 'Hello', visibility } });
  const reply: Record<Way, (id: string, by: RequestOptions) => Promise<{ status: number }>> = {
    'by a note': (id, by) => note(id, by),
    'by public_note': (id, by) => instance.patch(id, { public_note: 'Hello' }, by),
  };
  const setSettings = async (body: Json) => {
    const { status, text } = await instance.call('PATCH', '/settings', { as: 'super_admin', body });
    assert.equal(status, 200, text);
  };

  /** Anna reported the trouble by phone to an agent, who asks back. */
  const makeWaiting = async (fields: Json = {}): Promise<string> => {
    const { id } = await instance.incident({ requester: ANNA, ...fields }, agent);
    await instance.walk(id, 'in_progress');
    const body = {
      state: 'on_hold',
      on_hold_reason: 'awaiting_caller',
      public_note: 'Which room?',
    };
    assert.equal((await instance.patch(id, body, agent)).status, 200);
    clock.forward(3600);
    return id;
  };
  const makeResolved = async (fields: Json = {}): Promise<string> => {
    const { id } = await instance.incident({ requester: ANNA, ...fields }, agent);
    const { status, text } = await instance.call('POST', `/incidents/${id}/resolve`, {
      ...agent,
      body: { resolution: 'New toner.' },
    });
    assert.equal(status, 200, text);
    return id;
  };
  const timelineOf = async (id: string, by: RequestOptions = {}): Promise<Json[]> =>
    (await instance.call('GET', `/incidents/${id}/timeline`, by)).body.data;

  describe('Replies', () => {
    after(() => setSettings({ replies_move_state: true, reopen_days: 7 }));

    for (const way of Object.keys(reply) as Way[])
      test(`a reply of the requester ${way} returns an incident that waits for it to work`, async () => {
        const id = await makeWaiting();
        const before = await read(id);
        assert.equal(before.last_reply_by, 'us');
        const known = (await instance.events(id)).length;
        await reply[way](id, anna);
        const now = await read(id);
        assert.deepEqual(
          [now.state, now.on_hold_reason, now.version, now.last_reply_by],
          ['in_progress', null, before.version + 1, 'requester'],
        );
        assert.equal(now.last_reply_at, now.updated_at);
        assert.deepEqual(
          [now.sla.state, now.sla.paused_seconds, now.sla.elapsed_seconds],
          ['running', 3600, 0],
        );
        const events = (await instance.events(id)).slice(known);
        assert.deepEqual(
          events.map(({ type }) => type),
          ['incident.updated', 'incident.note_added'],
        );
        const { changes, note: named } = events[0]?.data ?? {};
        assert.deepEqual(changes.state, { from: 'on_hold', to: 'in_progress' });
        const [entry] = await timelineOf(id, anna);
        assert.equal(entry?.actor, anna.email);
        assert.deepEqual(entry?.cause, { kind: 'reply', note_id: named.id });
        assert.equal(entry?.note.id, named.id);
        const { body: audit } = await instance.call('GET', `/audit?record=${id}&limit=1`);
        assert.deepEqual(audit.data[0].cause, entry?.cause);
      });

    test('a reply reopens an incident that was resolved within reopen_days, and not one that was resolved before', async () => {
      const [early, late] = [await makeResolved(), await makeResolved()];
      clock.forward(7 * DAY - 1);
      await note(early, anna);
      const reopened = await read(early);
      assert.deepEqual(
        [reopened.state, reopened.reopen_count, reopened.resolved_at],
        ['reopened', 1, null],
      );
      assert.deepEqual((await timelineOf(early))[0]?.cause.kind, 'reply');
      clock.forward(1);
      await note(late, anna);
      const later = await read(late);
      assert.deepEqual([later.state, later.last_reply_by], ['resolved', 'requester']);
      assert.ok(!('cause' in ((await timelineOf(late))[0] ?? {})));
      await setSettings({ reopen_days: 0 });
      const never = await makeResolved();
      await note(never, anna);
      assert.equal((await read(never)).state, 'resolved');
      await setSettings({ reopen_days: 7 });
    });

    test('team and private notes, other people, an assigned requester and other reasons of a hold move nothing', async () => {
      const opener = 'opener@example.com';
      const both = { as: 'agent', email: ANNA } as const;
      const stays = async (id: string, act: () => Promise<{ status: number }>, by: unknown) => {
        const before = await read(id);
        assert.ok((await act()).status < 300);
        const now = await read(id);
        assert.deepEqual([now.state, now.last_reply_by], [before.state, by]);
      };
      const id = await makeWaiting();
      await stays(id, () => note(id, both, 'team'), 'us');
      await stays(id, () => note(id, both, 'private'), 'us');
      await stays(id, () => note(id, { as: 'itsm_manager' }), 'us');
      await instance.patch(id, { assigned_to: ANNA.toUpperCase() });
      await stays(id, () => note(id, both), 'requester');
      await instance.patch(id, { assigned_to: null, on_hold_reason: 'awaiting_vendor' });
      await stays(id, () => note(id, anna), 'requester');

      const opened = await instance.incident({}, { as: 'requester', email: opener });
      await instance.patch(opened.id, { requester: ANNA });
      await instance.walk(opened.id, 'in_progress');
      await instance.patch(opened.id, { state: 'on_hold', on_hold_reason: 'awaiting_caller' });
      await stays(opened.id, () => note(opened.id, { as: 'requester', email: opener }), null);
      await instance.patch(opened.id, { requester: null });
      await stays(opened.id, () => note(opened.id, agent), 'us');
    });

    test('a state in the same PATCH wins over the effect of the note', async () => {
      const id = await makeWaiting();
      const stay = { state: 'on_hold', public_note: 'I am the requester and work here.' };
      const { body } = await instance.patch(id, stay, { as: 'agent', email: ANNA });
      assert.deepEqual([body.state, body.last_reply_by], ['on_hold', 'requester']);
      assert.ok(!('cause' in ((await timelineOf(id))[0] ?? {})));
    });

    test('with replies_move_state off a reply moves nothing and is still the last one', async () => {
      await setSettings({ replies_move_state: false });
      const id = await makeWaiting();
      await note(id, anna);
      const { state, last_reply_by } = await read(id);
      assert.deepEqual([state, last_reply_by], ['on_hold', 'requester']);
      await setSettings({ replies_move_state: true });
    });

    test('a requester may add a public note by PATCH, alone or with a transition, and nothing else', async () => {
      const id = await makeResolved();
      const noted = await instance.patch(id, { state: 'reopened', public_note: 'Again.' }, anna);
      assert.deepEqual([noted.status, noted.body.state], [200, 'reopened']);
      assert.equal(noted.body.work_notes_count, 1);
      for (const more of [{ work_note: 'x' }, { priority: 'P1' }]) {
        const refused = await instance.patch(id, { public_note: 'x', ...more }, anna);
        assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_role']);
      }
      assert.equal((await read(id)).version, noted.body.version);
    });

    test('a PATCH with both notes adds the team note before the public one, in one version', async () => {
      const { id, version } = await instance.incident({ requester: ANNA }, agent);
      const known = (await instance.events(id)).length;
      const body = { state: 'in_progress', work_note: 'Checked.', public_note: 'We look at it.' };
      const { body: now } = await instance.patch(id, body, agent);
      assert.deepEqual([now.version, now.work_notes_count], [version + 1, 2]);
      const { body: notes } = await instance.call('GET', `/incidents/${id}/notes`);
      assert.deepEqual(
        notes.data.map((one: Json) => [one.visibility, one.body]),
        [
          ['team', 'Checked.'],
          ['public', 'We look at it.'],
        ],
      );
      const events = (await instance.events(id)).slice(known);
      assert.deepEqual(
        events.map(({ type, data }) => [type, data.note.visibility, data.note.body]),
        [
          ['incident.updated', 'public', undefined],
          ['incident.note_added', 'team', undefined],
          ['incident.note_added', 'public', 'We look at it.'],
        ],
      );
      assert.deepEqual(events[0]?.data.changes.work_notes_count, { from: 0, to: 2 });
      const entries = await timelineOf(id);
      assert.deepEqual(
        entries.slice(0, 2).map((one) => [one.note.visibility, one.changes.state?.to]),
        [
          ['public', 'in_progress'],
          ['team', undefined],
        ],
      );
      const seen = await timelineOf(id, anna);
      assert.deepEqual(
        seen.map((one) => one.note?.visibility),
        ['public', undefined],
      );
    });
  });
}
