import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { columnsOf, type Dependant, incidentCounts, pathTo, treeRows } from './impact.tree.ts';

const ci = (id: string, distance: number, through: string) =>
  ({ id, distance, through }) as Dependant;
const dependants = [
  ci('CI2', 1, 'CI1'),
  ci('CI3', 1, 'CI1'),
  ci('CI4', 2, 'CI3'),
  ci('CI5', 3, 'CI4'),
];
const rowsOf = (isClosed: (id: string) => boolean) =>
  treeRows('CI1', dependants, isClosed).map(({ ci: { id }, level, below }) => [id, level, below]);

describe('The impact of a CI', () => {
  test('the impact has a column for each distance', () => {
    assert.deepEqual(
      columnsOf(dependants).map(({ distance, cis }) => [distance, cis.map(({ id }) => id)]),
      [
        [1, ['CI2', 'CI3']],
        [2, ['CI4']],
        [3, ['CI5']],
      ],
    );
  });

  test('a dependant is below the CI through which it is affected, with the number of rows below', () => {
    assert.deepEqual(
      rowsOf(() => false),
      [
        ['CI2', 1, 0],
        ['CI3', 1, 2],
        ['CI4', 2, 1],
        ['CI5', 3, 0],
      ],
    );
  });

  test('rows below a closed row are left out', () => {
    assert.deepEqual(
      rowsOf((id) => id === 'CI3'),
      [
        ['CI2', 1, 0],
        ['CI3', 1, 2],
      ],
    );
    const [, row] = treeRows('CI1', dependants, (id) => id === 'CI3');
    assert.deepEqual([row?.isOpen, row?.position, row?.siblings], [false, 2, 2]);
  });

  test('the path to a dependant begins at the CI', () => {
    assert.deepEqual(pathTo(dependants, 'CI5'), ['CI1', 'CI3', 'CI4', 'CI5']);
  });

  test('open incidents are counted by CI', () => {
    const incidents = [{ ci_id: 'CI1' }, { ci_id: 'CI2' }, { ci_id: 'CI1' }];
    assert.deepEqual(
      [...incidentCounts(incidents as Parameters<typeof incidentCounts>[0])],
      [
        ['CI1', 2],
        ['CI2', 1],
      ],
    );
  });
});
