import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { relationVerbs } from './ci.words.ts';
import { editedRelations, type Relation, relationText, toStored } from './relation.ts';

const [web, host] = [
  { id: 'CI1', name: 'web-01' },
  { id: 'CI2', name: 'host-07' },
];
const runsOn: Relation = { ci: web, key: 'runs_on out', other: host };

describe('A relation between two CIs', () => {
  test('a relation reads as a sentence from either end, and is stored on the CI that it leads from', () => {
    assert.equal(relationText(runsOn), 'web-01 runs on host-07');
    const hosts: Relation = { ci: host, key: 'runs_on in', other: web };
    assert.equal(relationText(hosts), 'host-07 hosts web-01');
    assert.deepEqual(toStored(runsOn), {
      id: 'CI1',
      relation: { type: 'runs_on', ci_id: 'CI2' },
    });
    assert.deepEqual(toStored(hosts), toStored(runsOn));
    assert.equal(new Set(Object.values(relationVerbs)).size, 8, 'no two read the same');
  });

  test('an edit keeps the other relations, and its reverse restores them', () => {
    const { relation } = toStored(runsOn);
    const others = [{ type: 'depends_on', ci_id: 'CI2' } as const];
    const added = editedRelations(others, relation, 'add');
    assert.deepEqual(added, [...others, relation]);
    assert.deepEqual(editedRelations(added ?? [], relation, 'remove'), others);
  });

  test('an edit that somebody else has already made is not made again', () => {
    const { relation } = toStored(runsOn);
    assert.equal(editedRelations([relation], relation, 'add'), undefined);
    assert.equal(editedRelations([], relation, 'remove'), undefined);
  });
});
