// The person who has the trouble says whether it is gone. The tests run beside those of states, in their instance.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Json, RequestOptions } from '../support/harness.ts';
import type { TestClock, TestInstance } from './setup.ts';

const ANNA = 'anna.berg@example.com';
const DAY = 86_400;

/** The state table of the contract, and the moves that it leaves to requesters. */
const refused: Record<string, { walk: string[]; agent: string[]; requester: string[] }> = {
  new: { walk: [], agent: ['in_progress', 'cancelled'], requester: ['cancelled'] },
  in_progress: { walk: ['in_progress'], agent: ['resolved', 'on_hold'], requester: [] },
  on_hold: { walk: ['in_progress', 'on_hold'], agent: ['in_progress'], requester: [] },
  reopened: {
    walk: ['in_progress', 'resolved', 'reopened'],
    agent: ['in_progress'],
    requester: [],
  },
  closed: { walk: ['in_progress', 'resolved', 'closed'], agent: [], requester: [] },
  cancelled: { walk: ['cancelled'], agent: [], requester: [] },
};

export function testConfirm(instance: TestInstance, clock: TestClock): void {
  const anna: RequestOptions = { as: 'requester', email: 'Anna.Berg@Example.com' };
  const confirm = (id: string, by: RequestOptions) =>
    instance.call('POST', `/incidents/${id}/confirm`, by);
  const makeResolved = async (fields: Json = {}, by: RequestOptions = {}): Promise<Json> => {
    const { id } = await instance.incident({ requester: ANNA, ...fields }, by);
    const { status, text, body } = await instance.call('POST', `/incidents/${id}/resolve`, {
      as: 'agent',
      body: { resolution: 'New toner.' },
    });
    assert.equal(status, 200, text);
    return body;
  };
  const setSettings = (body: Json) =>
    instance.call('PATCH', '/settings', { as: 'super_admin', body });

  describe('Confirmation', () => {
    after(() => setSettings({ replies_move_state: true, reopen_days: 7 }));

    test('a resolved incident is closed in one version with one event, and the requester was offered no more by PATCH', async () => {
      const assigned_to = 'closes.nothing@example.com';
      const before = await makeResolved({ assigned_to });
      const known = (await instance.events(before.id)).length;
      clock.forward(60);
      const own = await instance.call('GET', `/incidents/${before.id}`, anna);
      assert.deepEqual(own.body.allowed_transitions, ['reopened']);
      assert.equal((await instance.patch(before.id, { state: 'closed' }, anna)).status, 403);
      const { status, body, headers } = await confirm(before.id, anna);
      assert.deepEqual(
        [status, body.state, body.version, body.closed_at],
        [200, 'closed', before.version + 1, body.updated_at],
      );
      assert.equal(headers.get('etag'), `"${body.version}"`);
      const events = (await instance.events(before.id)).slice(known);
      assert.deepEqual(
        events.map(({ type, data }) => [type, data.changes.state]),
        [['incident.updated', { from: 'resolved', to: 'closed' }]],
      );
      const timeline = await instance.call('GET', `/incidents/${before.id}/timeline?limit=1`);
      assert.deepEqual(
        [timeline.body.data[0].actor, timeline.body.data[0].cause],
        [anna.email, undefined],
      );
      const { body: inbox } = await instance.call('GET', '/notifications', {
        as: 'agent',
        email: assigned_to,
      });
      const types = inbox.data.map(({ type }: Json) => type);
      assert.deepEqual(types, ['incident.assigned']);
    });

    test('the opener and everybody who may change incidents may confirm; strangers get 404 and auditors 403', async () => {
      const opener: RequestOptions = { as: 'requester', email: 'opener@example.com' };
      const { id } = await makeResolved({ requester: 'opener@example.com' }, opener);
      assert.equal((await instance.patch(id, { requester: ANNA })).status, 200);
      const stranger = await confirm(id, { as: 'requester', email: 'stranger@example.com' });
      assert.equal(stranger.status, 404);
      assert.equal((await confirm(id, { as: 'auditor' })).status, 403);
      assert.equal((await confirm(id, opener)).status, 200);
      for (const as of ['agent', 'itsm_manager', 'super_admin'] as const)
        assert.equal((await confirm((await makeResolved()).id, { as })).status, 200, as);
    });

    for (const [state, { walk, ...offered }] of Object.entries(refused))
      test(`an incident that is ${state} is refused with 409 and the transitions of the caller`, async () => {
        const { id } = await instance.incident({ requester: ANNA });
        await instance.walk(id, ...walk);
        const before = await instance.call('GET', `/incidents/${id}`);
        for (const [by, allowed] of [
          [{ as: 'agent' }, offered.agent],
          [anna, offered.requester],
        ] as const) {
          const { status, body } = await confirm(id, by);
          assert.deepEqual([status, body.code], [409, 'invalid_transition']);
          assert.deepEqual([body.current_state, body.requested_state], [state, 'closed']);
          assert.deepEqual(body.allowed_transitions, allowed);
        }
        const now = await instance.call('GET', `/incidents/${id}`);
        assert.equal(now.body.version, before.body.version);
      });

    test('If-Match and Idempotency-Key count as in other writes', async () => {
      const { id, version } = await makeResolved();
      const stale = await confirm(id, { ...anna, headers: { 'if-match': '"1"' } });
      assert.deepEqual([stale.status, stale.body.code], [412, 'version_mismatch']);
      const headers = { 'if-match': `"${version}"`, 'idempotency-key': `confirm-${id}` };
      const [first, again] = [
        await confirm(id, { ...anna, headers }),
        await confirm(id, { ...anna, headers }),
      ];
      assert.deepEqual([first.status, again.status], [200, 200]);
      assert.deepEqual(again.body, first.body);
    });

    test('a requester reopens with a note in one request, late and with replies_move_state off, and the assignee is notified once', async () => {
      const cases: [name: string, settings: Json, days: number][] = [
        ['soon', {}, 0],
        ['late', {}, 30],
        ['unmoved', { replies_move_state: false, reopen_days: 0 }, 1],
      ];
      for (const [name, settings, days] of cases) {
        await setSettings({ replies_move_state: true, reopen_days: 7, ...settings });
        const assigned_to = `still.broken.${name}@example.com`;
        const { id, version } = await makeResolved({ assigned_to });
        clock.forward(days * DAY);
        const body = { state: 'reopened', public_note: 'It still fails.' };
        const reopened = await instance.patch(id, body, anna);
        assert.equal(reopened.status, 200, reopened.text);
        const { state, last_reply_by, reopen_count, resolved_at } = reopened.body;
        assert.deepEqual(
          [state, last_reply_by, reopen_count, resolved_at, reopened.body.version],
          ['reopened', 'requester', 1, null, version + 1],
        );
        const by: RequestOptions = { as: 'agent', email: assigned_to };
        const { data } = (await instance.call('GET', '/notifications', by)).body;
        assert.deepEqual(
          data.map((one: Json) => [one.type, one.excerpt]),
          [
            ['incident.replied', 'It still fails.'],
            ['incident.assigned', undefined],
          ],
          name,
        );
      }
    });
  });
}
