import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gridSizes } from '../../ui/layout/grid-sizes.ts';
import { arrangeColumns, type ChosenColumn, moveColumn, toggleColumn } from './chosen-columns.ts';
import { readWidths, withWidth, writeWidths } from './column-widths.ts';

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
const ids = (cols?: string) => arrangeColumns(columns, cols).map(({ id }) => id);

describe('The columns of a list', () => {
  test('the default columns are shown without a choice, and fixed columns always', () => {
    assert.deepEqual(ids(), ['select', 'priority', 'id', 'title', 'group', 'updated', 'presence']);
    assert.deepEqual(ids('nonsense'), ids());
  });

  test('chosen columns are shown in the order of the URL, with the title', () => {
    assert.deepEqual(ids('updated_at,category,priority'), [
      'select',
      'title',
      'updated',
      'category',
      'priority',
      'presence',
    ]);
  });

  test('a column is added where it belongs, and the default choice needs no parameter', () => {
    const added = toggleColumn(columns, undefined, 'category');
    assert.match(added ?? '', /assignment_group,category,updated_at$/);
    assert.equal(toggleColumn(columns, added, 'category'), undefined);
    assert.equal(toggleColumn(columns, 'id,short_description', 'id'), 'short_description');
  });

  test('a moved column takes the place of another, and moving it back removes the parameter', () => {
    const moved = moveColumn(columns, undefined, 'updated_at', 'priority');
    assert.equal(moved, 'updated_at,priority,id,short_description,assignment_group');
    assert.deepEqual(ids(moved).slice(0, 3), ['select', 'updated', 'priority']);
    assert.equal(moveColumn(columns, moved, 'updated_at', 'assignment_group'), undefined);
    assert.equal(moveColumn(columns, moved, 'category', 'id'), moved, 'a hidden one does not move');
  });
});

describe('The widths of columns', () => {
  test('widths are read from the URL by field, and invalid ones are left out', () => {
    const text =
      'short_description:400,state:120,id:39,priority:1201,sla:x,a-b:100,health.status:90';
    const widths = { short_description: 400, state: 120, 'health.status': 90 };
    assert.deepEqual(readWidths(text), widths);
    assert.deepEqual(readWidths(undefined), {});
  });

  test('the same widths give the same text in any order, and no widths need no parameter', () => {
    assert.equal(writeWidths({ state: 120, id: 60 }), writeWidths({ id: 60, state: 120 }));
    assert.equal(withWidth('state:120', 'id', 60), 'id:60,state:120');
    assert.equal(withWidth('state:120', 'state', undefined), undefined);
  });

  test('chosen widths replace those of the columns in the grid, and in the width at which it scrolls', () => {
    const grid = [
      { id: 'title', width: 'minmax(240px, 1fr)' },
      { id: 'state', width: '116px' },
      { id: 'group', width: '132px', isWide: true },
    ];
    assert.deepEqual(gridSizes(grid, {}), {
      '--columns': 'minmax(240px, 1fr) 116px 132px',
      '--least': '508px',
      '--columns-medium': 'minmax(240px, 1fr) 116px',
      '--least-medium': '376px',
    });
    assert.deepEqual(gridSizes(grid, { title: 400, group: 60 }), {
      '--columns': '400px 116px 60px',
      '--least': '596px',
      '--columns-medium': '400px 116px',
      '--least-medium': '536px',
    });
  });
});
