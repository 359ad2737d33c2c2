import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SlaTarget } from '../../api/index.ts';
import { hasPolicies, partsOf, segmentsSinceStart, targetView } from './targets.view.ts';

const NOW = Date.parse('2026-11-16T10:00:00.000Z');
const at = (minutes: number): string => new Date(NOW + minutes * 60_000).toISOString();

/** The clock has a target of eight hours, and so many minutes are left. */
const target = (left: number, part: Partial<SlaTarget> = {}): SlaTarget => ({
  metric: 'resolution',
  policy: null,
  state: left < 0 ? 'breached' : 'running',
  target_seconds: 28_800,
  elapsed_seconds: 28_800 - left * 60,
  remaining_seconds: left * 60,
  warning_at: at(left - 120),
  breach_at: at(left),
  met_at: null,
  ...part,
});
const show = (one: SlaTarget, now = NOW) => {
  const { mark, tone, text } = targetView(one, NOW, now);
  return [mark, tone, text];
};

describe('A target of a record', () => {
  test('a clock that runs counts down, and warns in its last quarter', () => {
    assert.deepEqual(show(target(300)), ['', 'calm', '5 h 0 m left']);
    assert.deepEqual(show(target(300), NOW + 60_000), ['', 'calm', '4 h 59 m left']);
    assert.deepEqual(show(target(90)), ['▲', 'amber', '1 h 30 m left']);
    assert.deepEqual(show(target(1), NOW + 180_000), ['✕', 'red', '2 m late']);
    assert.deepEqual(show(target(-30)), ['✕', 'red', '30 m late']);
  });

  test('a clock whose calendar closes before the breach does not count down by the wall clock', () => {
    const tomorrow = target(60, { breach_at: at(900), warning_at: at(800) });
    assert.deepEqual(show(tomorrow), ['', 'calm', '1 h left in open hours']);
    assert.deepEqual(show(tomorrow, NOW + 600_000), ['', 'calm', '1 h left in open hours']);
    assert.equal(targetView(tomorrow, NOW, NOW).isTicking, false);
    const days = { ...tomorrow, remaining_seconds: 97_200 };
    assert.equal(show(days)[2], '27 h left in open hours');
    assert.equal(targetView(tomorrow, NOW, NOW).elapsedSeconds, 25_200);
  });

  test('a clock that has stopped says how it ended', () => {
    const met = { state: 'met', met_at: at(-5) } as const;
    assert.deepEqual(show(target(450, met)), ['✓', 'green', 'met after 30 m']);
    assert.deepEqual(show(target(-20, { ...met, state: 'breached' })), [
      '✕',
      'red',
      'met 20 m late',
    ]);
    assert.deepEqual(show(target(60, { state: 'paused' })), [
      '‖',
      'violet',
      'paused with 1 h left',
    ]);
    assert.deepEqual(show(target(-10, { state: 'paused' })), ['‖', 'violet', 'paused, 10 m late']);
    assert.deepEqual(show(target(60, { state: 'cancelled' })), ['', 'calm', 'ended before']);
  });

  test('only an instance with policies has more than the one clock', () => {
    assert.ok(!hasPolicies([]));
    assert.ok(!hasPolicies([target(1)]));
    assert.ok(hasPolicies([target(1, { policy: { id: 'slp_1', version: 1 } })]));
    assert.ok(hasPolicies([target(1), target(2)]));
  });

  const segment = (state: 'running' | 'paused' | 'met', seconds: number, isLast = false) => ({
    state,
    from: at(0),
    to: isLast ? null : at(1),
    seconds,
  });

  test('the picture of a clock that starts again has its segments since then', () => {
    const segments = [
      segment('running', 600),
      segment('running', 300),
      segment('paused', 900),
      segment('running', 60, true),
    ];
    assert.deepEqual(segmentsSinceStart(segments, 360), segments.slice(1));
    assert.deepEqual(segmentsSinceStart(segments, 0), segments.slice(3));
    assert.deepEqual(segmentsSinceStart(segments, 5000), segments, 'earlier ones are not there');
    assert.deepEqual(partsOf({ segments, readSeconds: 360, elapsedSeconds: 370 }), [
      { state: 'running', seconds: 300 },
      { state: 'paused', seconds: 900 },
      { state: 'running', seconds: 70 },
    ]);
  });

  test('a clock that was met has no part after that, and one without segments is one part', () => {
    const segments = [segment('running', 600), segment('met', 3600, true)];
    assert.deepEqual(partsOf({ segments, readSeconds: 600, elapsedSeconds: 600 }), [
      { state: 'running', seconds: 600 },
    ]);
    assert.deepEqual(partsOf({ segments: [], readSeconds: 0, elapsedSeconds: 42 }), [
      { state: 'running', seconds: 42 },
    ]);
  });
});
