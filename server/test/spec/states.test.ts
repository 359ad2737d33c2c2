import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testConfirm } from './confirm.cases.ts';
import { testReplies } from './replies.cases.ts';
import { testResolve } from './resolve.cases.ts';
import { testSnooze } from './snooze.cases.ts';
import { section, TestClock } from './setup.ts';
import { drawSeed } from '../support/random.ts';
import { assertNoFaults } from '../support/report.ts';
import { proveReplies } from '../properties/replies/prove.ts';
import { propertyTests } from '../properties/property-tests.ts';

const clock = new TestClock();

const states = ['new', 'in_progress', 'on_hold', 'resolved', 'closed', 'cancelled', 'reopened'];

/** The table is typed from the contract, not from the code. */
const table = [
  ['new', 'in_progress'],
  ['in_progress', 'resolved'],
  ['resolved', 'closed'],
  ['new', 'cancelled'],
  ['in_progress', 'on_hold'],
  ['on_hold', 'in_progress'],
  ['resolved', 'reopened'],
  ['reopened', 'in_progress'],
];

const wayTo: Record<string, string[]> = {
  new: [],
  in_progress: ['in_progress'],
  on_hold: ['in_progress', 'on_hold'],
  resolved: ['in_progress', 'resolved'],
  closed: ['in_progress', 'resolved', 'closed'],
  cancelled: ['cancelled'],
  reopened: ['in_progress', 'resolved', 'reopened'],
};

section(
  'States and transitions',
  (instance) => {
    for (const from of states) {
      const allowed = table.filter(([state]) => state === from).map(([, to]) => to);

      test(`an incident moves from ${from} to ${allowed.join(', ') || 'no other state'} only`, async () => {
        const { id } = await instance.incident();
        await instance.walk(id, ...(wayTo[from] ?? []));
        const { body: before } = await instance.call('GET', `/incidents/${id}`);
        assert.deepEqual(new Set(before.allowed_transitions), new Set(allowed));
        const eventsBefore = await instance.events(id);
        for (const to of states.filter((state) => state !== from && !allowed.includes(state))) {
          const { status, body } = await instance.patch(id, {
            state: to,
            category: 'must not stick',
          });
          assert.deepEqual([status, body.code], [409, 'invalid_transition'], `${from} to ${to}`);
          assert.deepEqual([body.current_state, body.requested_state], [from, to]);
          assert.deepEqual(new Set(body.allowed_transitions), new Set(allowed));
        }
        assert.equal((await instance.patch(id, { state: from })).status, 200, 'staying is no move');
        const { body: after } = await instance.call('GET', `/incidents/${id}`);
        assert.deepEqual([after.version, after.category], [before.version, before.category]);
        assert.equal(
          (await instance.events(id)).length,
          eventsBefore.length,
          'a refused move leaves no event behind',
        );
      });
    }

    test('each transition emits incident.updated, and resolving incident.resolved after it', async () => {
      const { id } = await instance.incident();
      await instance.walk(
        id,
        'in_progress',
        'on_hold',
        'in_progress',
        'resolved',
        'reopened',
        'in_progress',
        'resolved',
        'closed',
      );
      const emitted = (await instance.events(id)).map(({ type, data }) => [
        type,
        data.changes?.state?.to,
      ]);
      assert.deepEqual(emitted, [
        ['incident.created', undefined],
        ['incident.updated', 'in_progress'],
        ['incident.updated', 'on_hold'],
        ['incident.updated', 'in_progress'],
        ['incident.updated', 'resolved'],
        ['incident.resolved', 'resolved'],
        ['incident.updated', 'reopened'],
        ['incident.updated', 'in_progress'],
        ['incident.updated', 'resolved'],
        ['incident.resolved', 'resolved'],
        ['incident.updated', 'closed'],
      ]);
    });

    test('resolving, closing and reopening update times and counts', async () => {
      const { id } = await instance.incident();
      await instance.walk(id, 'in_progress', 'resolved');
      const resolved = (await instance.call('GET', `/incidents/${id}`)).body;
      assert.equal(resolved.resolved_at, resolved.updated_at);
      await instance.walk(id, 'reopened');
      const reopened = (await instance.call('GET', `/incidents/${id}`)).body;
      assert.deepEqual(
        [reopened.resolved_at, reopened.reopen_count, reopened.state],
        [null, 1, 'reopened'],
      );
      await instance.walk(id, 'in_progress', 'resolved', 'closed');
      const closed = (await instance.call('GET', `/incidents/${id}`)).body;
      assert.equal(closed.closed_at, closed.updated_at);
      assert.equal((await instance.patch(id, { category: 'still editable' })).status, 200);
    });

    test('leaving on_hold clears the reason of the hold', async () => {
      const { id } = await instance.incident();
      await instance.walk(id, 'in_progress');
      const onHold = await instance.patch(id, {
        state: 'on_hold',
        on_hold_reason: 'awaiting_vendor',
      });
      assert.equal(onHold.body.on_hold_reason, 'awaiting_vendor');
      const resumed = await instance.patch(id, { state: 'in_progress' });
      assert.equal(resumed.body.on_hold_reason, null);
      const { status, body } = await instance.patch(id, { on_hold_reason: 'lunch' });
      assert.equal(status, 400);
      assert.deepEqual(body.errors[0].allowed, [
        'awaiting_caller',
        'awaiting_change',
        'awaiting_problem',
        'awaiting_vendor',
      ]);
    });

    testReplies(instance, clock);
    testResolve(instance, clock);
    testSnooze(instance, clock);
    testConfirm(instance, clock);

    test(propertyTests.replies.promise, async (t) => {
      const sizes = { commands: 40, incidents: 4, seed: drawSeed() };
      t.diagnostic(`seed ${sizes.seed}`);
      assertNoFaults(t, await proveReplies(instance.running, clock, sizes));
    });
  },
  { clock },
);
