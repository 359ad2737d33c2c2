import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { breachAt, type Clock, moveClock, readClock } from './sla.clock.ts';
import { type State, states, transitions } from '../incidents.states.ts';

const START = Date.parse('2026-03-02T08:00:00Z');
const running = new Set<State>(['new', 'in_progress', 'reopened']);

/** Each step waits some seconds, then makes one of the allowed transitions. */
const walks = fc.array(fc.record({ wait: fc.integer({ min: 0, max: 100_000 }), pick: fc.nat() }), {
  maxLength: 30,
});

describe('The resolution clock', () => {
  test('however an incident moves, elapsed time is the time spent in running states', () => {
    fc.assert(
      fc.property(walks, fc.integer({ min: 60, max: 300_000 }), (walk, target) => {
        let clock: Clock & { state: State } = {
          state: 'new',
          created_at: new Date(START).toISOString(),
          sla_target_seconds: target,
          sla_paused_ms: 0,
          sla_halted_at: null,
        };
        let now = START;
        let ran = 0;
        for (const { wait, pick } of walk) {
          if (running.has(clock.state)) ran += wait;
          now += wait * 1000;
          const allowed = transitions[clock.state];
          const state = allowed[pick % allowed.length] ?? clock.state;
          clock = { ...moveClock(clock, state, new Date(now)), state };
        }
        const sla = readClock(clock, new Date(now));
        assert.equal(sla.elapsed_seconds, ran);
        assert.equal(sla.remaining_seconds, target - ran);
        assert.equal(sla.breached, ran >= target);
        if (running.has(clock.state)) {
          assert.equal(
            Date.parse(breachAt(clock)),
            now + (target - ran) * 1000,
            'the clock breaches when the remaining time has run',
          );
          assert.equal(sla.elapsed_seconds + sla.paused_seconds, (now - START) / 1000);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('the clock has a phase for every state', () => {
    for (const state of states) {
      const clock = {
        state,
        created_at: new Date(START).toISOString(),
        sla_target_seconds: 60,
        sla_paused_ms: 0,
        sla_halted_at: null,
      };
      assert.match(readClock(clock, new Date(START)).state, /^(running|paused|stopped)$/);
    }
  });
});
