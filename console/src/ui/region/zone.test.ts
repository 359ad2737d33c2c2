import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { instantOf, isoOf, localDay, localTime, plusDays, startOf, weekdayOf } from './zone.ts';

const ZONES = {
  zurich: 'Europe/Zurich',
  newYork: 'America/New_York',
  kolkata: 'Asia/Kolkata',
  chatham: 'Pacific/Chatham',
};

describe('Local times of a zone', () => {
  test('an entered time is that of the zone, also just before and after the clocks change', () => {
    const cases: [local: string, zone: string, iso: string][] = [
      ['2026-03-29T01:59', ZONES.zurich, '2026-03-29T00:59:00.000Z'],
      ['2026-03-29T03:00', ZONES.zurich, '2026-03-29T01:00:00.000Z'],
      ['2026-10-25T01:59', ZONES.zurich, '2026-10-24T23:59:00.000Z'],
      ['2026-10-25T03:00', ZONES.zurich, '2026-10-25T02:00:00.000Z'],
      ['2026-03-08T01:59', ZONES.newYork, '2026-03-08T06:59:00.000Z'],
      ['2026-03-08T03:00', ZONES.newYork, '2026-03-08T07:00:00.000Z'],
      ['2026-11-01T00:59', ZONES.newYork, '2026-11-01T04:59:00.000Z'],
      ['2026-11-01T02:00', ZONES.newYork, '2026-11-01T07:00:00.000Z'],
      ['2026-03-29T02:30', ZONES.kolkata, '2026-03-28T21:00:00.000Z'],
      ['2026-11-01T02:30', ZONES.kolkata, '2026-10-31T21:00:00.000Z'],
      ['2026-04-05T02:44', ZONES.chatham, '2026-04-04T12:59:00.000Z'],
      ['2026-04-05T03:46', ZONES.chatham, '2026-04-04T15:01:00.000Z'],
      ['2026-09-27T02:44', ZONES.chatham, '2026-09-26T13:59:00.000Z'],
      ['2026-09-27T03:46', ZONES.chatham, '2026-09-26T14:01:00.000Z'],
    ];
    for (const [local, zone, iso] of cases) {
      assert.equal(isoOf(local, zone), iso, `${local} in ${zone}`);
      assert.equal(localTime(Date.parse(iso), zone), local, `${iso} in ${zone}`);
    }
  });

  test('a time that occurs twice is the first one', () => {
    assert.equal(isoOf('2026-10-25T02:30', ZONES.zurich), '2026-10-25T00:30:00.000Z');
    assert.equal(isoOf('2026-11-01T01:30', ZONES.newYork), '2026-11-01T05:30:00.000Z');
    assert.equal(isoOf('2026-04-05T03:00', ZONES.chatham), '2026-04-04T13:15:00.000Z');
  });

  test('a time that the clocks skip is as far after the change', () => {
    assert.equal(isoOf('2026-03-29T02:30', ZONES.zurich), '2026-03-29T01:30:00.000Z');
    assert.equal(isoOf('2026-03-08T02:30', ZONES.newYork), '2026-03-08T07:30:00.000Z');
    assert.equal(isoOf('2026-09-27T03:00', ZONES.chatham), '2026-09-26T14:15:00.000Z');
  });

  test('every hour around a change has a local time that names it, or the hour that it repeats', () => {
    const changes = ['03-08', '03-29', '04-05', '09-27', '10-25', '11-01'];
    for (const zone of Object.values(ZONES)) {
      for (let n = 0; n < 72 * changes.length; n += 1) {
        const noon = Date.parse(`2026-${changes[Math.floor(n / 72)]}T12:00:00Z`);
        const at = noon + ((n % 72) - 36) * 3_600_000;
        const named = instantOf(localTime(at, zone), zone) ?? Number.NaN;
        assert.ok(
          named === at || named === at - 3_600_000,
          `${new Date(at).toISOString()} ${zone}`,
        );
      }
    }
  });

  test('days begin at the midnight of the zone, and are 23, 24 or 25 hours long', () => {
    const hoursOf = (day: string, zone: string) =>
      (startOf(plusDays(day, 1), zone) - startOf(day, zone)) / 3_600_000;
    assert.deepEqual(
      ['2026-03-29', '2026-06-01', '2026-10-25'].map((day) => hoursOf(day, ZONES.zurich)),
      [23, 24, 25],
    );
    assert.equal(localDay(Date.parse('2026-11-15T12:00:00Z'), ZONES.chatham), '2026-11-16');
    assert.deepEqual(
      ['2026-11-16', '2026-11-22', plusDays('2026-12-31', 1)].map(weekdayOf),
      [1, 7, 5],
    );
  });

  test('a text that is not a local time has no instant', () => {
    for (const text of ['', 'soon', '2026-02-31', '2026-11-30T24:10', '2026-11-30T2', '30 Nov'])
      assert.equal(instantOf(text, ZONES.zurich), undefined, text);
  });
});
