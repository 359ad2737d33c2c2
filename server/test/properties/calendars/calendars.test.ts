import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openParts } from '../../../src/calendars/time/open-parts.ts';
import { openHours } from '../../../src/calendars/time/open-hours.ts';
import { localHours } from '../../../src/calendars/time/weekly-hours.ts';
import { offsetAt } from '../../../src/calendars/time/zones.ts';
import { testShort } from '../../support/scaled-tests.ts';
import { propertyTests } from '../property-tests.ts';
import type { NaiveCalendar } from './naive.ts';
import { type Answers, calendarsOfServer, compareCalendars, type Subject } from './prove.ts';

type Hours = Parameters<typeof openHours>[0];

const withCalendar =
  (plant: (calendar: NaiveCalendar) => NaiveCalendar): Subject =>
  (calendar) =>
    calendarsOfServer(plant(calendar));

const withAnswers =
  (plant: (answers: Answers, calendar: NaiveCalendar) => Partial<Answers>): Subject =>
  (calendar) => {
    const answers = calendarsOfServer(calendar);
    return { ...answers, ...plant(answers, calendar) };
  };

const endEarly = (hours: string[][]): string[][] =>
  hours.map(([from = '', to = '']) => [from, to === '24:00' ? '23:59' : to]);

const DAY_MS = 86_400_000;

describe('Calendars and the model that counts minutes', () => {
  testShort(propertyTests.calendars);

  const planted: [fault: string, subject: Subject][] = [
    [
      'a day that ends at 24:00 is a minute short',
      withCalendar((calendar) => ({
        ...calendar,
        weekly: Object.fromEntries(
          Object.entries(calendar.weekly).map(([day, hours]) => [day, endEarly(hours)]),
        ),
      })),
    ],
    ['exceptions do not count', withCalendar((calendar) => ({ ...calendar, exceptions: [] }))],
    [
      'the week begins a day late',
      withCalendar((calendar) => {
        const days = Object.keys(calendar.weekly);
        const hours = Object.values(calendar.weekly);
        return {
          ...calendar,
          weekly: Object.fromEntries(days.map((day, at) => [day, hours[(at + 1) % 7] ?? []])),
        };
      }),
    ],
    [
      'hours that a clock skips count, and those that it repeats count once',
      withAnswers((_, calendar) => {
        const { openUntil } = localHours(calendar as unknown as Hours);
        const until = (at: number) => openUntil(at + offsetAt(calendar.time_zone, at));
        return { openTime: (from, to) => Math.max(0, until(to) - until(from)) };
      }),
    ],
    [
      'an amount that ends with the hours of a day is due when the next hours begin',
      withAnswers(({ isOpen, dueAt }, calendar) => ({
        dueAt: (from, amount) => {
          const due = dueAt(from, amount);
          if (due === null || isOpen(due)) return due;
          const hours = openHours(calendar as unknown as Hours);
          return openParts(hours, due, due + 30 * DAY_MS).next().value?.from ?? due;
        },
      })),
    ],
    [
      'the end of the hours is open',
      withAnswers(({ isOpen }) => ({ isOpen: (at) => isOpen(at) || isOpen(at - 1) })),
    ],
  ];
  for (const [fault, subject] of planted)
    test(`the comparison detects a planted fault: ${fault}`, () => {
      const sizes = { zones: 0, changes: 0, skipped: 1, calendars: 8, seed: 1 };
      assert.notEqual(compareCalendars(sizes, subject).faults.length, 0);
    });
});
