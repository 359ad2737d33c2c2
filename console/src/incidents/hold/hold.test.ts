import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { awaitedName, holdObstacle, holdPatch, needsStart } from './hold.patch.ts';
import { holdTimes } from './hold.choices.ts';
import { endText, shortEndText } from './hold.times.ts';

// Tests name local times, so that they hold in every time zone. The 18th of November 2026 is a Wednesday.
const wednesday = new Date(2026, 10, 18, 10, 30);
const local = (...parts: [day: number, hour: number, minute?: number]) =>
  new Date(2026, 10, ...parts);

describe('The end of a hold', () => {
  test('the offered times are those of the clock of the reader', () => {
    assert.deepEqual(
      holdTimes(wednesday).map(({ id, at }) => [id, at]),
      [
        ['hour', local(18, 11, 30)],
        ['afternoon', local(18, 14)],
        ['tomorrow', local(19, 9)],
        ['monday', local(23, 9)],
      ],
    );
  });

  test('a time that has passed keeps its place among the keys, and says why it cannot be chosen', () => {
    const [, afternoon] = holdTimes(local(18, 14));
    assert.deepEqual(afternoon?.unavailable, 'It has begun.');
    assert.equal(holdTimes(local(18, 13, 59))[1]?.unavailable, undefined);
  });

  test('Monday is the next one, also on a Monday and on a Sunday', () => {
    const mondayFrom = (day: number) => holdTimes(local(day, 10))[3]?.at;
    assert.deepEqual(mondayFrom(23), local(30, 9));
    assert.deepEqual(mondayFrom(22), local(23, 9));
  });

  test('the text of the end is short for the next days', () => {
    const ends = [local(18, 14), local(19, 9), local(23, 9), local(28, 9)];
    assert.deepEqual(
      ends.map((at) => endText(at.toISOString(), wednesday)),
      ['14:00', 'tomorrow 09:00', 'Mon 09:00', '28 Nov 09:00'],
    );
    assert.deepEqual(
      ends.map((at) => shortEndText(at.toISOString(), wednesday)),
      ['14:00', 'Thu 09:00', 'Mon 09:00', '28 Nov'],
    );
  });
});

describe('A hold', () => {
  test('an incident that is on hold gets another end, and others change their state', () => {
    const until = { on_hold_until: '2026-11-19T09:00:00.000Z' };
    assert.deepEqual(holdPatch('in_progress', until), { state: 'on_hold', ...until });
    assert.deepEqual(holdPatch('on_hold', until), until);
    const reply = { on_hold_reason: 'awaiting_caller' };
    assert.deepEqual(holdPatch('on_hold', reply), { ...reply, on_hold_until: null });
  });

  test('new and reopened incidents are started first, and ended ones stay as they are', () => {
    const states = ['new', 'in_progress', 'on_hold', 'reopened', 'resolved', 'closed'];
    assert.deepEqual(states.filter(needsStart), ['new', 'reopened']);
    assert.deepEqual(
      states.filter((state) => holdObstacle(state) !== undefined),
      ['resolved', 'closed'],
    );
  });

  test('nobody waits for a reply of themselves', () => {
    const viewer = { me: 'ines@example.com', nameOf: () => 'Anna Berg' };
    assert.equal(awaitedName({ requester: 'anna@example.com' }, viewer), 'Anna Berg');
    for (const requester of [null, 'Ines@example.com'])
      assert.equal(awaitedName({ requester }, viewer), undefined);
  });
});
