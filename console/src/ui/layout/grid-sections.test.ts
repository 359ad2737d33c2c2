import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DIVIDER_HEIGHT, dividerAt, groupItems } from './grid-sections.ts';

const sections = [
  { id: 'late', start: 0, label: 'Late' },
  { id: 'early', start: 3, label: 'Early' },
];
const itemsOf = (...indexes: number[]) => indexes.map((index) => ({ index }));

describe('The sections of a grid', () => {
  test('rows in view are grouped by the section in which they were loaded', () => {
    const groups = groupItems(sections, itemsOf(1, 2, 3, 4));
    assert.deepEqual(
      groups.map(({ section, items }) => [section?.id, items.map(({ index }) => index)]),
      [
        ['late', [1, 2]],
        ['early', [3, 4]],
      ],
    );
    assert.deepEqual(groupItems([], itemsOf(0, 1)).length, 1);
  });

  test('the first row of each section has a divider above it, and no other row', () => {
    assert.deepEqual(
      [0, 1, 3, 4].map((index) => dividerAt(sections, index)),
      [DIVIDER_HEIGHT, 0, DIVIDER_HEIGHT, 0],
    );
  });
});
