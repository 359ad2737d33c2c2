import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { layOut, shareOf, stripsOf } from './day-layout.ts';
import { daysOf, mondayOf, weekOf } from './weeks.ts';

const HOUR = 3_600_000;
const day = Date.parse('2026-11-16T00:00:00Z');
const window = (name: string, from: number, to: number) => ({
  name,
  planned_start_at: new Date(day + from * HOUR).toISOString(),
  planned_end_at: new Date(day + to * HOUR).toISOString(),
});
const slotsOf = (windows: ReturnType<typeof window>[]) =>
  layOut(windows, day, day + 24 * HOUR).map(({ window: { name }, slot, slots }) => [
    name,
    slot,
    slots,
  ]);

describe('The day of the calendar', () => {
  test('overlapping windows stand side by side, and a later one takes the free slot', () => {
    const windows = [window('a', 1, 5), window('b', 2, 3), window('c', 3, 6), window('d', 8, 9)];
    assert.deepEqual(slotsOf(windows), [
      ['a', 0, 2],
      ['b', 1, 2],
      ['c', 1, 2],
      ['d', 0, 1],
    ]);
  });

  test('a window of several days is cut at midnight, and one of another day is left out', () => {
    assert.deepEqual(shareOf(day - HOUR, day + 12 * HOUR, day, day + 24 * HOUR), {
      from: 0,
      to: 0.5,
    });
    assert.deepEqual(slotsOf([window('a', 24, 30)]), []);
  });

  test('a short window is high enough to read, at the end of the day too', () => {
    const [late] = layOut([window('a', 23.9, 24)], day, day + 24 * HOUR);
    assert.ok(late && late.to - late.from >= 1 / 24 - 1e-9 && late.to === 1);
  });

  test('a window without times is left out', () => {
    assert.deepEqual(
      layOut([{ planned_start_at: null, planned_end_at: null }], day, day + HOUR),
      [],
    );
  });
});

describe('The strip of freezes', () => {
  const week = Array.from({ length: 7 }, (_, index) => ({
    begin: day + index * 24 * HOUR,
    end: day + (index + 1) * 24 * HOUR,
  }));
  const freeze = (from: number, to: number) => ({
    from: new Date(day + from * HOUR).toISOString(),
    to: new Date(day + to * HOUR).toISOString(),
  });
  const days = (from: number, to: number) =>
    stripsOf([freeze(from, to)], week).map(({ first, last }) => [first, last]);

  test('the strip of a freeze covers the days it touches, and is cut at the ends of the week', () => {
    assert.deepEqual(days(30, 60), [[1, 2]]);
    assert.deepEqual(days(24, 48), [[1, 1]], 'midnight is no part of the next day');
    assert.deepEqual(days(-50, 500), [[0, 6]]);
    assert.deepEqual([...days(-50, 0), ...days(168, 200)], []);
  });
});

describe('Weeks', () => {
  test('a week begins on Monday, also for a Sunday, and survives the URL', () => {
    const sunday = new Date(2026, 10, 22, 15).getTime();
    const monday = mondayOf(sunday);
    assert.equal(monday, '2026-11-16');
    assert.equal(weekOf('2026-11-18', 0), monday);
    assert.equal(weekOf('nonsense', sunday), monday);
    assert.equal(daysOf(monday).at(-1)?.name, '2026-11-22');
  });
});
