import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type SlaFields, slaView } from './sla.ts';

const now = Date.parse('2026-11-15T12:00:00.000Z');
const at = (seconds: number): string => new Date(now + seconds * 1000).toISOString();

/** A target of four hours, so the warning is an hour before the breach. */
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
  test('a running clock counts down without a mark, once a minute', () => {
    const { text, mark, tone, used, nextTick } = slaView(clock(11_520), now);
    assert.deepEqual([text, mark, tone, nextTick], ['3 h 12 m', '', 'calm', 60_000]);
    assert.ok(Math.abs(used - 0.2) < 0.001, String(used));
  });

  test('from 75 % on it is at risk, and ticks every second in the last hour', () => {
    const { text, mark, tone, used, nextTick } = slaView(clock(1800), now);
    assert.deepEqual([text, mark, tone, nextTick], ['30 m', '▲', 'amber', 1000]);
    assert.equal(used, 0.875);
    assert.equal(slaView(clock(3601), now).mark, '');
  });

  test('after the breach it counts up with a minus', () => {
    const { text, mark, tone, used } = slaView(clock(-1560), now);
    assert.deepEqual([text, mark, tone, used], ['−26 m', '✕', 'red', 1]);
  });

  test('a paused clock is frozen at what is left, whatever the time', () => {
    const paused = clock(-600, { state: 'paused', remaining_seconds: 6000 });
    const { text, mark, tone, nextTick } = slaView(paused, now + 86_400_000);
    assert.deepEqual([text, mark, tone, nextTick], ['1 h 40 m', '‖', 'violet', undefined]);
  });

  test('a stopped clock says only whether it was met', () => {
    const stopped = (breached: boolean) => slaView(clock(60, { state: 'stopped', breached }), now);
    assert.deepEqual([stopped(false).text, stopped(false).mark], ['met', '✓']);
    assert.deepEqual([stopped(true).text, stopped(true).mark], ['missed', '✕']);
  });

  test('screen readers get the time of the breach and not the seconds', () => {
    assert.equal(slaView(clock(1800), now).label, slaView(clock(1800), now + 5000).label);
  });
});
