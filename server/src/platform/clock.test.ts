import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../test/support/clock.ts';
import { afterAwake, type Clock } from './clock.ts';

describe('A wait for a response', () => {
  test('a wait stops after its time', () => {
    const clock = new ManualClock();
    let ended = false;
    afterAwake(clock, 3000, () => (ended = true));
    clock.advance(2999);
    assert.equal(ended, false);
    clock.advance(1);
    assert.deepEqual([ended, clock.waiting], [true, []]);
  });

  test('a cancelled wait never runs', () => {
    const clock = new ManualClock();
    afterAwake(clock, 3000, () => assert.fail('it ended'))();
    clock.advance(9000);
    assert.deepEqual(clock.waiting, []);
  });

  test('a wait goes on in a process that was paused for longer than it', () => {
    let tick = () => {};
    // Node's timers do the same: after a pause they run once, however many times they missed.
    const paused: Pick<Clock, 'every'> = {
      every: (_ms, run) => {
        tick = run;
        return () => {};
      },
    };
    let ended = false;
    afterAwake(paused, 3000, () => (ended = true));
    tick();
    assert.equal(ended, false, 'the response may have come during the pause');
    for (let n = 1; n < 30; n += 1) tick();
    assert.equal(ended, true);
  });
});
