import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { durationAxis } from './duration-axis.ts';

const HOUR = 3600;
const labels = (most: number, steps = 4): string[] => {
  const { values, format } = durationAxis(most, steps);
  return values.map((value) => format(value));
};

describe('The axis of durations', () => {
  test('the ticks of an axis of durations are whole days, hours or minutes', () => {
    assert.deepEqual(labels(6.2 * 24 * HOUR), ['0 d', '2 d', '4 d', '6 d', '8 d']);
    assert.deepEqual(labels(3.5 * 24 * HOUR), ['0 d', '1 d', '2 d', '3 d', '4 d']);
    assert.deepEqual(labels(28 * HOUR), ['0 h', '12 h', '24 h', '36 h']);
    assert.deepEqual(labels(50 * 60), ['0 m', '15 m', '30 m', '45 m', '60 m']);
  });

  test('the axis of durations reaches the highest value, and has a tick above 0 without values', () => {
    for (const most of [0, 1, 59, 3600, 86_400, 1e6, 1e10]) {
      const { values } = durationAxis(most, 4);
      assert.ok(values.length >= 2 && (values.at(-1) ?? 0) >= most, String(most));
    }
  });
});
