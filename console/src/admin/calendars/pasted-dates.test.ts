import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readPasted } from './pasted-dates.ts';

const closedDate = (date: string, name: string) => ({ date, name, hours: [] });

describe('Pasted dates', () => {
  test('a line is a date and its name, separated as in tables and lists', () => {
    const text = [
      '2026-12-25 Christmas Day',
      '2026-12-26,"Boxing Day"',
      '  2027-1-1\tNew Year’s Day  ',
      '01.05.2027; Labour Day',
      '',
      '2027-10-03: Day of German Unity',
    ].join('\r\n');
    assert.deepEqual(readPasted(text), {
      dates: [
        closedDate('2026-12-25', 'Christmas Day'),
        closedDate('2026-12-26', 'Boxing Day'),
        closedDate('2027-01-01', 'New Year’s Day'),
        closedDate('2027-05-01', 'Labour Day'),
        closedDate('2027-10-03', 'Day of German Unity'),
      ],
      faults: [],
    });
  });

  test('hours at the end of a line open the day', () => {
    const { dates } = readPasted(
      '2026-12-24 Christmas Eve 08:00-12:00\n2026-12-31 Closing 8:00–12:00, 13:00–24:00\n2027-01-02 Room 3-4',
    );
    assert.deepEqual(
      dates.map(({ name, hours }) => [name, hours]),
      [
        ['Christmas Eve', [['08:00', '12:00']]],
        [
          'Closing',
          [
            ['08:00', '12:00'],
            ['13:00', '24:00'],
          ],
        ],
        ['Room 3-4', []],
      ],
    );
  });

  test('a line that cannot be read says why, and the others are read', () => {
    const { dates, faults } = readPasted(
      [
        'Christmas',
        '2026-02-30 No such day',
        '2026-12-25',
        '2026-12-26 Boxing Day',
        '2026-12-26 St Stephen',
        `2026-12-27 ${'x'.repeat(101)}`,
      ].join('\n'),
    );
    assert.deepEqual(dates, [closedDate('2026-12-26', 'Boxing Day')]);
    assert.deepEqual(
      faults.map(({ text }) => text),
      [
        'It does not begin with a date such as 2026-12-25.',
        'It does not begin with a date such as 2026-12-25.',
        'The name is missing.',
        '2026-12-26 is there twice.',
        'The name has more than 100 characters.',
      ],
    );
  });

  test('separators in any number do not hold up the page', () => {
    const { faults } = readPasted(`2026-12-25 ${' -'.repeat(200_000)}`);
    assert.equal(faults[0]?.text, 'The name is missing.');
  });
});
