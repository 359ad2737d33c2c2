import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readClock, readHours, spansOf, withSpan } from './hours.ts';

describe('Hours of a day', () => {
  test('times are read as people write them, with 24:00 as the end of a day', () => {
    for (const [text, clock] of [
      ['8', '08:00'],
      ['8:30', '08:30'],
      ['8.30', '08:30'],
      ['830', '08:30'],
      ['0830', '08:30'],
      [' 17:00 ', '17:00'],
      ['0', '00:00'],
      ['24', '24:00'],
      ['2400', '24:00'],
    ] as const)
      assert.equal(readClock(text), clock, text);
    for (const text of ['', 'noon', '24:01', '25', '8:60', '8:3', '-8', '123456'])
      assert.equal(readClock(text), undefined, text);
  });

  test('hours are complete when each time can be read', () => {
    assert.deepEqual(readHours([['8', '1230']]), [['08:00', '12:30']]);
    assert.deepEqual(readHours([]), []);
    assert.equal(readHours([['8', '']]), undefined);
    assert.deepEqual(spansOf([['08:00', '12:00']]), [['08:00', '12:00']]);
    assert.deepEqual(spansOf(undefined), []);
  });

  test('a closed day opens with office hours, and a further part ends after the last one', () => {
    assert.deepEqual(withSpan([]), [['09:00', '17:00']]);
    assert.deepEqual(withSpan([['08:00', '12:00']])[1], ['', '17:00']);
    assert.deepEqual(withSpan([['08:00', '18:00']])[1], ['', '24:00']);
  });
});
