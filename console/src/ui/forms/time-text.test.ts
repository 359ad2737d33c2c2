import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { zoneName } from '../region/zone.ts';
import { instantIn, readTime, showTime, UNREADABLE } from './time-text.ts';

const now = new Date(2026, 10, 17, 12).getTime();

describe('Times that people enter', () => {
  test('times are read in the format of the console, and in ISO 8601', () => {
    const texts = {
      '30 Nov 20:00': '2026-11-30T20:00',
      '30 Nov 2026 20:00': '2026-11-30T20:00',
      'Mon, 30 November 2026, 8:05': '2026-11-30T08:05',
      '30 sept 2026': '2026-09-30T00:00',
      '2026-11-30 20:00': '2026-11-30T20:00',
      '2026-11-30T20:00': '2026-11-30T20:00',
      '2026-11-30': '2026-11-30T00:00',
      '30.11.2026 20:00': '2026-11-30T20:00',
      '30. 11. 2026': '2026-11-30T00:00',
    };
    assert.deepEqual(
      Object.fromEntries(Object.keys(texts).map((text) => [text, readTime(text, now)])),
      texts,
    );
  });

  test('a day without a year is in this year, or in the next if it would be long past', () => {
    assert.equal(readTime('2 Oct 9:00', now), '2026-10-02T09:00');
    assert.equal(readTime('2 Jan 9:00', now), '2027-01-02T09:00');
  });

  test('a text that is not a time is refused', () => {
    for (const text of ['', 'tomorrow', '31 Feb 10:00', '30 Nov 24:10', '30 Foo', '11/30/2026'])
      assert.equal(readTime(text, now), undefined, text);
  });

  test('a shown time is read as the same time again', () => {
    assert.equal(showTime('2026-11-30T20:00'), '30 Nov 2026 20:00');
    assert.equal(readTime(showTime('2026-11-30T20:00'), now), '2026-11-30T20:00');
    assert.deepEqual([showTime(''), showTime('soon')], ['', 'soon']);
  });

  test('the time of an empty field is null, and of an unreadable one undefined', () => {
    assert.equal(instantIn(''), null);
    assert.equal(instantIn(UNREADABLE), undefined);
    assert.equal(instantIn('2026-11-30T20:00'), new Date(2026, 10, 30, 20).toISOString());
  });

  test('the time zone is named with its offset on that day', () => {
    const [winter, summer] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)];
    assert.equal(zoneName(winter, 'Europe/Berlin'), 'Europe/Berlin, GMT+1');
    assert.equal(zoneName(summer, 'Europe/Berlin'), 'Europe/Berlin, GMT+2');
  });
});
