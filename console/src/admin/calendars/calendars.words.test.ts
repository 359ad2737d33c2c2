import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { barsOf, clockChangeText, hoursText, openHoursText, weekText } from './calendars.words.ts';

const office = [['09:00', '17:00']];

describe('Words of calendars', () => {
  test('days of the same hours are named together', () => {
    const days = { mon: office, tue: office, wed: office, thu: office };
    const texts: [Parameters<typeof weekText>[0], string][] = [
      [{ ...days, fri: office }, 'Mon to Fri 09:00–17:00'],
      [{ ...days, fri: [['09:00', '15:00']] }, 'Mon to Thu 09:00–17:00; Fri 09:00–15:00'],
      [{ mon: office, wed: office, thu: office }, 'Mon 09:00–17:00; Wed and Thu 09:00–17:00'],
      [{ sat: [], sun: [['20:00', '24:00']] }, 'Sun 20:00–24:00'],
      [{}, 'Always closed'],
      [{ ...days, fri: office, sat: office, sun: office }, 'Every day 09:00–17:00'],
    ];
    for (const [weekly, text] of texts) assert.equal(weekText(weekly), text);
  });

  test('a week without an end is round the clock', () => {
    const all = [['00:00', '24:00']];
    assert.equal(
      weekText({ mon: all, tue: all, wed: all, thu: all, fri: all, sat: all, sun: all }),
      'Round the clock',
    );
  });

  test('hours are counted as hours', () => {
    assert.deepEqual([0, 1800, 28_800, 23_400, 277_200].map(openHoursText), [
      '0 h',
      '30 min',
      '8 h',
      '6 h 30 min',
      '77 h',
    ]);
    assert.equal(hoursText([]), 'closed');
    assert.equal(hoursText([...office, ['18:00', '20:00']]), '09:00–17:00, 18:00–20:00');
  });

  test('a day on which the clock changes says so', () => {
    assert.equal(clockChangeText('2027-03-28', 'Europe/Berlin'), 'clocks go forward 1 h');
    assert.equal(clockChangeText('2026-10-25', 'Europe/Berlin'), 'clocks go back 1 h');
    assert.equal(clockChangeText('2026-10-04', 'Australia/Lord_Howe'), 'clocks go forward 30 min');
    assert.equal(clockChangeText('2026-10-26', 'Europe/Berlin'), undefined);
    assert.equal(clockChangeText('2026-10-25', 'Asia/Kolkata'), undefined);
  });

  test('open parts are drawn to the scale of a day', () => {
    assert.deepEqual(
      barsOf([
        ['06:00', '12:00'],
        ['18:00', '24:00'],
      ]),
      [
        { from: 25, length: 25 },
        { from: 75, length: 25 },
      ],
    );
  });
});
