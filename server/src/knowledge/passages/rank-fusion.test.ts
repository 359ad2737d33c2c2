import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { fuseRanks } from './rank-fusion.ts';

const order = (...lists: [weight: number, ...keys: string[]][]): string =>
  fuseRanks(lists.map(([weight, ...keys]) => ({ weight, keys })))
    .map(({ key }) => key)
    .join('');

describe('Rank fusion', () => {
  const cases: [name: string, lists: [weight: number, ...keys: string[]][], expected: string][] = [
    ['no list', [], ''],
    ['an empty list', [[1]], ''],
    ['one list keeps its order', [[1, 'c', 'a', 'b']], 'cab'],
    [
      'a key in both lists precedes keys that are first in one list',
      [
        [1, 'a', 'x'],
        [1, 'b', 'x'],
      ],
      'xab',
    ],
    [
      'the list with the larger weight decides the order',
      [
        [1, 'a', 'b'],
        [2, 'b', 'a'],
      ],
      'ba',
    ],
    [
      'a list of weight 0 does not affect the order',
      [
        [0, 'b', 'a'],
        [1, 'a', 'b'],
      ],
      'ab',
    ],
    [
      'keys with equal scores stay in the order of the lists',
      [
        [1, 'b'],
        [1, 'a'],
      ],
      'ba',
    ],
    [
      'only the first occurrence of a key counts',
      [
        [1, 'a', 'b', 'b', 'b'],
        [1, 'a'],
      ],
      'ab',
    ],
  ];
  for (const [name, lists, expected] of cases)
    test(name, () => assert.equal(order(...lists), expected));

  test('the score of a key is the weighted sum of its reciprocal ranks', () => {
    const [first] = fuseRanks([
      { weight: 2, keys: ['a'] },
      { weight: 1, keys: ['b', 'a'] },
    ]);
    assert.equal(first?.key, 'a');
    assert.ok(Math.abs((first?.score ?? 0) - (2 / 61 + 1 / 62)) < 1e-12);
  });

  test('every key is returned once, best first, and a better rank never lowers a score', () => {
    const keys = fc.uniqueArray(fc.integer({ min: 0, max: 20 }));
    fc.assert(
      fc.property(keys, keys, fc.double({ min: 0, max: 5, noNaN: true }), (a, b, weight) => {
        const fused = fuseRanks([
          { weight: 1, keys: a },
          { weight, keys: b },
        ]);
        assert.deepEqual(new Set(fused.map(({ key }) => key)), new Set([...a, ...b]));
        assert.equal(fused.length, new Set([...a, ...b]).size);
        for (const [i, { score }] of fused.entries())
          assert.ok(i === 0 || score <= (fused[i - 1]?.score ?? 0));
        const [last] = a.slice(-1);
        if (last === undefined) return;
        const raised = fuseRanks([
          { weight: 1, keys: [last, ...a.slice(0, -1)] },
          { weight, keys: b },
        ]);
        const scoreIn = (list: typeof fused) => list.find(({ key }) => key === last)?.score ?? 0;
        assert.ok(scoreIn(raised) >= scoreIn(fused));
      }),
    );
  });
});
