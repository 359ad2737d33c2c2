import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { dateTime, dayTime, duration, exactTime, relativeTime, shortTime } from '../marks/time.ts';
import { numberText, region, setRegion } from './region.ts';

const now = Date.parse('2026-11-15T12:00:00.000Z');
const at = '2026-11-12T13:03:11.000Z';

describe('The region of the reader', () => {
  const before = { locale: region().locale, time_zone: region().timeZone };
  after(() => setRegion(before));

  const texts = (locale: string, time_zone: string): string[] => {
    setRegion({ locale, time_zone });
    return [
      dateTime(at),
      relativeTime('2026-11-15T11:57:00.000Z', now),
      relativeTime('2026-11-15T14:00:00.000Z', now),
      numberText(12_345.5),
      duration(11_520),
    ].map((text) => text.replaceAll(/[\u00A0\u202F]/g, ' ').replaceAll('’', "'"));
  };

  test('dates, times, ages and numbers follow the language and the zone', () => {
    assert.deepEqual(texts('en-GB', 'Europe/Zurich'), [
      'Thu 12 Nov 2026 14:03',
      '3 m',
      'in 2 h',
      '12,345.5',
      '3 h 12 m',
    ]);
    assert.deepEqual(texts('en-US', 'America/New_York'), [
      'Thu Nov 12 2026 08:03 AM',
      '3 m',
      'in 2 h',
      '12,345.5',
      '3 h 12 m',
    ]);
    assert.deepEqual(texts('de-CH', 'Europe/Zurich'), [
      'Do., 12. Nov. 2026, 14:03',
      '3 Min.',
      'in 2 Std.',
      "12'345.5",
      '3 h 12 m',
    ]);
    const [date = '', , , number, worked] = texts('ar-EG', 'Africa/Cairo');
    assert.match(date, /١٢ نوفمبر ٢٠٢٦/);
    assert.deepEqual([number, worked], ['١٢٬٣٤٥٫٥', '٣ h ١٢ m']);
  });

  test('a time that has no room in a list is shown without its clock', () => {
    const old = '2026-11-02T14:03:11.000Z';
    for (const [locale, text] of [
      ['en-GB', '2 Nov 15:03'],
      ['en-US', 'Nov 2'],
    ] as const) {
      setRegion({ locale, time_zone: 'Europe/Zurich' });
      assert.equal(shortTime(old, now), text);
    }
  });

  test('the full time names the zone and UTC', () => {
    setRegion({ locale: 'en-GB', time_zone: 'Asia/Kolkata' });
    assert.match(exactTime(at), /^Thu 12 Nov 2026 18:33:11 (IST|GMT\+5:30) \(13:03:11 UTC\)$/);
  });

  test('today is the day of the zone', () => {
    const evening = '2026-11-15T10:30:00.000Z';
    setRegion({ locale: 'en-GB', time_zone: 'Europe/Zurich' });
    assert.equal(dayTime(evening, now), 'Today 11:30');
    setRegion({ locale: 'en-GB', time_zone: 'Pacific/Auckland' });
    assert.equal(dayTime(evening, now), 'Yesterday 23:30');
  });

  test('a language or zone that the browser does not know falls back', () => {
    setRegion({ locale: 'not a tag', time_zone: 'Mars/Olympus' });
    assert.equal(region().locale, 'en-GB');
    assert.notEqual(region().timeZone, 'Mars/Olympus');
  });
});
