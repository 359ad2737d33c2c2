// An incident in any open state is resolved with one request. The tests run beside those of states, in their instance.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Json, RequestOptions } from '../support/harness.ts';
import type { TestClock, TestInstance } from './setup.ts';

/** The states between are typed from the state table of the contract. */
const ways: Record<string, { walk: string[]; via?: string[] }> = {
  new: { walk: [], via: ['in_progress'] },
  in_progress: { walk: ['in_progress'] },
  on_hold: { walk: ['in_progress', 'on_hold'], via: ['in_progress'] },
  reopened: { walk: ['in_progress', 'resolved', 'reopened'], via: ['in_progress'] },
};

const ended: Record<string, string[]> = {
  resolved: ['in_progress', 'resolved'],
  closed: ['in_progress', 'resolved', 'closed'],
  cancelled: ['cancelled'],
};

export function testResolve(instance: TestInstance, clock: TestClock): void {
  const body = { resolution: 'New toner.', public_note: 'Please print again.' };
  const resolve = (id: string, more: RequestOptions = {}) =>
    instance.call('POST', `/incidents/${id}/resolve`, { as: 'agent', body, ...more });
  const slaOf = async (id: string): Promise<Json> => {
    const { sla, segments } = (await instance.call('GET', `/incidents/${id}/sla`)).body;
    return { sla, segments: segments.map((one: Json) => [one.state, one.seconds]) };
  };

  describe('Resolve in one step', () => {
    for (const [from, { walk, via }] of Object.entries(ways))
      test(`an incident that is ${from} is resolved in one version, with the events of one PATCH`, async () => {
        const { id } = await instance.incident({ requester: 'anna.berg@example.com' });
        for (const state of walk) {
          clock.forward(60);
          await instance.walk(id, state);
        }
        clock.forward(60);
        const before = (await instance.call('GET', `/incidents/${id}`)).body;
        const known = (await instance.events(id)).length;
        const { status, body: after, headers } = await resolve(id);
        assert.deepEqual(
          [status, after.state, after.resolution, after.version, after.last_reply_by],
          [200, 'resolved', body.resolution, before.version + 1, 'us'],
        );
        assert.equal(after.resolved_at, after.updated_at);
        assert.equal(headers.get('etag'), `"${after.version}"`);
        const events = (await instance.events(id)).slice(known);
        assert.deepEqual(
          events.map(({ type }) => type),
          ['incident.updated', 'incident.resolved', 'incident.note_added'],
        );
        for (const { data } of events.slice(0, 2))
          assert.deepEqual(data.changes.state, { from, to: 'resolved', ...(via && { via }) });

        const { body: timeline } = await instance.call('GET', `/incidents/${id}/timeline`);
        const steps = [from, ...(via ?? []), 'resolved'];
        const newest = timeline.data.slice(0, steps.length - 1).toReversed();
        assert.deepEqual(
          newest.map((one: Json) => one.changes.state),
          steps.slice(1).map((to, at) => ({ from: steps[at], to })),
        );
        assert.equal(newest.at(-1).note.body, body.public_note);
      });

    test('the SLA clock passes through the states as through separate updates', async () => {
      const [one, other] = [await instance.incident(), await instance.incident()];
      for (const { id } of [one, other]) await instance.walk(id, 'in_progress', 'on_hold');
      clock.forward(500);
      await resolve(one.id);
      await instance.walk(other.id, 'in_progress', 'resolved');
      clock.forward(40);
      assert.deepEqual(await slaOf(one.id), await slaOf(other.id));
    });

    test('an ended incident is refused with 409, and a missing resolution with 400', async () => {
      for (const [state, walk] of Object.entries(ended)) {
        const { id } = await instance.incident();
        await instance.walk(id, ...walk);
        const { status, body: problem } = await resolve(id);
        assert.deepEqual([status, problem.code], [409, 'invalid_transition'], state);
        assert.deepEqual([problem.current_state, problem.requested_state], [state, 'resolved']);
      }
      const { id } = await instance.incident();
      for (const faulty of [
        {},
        { resolution: ' ' },
        { resolution: null },
        { ...body, state: 'new' },
      ])
        assert.equal((await resolve(id, { body: faulty })).status, 400, JSON.stringify(faulty));
    });

    test('requesters may not resolve, and If-Match and Idempotency-Key count as in other writes', async () => {
      const { id } = await instance.incident({}, { as: 'requester' });
      assert.equal((await resolve(id, { as: 'requester' })).status, 403);
      assert.equal((await resolve(id, { as: 'auditor' })).status, 403);
      const stale = await resolve(id, { headers: { 'if-match': '"7"' } });
      assert.deepEqual([stale.status, stale.body.code], [412, 'version_mismatch']);
      const headers = { 'if-match': '"1"', 'idempotency-key': `resolve-${id}` };
      const [first, again] = [await resolve(id, { headers }), await resolve(id, { headers })];
      assert.deepEqual([first.status, again.status], [200, 200]);
      assert.deepEqual(again.body, first.body);
    });
  });
}
