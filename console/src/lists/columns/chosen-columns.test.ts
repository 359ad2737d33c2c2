import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { arranged, type ChosenColumn, toggledCols } from './chosen-columns.ts';

const columns: ChosenColumn[] = [
  { id: 'select', isFixed: true },
  { id: 'priority' },
  { id: 'id' },
  { id: 'title', field: 'short_description' },
  { id: 'group', field: 'assignment_group' },
  { id: 'category', isExtra: true },
  { id: 'updated', field: 'updated_at' },
  { id: 'presence', isFixed: true },
];
const ids = (cols?: string) => arranged(columns, cols).map(({ id }) => id);

describe('The columns of a list', () => {
  test('without a choice the usual ones are shown, and those that cannot be chosen always', () => {
    assert.deepEqual(ids(), ['select', 'priority', 'id', 'title', 'group', 'updated', 'presence']);
    assert.deepEqual(ids('nonsense'), ids());
  });

  test('chosen ones are shown in the order of the URL, with the title', () => {
    assert.deepEqual(ids('updated_at,category,priority'), [
      'select',
      'title',
      'updated',
      'category',
      'priority',
      'presence',
    ]);
  });

  test('a column is added where it belongs, and the usual choice needs no parameter', () => {
    const added = toggledCols(columns, undefined, 'category');
    assert.match(added ?? '', /assignment_group,category,updated_at$/);
    assert.equal(toggledCols(columns, added, 'category'), undefined);
    assert.equal(toggledCols(columns, 'id,short_description', 'id'), 'short_description');
  });
});
