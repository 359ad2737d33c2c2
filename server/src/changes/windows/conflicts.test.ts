import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { freezeConflicts } from './conflicts.ts';

const change = {
  type: 'normal' as const,
  ci_ids: ['CI1', 'CI2', 'CI3'],
  planned_start_at: '2027-01-10T20:00:00.000Z',
  planned_end_at: '2027-01-10T22:00:00.000Z',
};
const classes = new Map([
  ['CI1', 'database'],
  ['CI2', 'server'],
]);
const freeze = { name: 'Year end', from: '2027-01-10T21:00:00+00:00', to: '2027-01-12' };

describe('Conflicts with freezes', () => {
  test('a freeze of all changes is one conflict, with the times of the freeze', () => {
    assert.deepEqual(freezeConflicts(change, [freeze], classes), [
      {
        kind: 'freeze',
        freeze: 'Year end',
        planned_start_at: '2027-01-10T21:00:00.000Z',
        planned_end_at: '2027-01-12T00:00:00.000Z',
      },
    ]);
  });

  test('a freeze of classes is a conflict of each CI of such a class', () => {
    const frozenCis = (some: string[]) =>
      freezeConflicts(change, [{ ...freeze, classes: some }], classes).map(({ ci_id }) => ci_id);
    assert.deepEqual(frozenCis(['database', 'server']), ['CI1', 'CI2']);
    assert.deepEqual(frozenCis(['server']), ['CI2']);
    assert.deepEqual(frozenCis(['router']), []);
  });

  test('windows that only touch do not overlap, and a change without a window has no conflict', () => {
    const touching = [
      { ...freeze, from: '2027-01-10T22:00:00Z' },
      { ...freeze, from: '2027-01-01', to: '2027-01-10T20:00:00Z' },
    ];
    assert.deepEqual(freezeConflicts(change, touching, classes), []);
    const unplanned = { ...change, planned_end_at: null };
    assert.deepEqual(freezeConflicts(unplanned, [freeze], classes), []);
  });

  test('emergency changes are exempt from freezes', () => {
    assert.deepEqual(freezeConflicts({ ...change, type: 'emergency' }, [freeze], classes), []);
  });
});
