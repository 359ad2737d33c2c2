import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { highest, type Series, stackOf, tickCount, tickIndexes } from './time-chart.ts';

interface Point {
  a: number;
  b: number | null;
}

const series: Series<Point>[] = [
  { id: 'a', label: 'A', tone: 'blue', value: ({ a }) => a },
  { id: 'b', label: 'B', tone: 'red', value: ({ b }) => b },
];

describe('A chart over time', () => {
  test('a chart labels the newest point and others at even distances', () => {
    assert.deepEqual(tickIndexes(28, 7), [3, 7, 11, 15, 19, 23, 27]);
    assert.deepEqual(tickIndexes(3, 7), [0, 1, 2]);
    assert.deepEqual(tickIndexes(0, 7), []);
    assert.deepEqual(tickIndexes(5, 0), []);
  });

  test('a chart is as high as its highest bar, stacked or beside each other', () => {
    const points = [
      { a: 2, b: 3 },
      { a: 4, b: null },
    ];
    assert.equal(highest(points, series, false), 4);
    assert.equal(highest(points, series, true), 5);
    assert.equal(highest([], series, true), 1);
  });

  test('a bar stacks values without gaps and leaves zero out', () => {
    assert.deepEqual(stackOf({ a: 2, b: 3 }, series), [
      { id: 'a', tone: 'blue', from: 0, to: 2 },
      { id: 'b', tone: 'red', from: 2, to: 5 },
    ]);
    assert.deepEqual(stackOf({ a: 0, b: null }, series), []);
  });

  test('a chart of counts has no tick between two whole numbers', () => {
    assert.equal(tickCount(1, 200), 1);
    assert.equal(tickCount(3, 200), 3);
    assert.equal(tickCount(900, 144), 4);
  });
});
