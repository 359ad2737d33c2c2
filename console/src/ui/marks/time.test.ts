import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  dayTime,
  dueTime,
  duration,
  exactTime,
  plannedTime,
  relativeTime,
  shortTime,
} from './time.ts';

const now = Date.parse('2026-11-15T12:00:00.000Z');
const before = (seconds: number): string => new Date(now - seconds * 1000).toISOString();

describe('Times', () => {
  test('an age is given in the largest whole unit, and is "now" under a minute', () => {
    const ages = [0, 59, 60, 3599, 3600, 86_399, 86_400 * 6];
    assert.deepEqual(
      ages.map((age) => relativeTime(before(age), now)),
      ['now', 'now', '1 m', '59 m', '1 h', '23 h', '6 d'],
    );
    assert.equal(relativeTime(before(-7200), now), 'in 2 h');
  });

  test('a time is a date after seven days, without the clock after a month, with the year if it differs', () => {
    const texts = {
      '2026-11-02T14:03:11.000Z': '2 Nov 14:03',
      '2026-10-15T13:00:00.000Z': '15 Oct 13:00',
      '2026-10-15T11:00:00.000Z': '15 Oct',
      '2026-09-30T16:00:00.000Z': '30 Sept',
      '2026-12-24T16:00:00.000Z': '24 Dec',
      '2025-11-02T14:03:11.000Z': '2 Nov 2025',
    };
    assert.deepEqual(
      Object.fromEntries(Object.keys(texts).map((iso) => [iso, shortTime(iso, now, 'UTC')])),
      texts,
    );
  });

  test('a planned time says whether it is ahead or has passed', () => {
    const ages = [-9 * 3600, 30, 3600, 86_400, 86_400 * 8];
    assert.deepEqual(
      ages.map((age) => plannedTime(before(age), now, 'UTC')),
      ['in 9 h', 'now', '1 h ago', '1 d ago', '7 Nov 12:00'],
    );
    assert.deepEqual(
      ages.map((age) => dueTime(before(age), now, 'UTC')),
      ['in 9 h', 'now', 'overdue 1 h', 'overdue 1 d', 'overdue 8 d'],
    );
  });

  test('a day is named as people say it', () => {
    const texts = {
      '2026-11-15T08:05:00.000Z': 'Today 08:05',
      '2026-11-14T23:59:00.000Z': 'Yesterday 23:59',
      '2026-11-12T14:03:11.000Z': 'Thu 12 Nov',
      '2025-11-12T14:03:11.000Z': '12 Nov 2025',
    };
    assert.deepEqual(
      Object.fromEntries(Object.keys(texts).map((iso) => [iso, dayTime(iso, now, 'UTC')])),
      texts,
    );
  });

  test('the exact time names both the local time and UTC', () => {
    assert.equal(
      exactTime('2026-11-12T13:03:11.000Z', 'Europe/Berlin'),
      'Thu 12 Nov 2026 14:03:11 CET (13:03:11 UTC)',
    );
  });

  test('a duration has at most two units', () => {
    assert.deepEqual(
      [42, 26 * 60, 11_520, 187_200, -60].map((seconds) => duration(seconds)),
      ['42 s', '26 m', '3 h 12 m', '2 d 4 h', '1 m'],
    );
  });
});
