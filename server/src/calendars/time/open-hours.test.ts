import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dueAt, isOpen, openHours, openTime } from './open-hours.ts';
import { openParts, partsOfDate } from './open-parts.ts';
import { type HoursText, weekdays } from './weekly-hours.ts';

const HOUR = 3_600_000;
const at = (text: string): number => Date.parse(text);

type Exceptions = { date: string; hours: HoursText }[];
const everyDay = (time_zone: string, hours: HoursText, exceptions: Exceptions = []) =>
  openHours({
    time_zone,
    weekly: Object.fromEntries(weekdays.map((day) => [day, hours])) as never,
    exceptions,
  });

const always: HoursText = [['00:00', '24:00']];
const never = everyDay('UTC', []);

describe('Open hours', () => {
  const days: [zone: string, date: string, hours: HoursText, open: number][] = [
    ['Europe/Berlin', '2026-03-29', always, 23],
    ['Europe/Berlin', '2026-10-25', always, 25],
    ['Europe/Berlin', '2026-03-29', [['02:00', '03:00']], 0],
    ['Europe/Berlin', '2026-03-29', [['02:30', '04:00']], 1],
    ['Europe/Berlin', '2026-10-25', [['02:00', '03:00']], 2],
    ['Europe/Berlin', '2026-10-25', [['02:30', '02:45']], 0.5],
    ['Australia/Lord_Howe', '2026-04-05', always, 24.5],
    ['America/Havana', '2026-03-08', [['00:00', '01:00']], 0],
    ['Pacific/Apia', '2011-12-30', always, 0],
    ['Pacific/Apia', '2011-12-31', always, 24],
    ['Pacific/Kwajalein', '1993-08-21', always, 0],
    ['Africa/Monrovia', '1972-01-07', always, 24 - (44 * 60 + 30) / 3600],
    ['UTC', '2028-02-29', always, 24],
  ];
  for (const [zone, date, hours, open] of days)
    test(`${JSON.stringify(hours)} on ${date} in ${zone} are ${open} hours`, () => {
      const parts = partsOfDate(everyDay(zone, hours), date);
      const sum = parts.reduce((total, { from, to }) => total + to - from, 0);
      assert.equal(sum, open * HOUR);
    });

  test('hours that a clock repeats in part are open twice, with a gap between', () => {
    const parts = partsOfDate(everyDay('Europe/Berlin', [['01:00', '02:30']]), '2026-10-25');
    assert.deepEqual(parts, [
      { from: at('2026-10-24T23:00:00Z'), to: at('2026-10-25T00:30:00Z') },
      { from: at('2026-10-25T01:00:00Z'), to: at('2026-10-25T01:30:00Z') },
    ]);
  });

  test('days that meet at midnight are one part, and a span of years has the length of its days', () => {
    const hours = everyDay('America/New_York', always);
    const [from, to] = [at('2000-01-01T00:00:00Z'), at('2026-01-01T00:00:00Z')];
    assert.deepEqual([...openParts(hours, from, to)], [{ from, to }]);
    assert.equal(openTime(hours, from, to), to - from);
    assert.equal(dueAt(hours, from, to - from), to);
  });

  test('an amount that ends with the hours is due at their end, and one millisecond more on the next day', () => {
    const hours = everyDay(
      'Europe/Berlin',
      [['08:00', '17:00']],
      [{ date: '2026-11-17', hours: [] }],
    );
    const from = at('2026-11-16T07:00:00Z');
    assert.equal(dueAt(hours, from, 9 * HOUR), at('2026-11-16T16:00:00Z'));
    assert.equal(dueAt(hours, from, 9 * HOUR + 1), at('2026-11-18T07:00:00.001Z'));
    assert.equal(dueAt(hours, from, 0), from);
    assert.equal(isOpen(hours, at('2026-11-16T16:00:00Z')), false);
    assert.equal(isOpen(hours, at('2026-11-16T15:59:59.999Z')), true);
  });

  test('a calendar that is never open again has no due instant', () => {
    assert.equal(dueAt(never, at('2026-01-01T00:00:00Z'), 1), null);
    const once = everyDay('UTC', [], [{ date: '2026-12-31', hours: always }]);
    const from = at('2026-01-01T00:00:00Z');
    assert.equal(dueAt(once, from, 24 * HOUR), at('2027-01-01T00:00:00Z'));
    assert.equal(dueAt(once, from, 24 * HOUR + 1), null);
    const rarely = everyDay('UTC', [['08:00', '08:01']]);
    assert.equal(dueAt(rarely, from, 24 * 365 * HOUR), null);
  });

  test('an exception of the last day of a year counts where its end is in the next year of UTC', () => {
    const once = everyDay('Pacific/Honolulu', [], [{ date: '2026-12-31', hours: always }]);
    const from = at('2026-01-01T00:00:00Z');
    assert.equal(dueAt(once, from, 24 * HOUR), at('2027-01-01T10:00:00Z'));
  });

  test('the open time of a reversed span is nothing', () => {
    assert.equal(openTime(everyDay('UTC', always), 2, 1), 0);
  });

  test('a zone may be named by an alias', () => {
    for (const zone of [
      'Asia/Kolkata',
      'Asia/Calcutta',
      'US/Pacific',
      'Etc/GMT+5',
      'EST5EDT',
      'GMT',
    ])
      assert.equal(openTime(everyDay(zone, always), 0, HOUR), HOUR);
  });
});
