import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inOrder, type Placed, placeAt } from './order.ts';

const items = (...positions: number[]): Placed[] =>
  positions.map((position, at) => ({ id: String.fromCharCode(97 + at), position }));

/** Returns the ids in the order that the changes give. */
const after = (before: readonly Placed[], changes: readonly Placed[]): string =>
  inOrder(before.map((item) => changes.find(({ id }) => id === item.id) ?? item))
    .map(({ id }) => id)
    .join('');

describe('The order of rules', () => {
  test('an item that moves gets a number between its new neighbours, and no other item changes', () => {
    const before = items(10, 20, 30, 40);
    for (const [id, to, order] of [
      ['a', 3, 'bcda'],
      ['d', 0, 'dabc'],
      ['d', 1, 'adbc'],
      ['b', 2, 'acbd'],
    ] as const) {
      const changes = placeAt(before, id, to);
      assert.equal(changes.length, 1, order);
      assert.equal(after(before, changes), order);
    }
  });

  test('all are numbered again in tens where no number is free between two neighbours', () => {
    const before = items(1, 2, 3);
    const changes = placeAt(before, 'c', 1);
    assert.equal(after(before, changes), 'acb');
    assert.deepEqual(
      changes.map(({ position }) => position).toSorted((a, b) => a - b),
      [10, 20, 30],
    );
    const equal = items(10, 10, 10);
    assert.equal(after(equal, placeAt(equal, 'c', 0)), 'cab');
  });

  test('a place outside the list, the same place and an unknown item change nothing', () => {
    const before = items(10, 20);
    for (const changes of [
      placeAt(before, 'a', -1),
      placeAt(before, 'b', 2),
      placeAt(before, 'a', 0),
      placeAt(before, 'x', 1),
    ])
      assert.deepEqual(changes, []);
  });
});
