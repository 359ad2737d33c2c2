import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../support/harness.ts';
import { section, TestClock } from './setup.ts';

const clock = new TestClock();
const HOUR = 3600;

section(
  'SLA clock and priority',
  (instance) => {
    const read = async (id: string): Promise<Json> =>
      (await instance.call('GET', `/incidents/${id}`)).body;
    const hoursAfter = (incident: Json, at: string) =>
      (Date.parse(at) - Date.parse(incident.created_at)) / 1000 / HOUR;

    test('the targets of the priorities are 4, 8, 24 and 72 hours', async () => {
      for (const [priority, hours] of [
        ['P1', 4],
        ['P2', 8],
        ['P3', 24],
        ['P4', 72],
      ] as const) {
        const incident = await instance.incident({ priority });
        assert.equal(hoursAfter(incident, incident.sla_breach_at), hours);
        assert.equal(hoursAfter(incident, incident.sla.warning_at), hours * 0.75);
      }
    });

    test('the clock shows the time used so far without a new version', async () => {
      const { id } = await instance.incident({ priority: 'P1' });
      clock.forward(HOUR);
      const { sla, version } = await read(id);
      const { warning_at: _w, breach_at: _b, ...rest } = sla;
      assert.deepEqual(rest, {
        state: 'running',
        target_seconds: 4 * HOUR,
        elapsed_seconds: HOUR,
        paused_seconds: 0,
        remaining_seconds: 3 * HOUR,
        breached: false,
        as_of: clock.now.toISOString(),
      });
      assert.equal(version, 1);
      clock.forward(4 * HOUR);
      const late = await read(id);
      assert.deepEqual([late.sla.breached, late.sla.remaining_seconds], [true, -HOUR]);
    });

    test('on_hold leaves the time of breach unchanged, and a resume shifts it by the pause', async () => {
      const { id, sla_breach_at } = await instance.incident({ priority: 'P1' });
      await instance.walk(id, 'in_progress');
      clock.forward(HOUR);
      await instance.walk(id, 'on_hold');
      clock.forward(5 * HOUR);
      const paused = await read(id);
      assert.equal(paused.sla_breach_at, sla_breach_at);
      assert.deepEqual(
        [paused.sla.state, paused.sla.elapsed_seconds, paused.sla.paused_seconds],
        ['paused', HOUR, 5 * HOUR],
      );
      assert.equal(paused.sla.breached, false);
      await instance.walk(id, 'in_progress');
      const resumed = await read(id);
      assert.equal(hoursAfter(resumed, resumed.sla_breach_at), 4 + 5);
      assert.equal(resumed.sla.remaining_seconds, 3 * HOUR);
    });

    test('a priority change counts again from creation without all pauses, also while paused', async () => {
      const { id } = await instance.incident({ priority: 'P3' });
      await instance.walk(id, 'in_progress', 'on_hold');
      clock.forward(2 * HOUR);
      await instance.walk(id, 'in_progress', 'on_hold');
      clock.forward(HOUR);
      const changed = (await instance.patch(id, { priority: 'P1' })).body;
      assert.equal(
        hoursAfter(changed, changed.sla_breach_at),
        4 + 2,
        'the pause under way is not over',
      );
      await instance.walk(id, 'in_progress');
      const resumed = await read(id);
      assert.equal(hoursAfter(resumed, resumed.sla_breach_at), 4 + 3);
    });

    test('resolving stops the clock, and after a reopen the time in between does not count', async () => {
      const { id } = await instance.incident({ priority: 'P2' });
      await instance.walk(id, 'in_progress');
      clock.forward(HOUR);
      await instance.walk(id, 'resolved');
      clock.forward(100 * HOUR);
      const resolved = await read(id);
      assert.deepEqual(
        [resolved.sla.state, resolved.sla.elapsed_seconds, resolved.sla.breached],
        ['stopped', HOUR, false],
      );
      await instance.walk(id, 'reopened');
      const reopened = await read(id);
      assert.deepEqual([reopened.sla.state, reopened.sla.remaining_seconds], ['running', 7 * HOUR]);
      assert.equal(hoursAfter(reopened, reopened.sla_breach_at), 8 + 100);
    });

    test('a missing priority is P3, or given by impact × urgency if the matrix is on', async () => {
      const levels = { impact: 'high', urgency: 'high' };
      assert.equal((await instance.incident(levels)).priority, 'P3');
      const set = async (document: Json) => {
        await instance.running.sql('update settings set document = $1', [document]);
        // Settings are cached for a second.
        clock.forward(2);
      };
      await set({ priority_matrix: true });
      const grid = {
        high: ['P1', 'P2', 'P3'],
        medium: ['P2', 'P3', 'P4'],
        low: ['P3', 'P4', 'P4'],
      };
      for (const [impact, row] of Object.entries(grid)) {
        for (const [index, urgency] of ['high', 'medium', 'low'].entries()) {
          assert.equal(
            (await instance.incident({ impact, urgency })).priority,
            row[index],
            `${impact} ${urgency}`,
          );
        }
      }
      assert.equal(
        (await instance.incident({ ...levels, priority: 'P4' })).priority,
        'P4',
        'said outright',
      );
      assert.equal(
        (await instance.incident({ impact: 'high' })).priority,
        'P3',
        'half of it decides nothing',
      );
      const { id } = await instance.incident({ impact: 'low', urgency: 'low' });
      assert.equal(
        (await instance.patch(id, { impact: 'high' })).body.priority,
        'P3',
        'judged again while never said',
      );
      await instance.patch(id, { priority: 'P2' });
      assert.equal((await instance.patch(id, { urgency: 'high' })).body.priority, 'P2');
      const createDerived = () => instance.incident({ impact: 'medium', urgency: 'medium' });
      const named = await createDerived();
      assert.equal(
        (await instance.patch(named.id, { ...levels, priority: 'P3' })).body.priority,
        'P3',
        'sent with the levels, and equal to the derived one',
      );
      const pinned = await createDerived();
      await instance.patch(pinned.id, { priority: 'P3' });
      assert.equal((await instance.patch(pinned.id, levels)).body.priority, 'P3', 'sent alone');
      const sentBack = await createDerived();
      const { priority, impact, urgency } = sentBack;
      await instance.patch(sentBack.id, { priority, impact, urgency, category: 'mail' });
      assert.equal((await instance.patch(sentBack.id, levels)).body.priority, 'P1', 'not chosen');
      await set({ sla_target_seconds: { P1: 60, P2: 120, P3: 180, P4: 240 } });
      assert.equal(
        (await instance.incident({ priority: 'P1' })).sla.target_seconds,
        60,
        'targets are the instance’s',
      );
      await set({});
    });
  },
  { clock },
);
