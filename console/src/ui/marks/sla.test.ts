import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type SlaFields, slaView } from './sla.ts';

const now = Date.parse('2026-11-15T12:00:00.000Z');
const at = (seconds: number): string => new Date(now + seconds * 1000).toISOString();

/** The target is four hours, so the warning is an hour before the breach. */
const clock = (breachIn: number, fields: Partial<SlaFields> = {}): SlaFields => ({
  state: 'running',
  remaining_seconds: breachIn,
  warning_at: at(breachIn - 3600),
  breach_at: at(breachIn),
  breached: breachIn <= 0,
  as_of: at(0),
  ...fields,
});

describe('The SLA cell', () => {
  test('a running SLA clock counts down without a mark, once a minute', () => {
    const { text, mark, tone, used, nextTick } = slaView(clock(11_520), now);
    assert.deepEqual([text, mark, tone, nextTick], ['3 h 12 m', '', 'calm', 60_000]);
    assert.ok(Math.abs(used - 0.2) < 0.001, String(used));
  });

  test('an SLA clock is at risk from 75 % on, and ticks every second in the last hour', () => {
    const { text, mark, tone, used, nextTick } = slaView(clock(1800), now);
    assert.deepEqual([text, mark, tone, nextTick], ['30 m', '▲', 'amber', 1000]);
    assert.equal(used, 0.875);
    assert.equal(slaView(clock(3601), now).mark, '');
  });

  test('after the breach an SLA clock shows the time since then, with a minus', () => {
    const { text, mark, tone, used } = slaView(clock(-1560), now);
    assert.deepEqual([text, mark, tone, used], ['−26 m', '✕', 'red', 1]);
  });

  test('a paused SLA clock shows the same remaining time at any time', () => {
    const paused = clock(-600, { state: 'paused', remaining_seconds: 6000 });
    const { text, mark, tone, nextTick } = slaView(paused, now + 86_400_000);
    assert.deepEqual([text, mark, tone, nextTick], ['1 h 40 m', '‖', 'violet', undefined]);
  });

  test('a stopped SLA clock says only whether the target was met', () => {
    const stoppedView = (breached: boolean) =>
      slaView(clock(60, { state: 'stopped', breached }), now);
    assert.deepEqual([stoppedView(false).text, stoppedView(false).mark], ['met', '✓']);
    assert.deepEqual([stoppedView(true).text, stoppedView(true).mark], ['missed', '✕']);
  });

  test('screen readers get the time of the breach, not the remaining seconds', () => {
    assert.equal(slaView(clock(1800), now).label, slaView(clock(1800), now + 5000).label);
  });

  test('another clock is named for screen readers, and its bar counts open time', () => {
    const reply = { ...clock(14_400), remaining_seconds: 900, target_seconds: 3600 };
    const { text, used, label } = slaView(reply, now, 'First response');
    assert.deepEqual([text, used], ['4 h 0 m', 0.75], 'the calendar is closed in between');
    assert.equal(label, 'First response breach at 2026-11-15 16:00 UTC');
    const late = slaView({ ...clock(-60), target_seconds: 3600 }, now, 'First response');
    assert.equal(late.label, 'First response breached at 2026-11-15 11:59 UTC');
    assert.equal(slaView({ ...clock(1800), target_seconds: 3600 }, now).used, 0.5);
  });
});
