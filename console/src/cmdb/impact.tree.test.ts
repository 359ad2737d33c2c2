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
const shown = (isClosed: (id: string) => boolean) =>
  treeRows('CI1', dependants, isClosed).map(({ ci: { id }, level, below }) => [id, level, below]);

describe('The impact of a CI', () => {
  test('has a column for each distance', () => {
    assert.deepEqual(
      columnsOf(dependants).map(({ distance, cis }) => [distance, cis.map(({ id }) => id)]),
      [
        [1, ['CI2', 'CI3']],
        [2, ['CI4']],
        [3, ['CI5']],
      ],
    );
  });

  test('is a tree by the CI through which each is affected, with the number of rows below', () => {
    assert.deepEqual(
      shown(() => false),
      [
        ['CI2', 1, 0],
        ['CI3', 1, 2],
        ['CI4', 2, 1],
        ['CI5', 3, 0],
      ],
    );
  });

  test('leaves out what is below a closed row', () => {
    assert.deepEqual(
      shown((id) => id === 'CI3'),
      [
        ['CI2', 1, 0],
        ['CI3', 1, 2],
      ],
    );
    const [, row] = treeRows('CI1', dependants, (id) => id === 'CI3');
    assert.deepEqual([row?.isOpen, row?.position, row?.siblings], [false, 2, 2]);
  });

  test('has a path to each dependant', () => {
    assert.deepEqual(pathTo(dependants, 'CI5'), ['CI1', 'CI3', 'CI4', 'CI5']);
  });

  test('counts open incidents by CI', () => {
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
