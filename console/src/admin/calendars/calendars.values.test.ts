import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  blankValues,
  bodyOf,
  newException,
  previewOf,
  valuesOf,
  withDates,
  withMonday,
} from './calendars.values.ts';
import { zonesMatching } from './zones.ts';

const blank = { ...blankValues('Europe/Berlin'), name: ' Munich ' };
const christmas = { date: '2026-12-25', name: 'Christmas Day', hours: [] };
const eve = { date: '2026-12-24', name: 'Christmas Eve', hours: [['08:00', '12:00']] as const };

describe('The form of a calendar', () => {
  test('values are sent as the API has them, and read back unchanged', () => {
    const values = { ...blank, exceptions: withDates([], [christmas, eve]) };
    const body = bodyOf(values);
    assert.equal(body?.name, 'Munich');
    assert.deepEqual(body.weekly.mon, [['09:00', '17:00']]);
    assert.deepEqual(body.weekly.sun, []);
    assert.deepEqual(body.exceptions, [eve, christmas]);
    const saved = { id: 'cal_1', ...body, created_at: '', updated_at: '', version: 1 };
    assert.deepEqual(bodyOf(valuesOf(saved)), body);
  });

  test('pasted lines count before they are added, and those that cannot be read stop the form', () => {
    const pasted = '2026-12-25 Christmas Day';
    assert.deepEqual(bodyOf({ ...blank, pasted })?.exceptions, [christmas]);
    assert.equal(bodyOf({ ...blank, pasted: `${pasted}\nsoon` }), undefined);
  });

  test('a time or a date that is missing stops the form', () => {
    assert.equal(bodyOf({ ...blank, weekly: { ...blank.weekly, mon: [['8', '']] } }), undefined);
    assert.equal(bodyOf({ ...blank, exceptions: [newException()] }), undefined);
  });

  test('an added date replaces the one that is there, in order', () => {
    const before = withDates([], [eve, christmas]);
    const after = withDates(before, [
      { ...christmas, name: 'Closed' },
      { ...christmas, date: '2026-01-01' },
    ]);
    assert.deepEqual(
      after.map(({ date, name }) => `${date} ${name}`),
      ['2026-01-01 Christmas Day', '2026-12-24 Christmas Eve', '2026-12-25 Closed'],
    );
    assert.equal(new Set(after.map(({ key }) => key)).size, 3);
  });

  test('Tuesday to Friday get the hours of Monday', () => {
    const week = withMonday({ ...blank.weekly, mon: [['8', '12']], sat: [['10', '12']] });
    assert.deepEqual([week.fri, week.sat, week.sun], [[['8', '12']], [['10', '12']], []]);
  });

  test('a preview needs no name, and may begin on another date', () => {
    assert.deepEqual(Object.keys(previewOf({ ...blank, name: '' }) ?? {}), [
      'time_zone',
      'weekly',
      'exceptions',
    ]);
    assert.equal(previewOf({ ...blank, from: '2026-12-24' })?.from, '2026-12-24');
  });

  test('a time zone is found by its city first', () => {
    const zones = ['America/Berlin_Heights', 'Asia/New_Berlin', 'Europe/Berlin', 'UTC'];
    assert.deepEqual(zonesMatching(zones, 'berlin'), [
      'America/Berlin_Heights',
      'Europe/Berlin',
      'Asia/New_Berlin',
    ]);
    assert.deepEqual(zonesMatching(zones, 'europe/b'), ['Europe/Berlin']);
    assert.deepEqual(zonesMatching(zones, 'new_b'), ['Asia/New_Berlin']);
    assert.deepEqual(zonesMatching(zones, 'utc'), ['UTC']);
  });
});
