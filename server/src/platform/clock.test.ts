import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../test/support/clock.ts';
import { afterAwake, type Clock } from './clock.ts';

describe('A wait for an answer', () => {
  test('ends after its time', () => {
    const clock = new ManualClock();
    let ended = false;
    afterAwake(clock, 3000, () => (ended = true));
    clock.advance(2999);
    assert.equal(ended, false);
    clock.advance(1);
    assert.deepEqual([ended, clock.waiting], [true, []]);
  });

  test('is cancelled', () => {
    const clock = new ManualClock();
    afterAwake(clock, 3000, () => assert.fail('it ended'))();
    clock.advance(9000);
    assert.deepEqual(clock.waiting, []);
  });

  test('goes on in a process that was paused longer than it', () => {
    let turn = () => {};
    // As a timer of Node: after a pause it runs once, however many times it missed.
    const paused: Pick<Clock, 'every'> = {
      every: (_ms, run) => {
        turn = run;
        return () => {};
      },
    };
    let ended = false;
    afterAwake(paused, 3000, () => (ended = true));
    turn();
    assert.equal(ended, false, 'the answer may have come during the pause');
    for (let n = 1; n < 30; n += 1) turn();
    assert.equal(ended, true);
  });
});
