import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepClock } from './clock.ts';

test('attempts come on their clock, never a sixth, one alert each (60 times faster)', async () => {
  const { faults } = await keepClock({
    deliveries: 5,
    delaysSeconds: [0.5, 1, 1.5, 2],
    toleranceSeconds: 2,
  });
  assert.deepEqual(faults, []);
});
