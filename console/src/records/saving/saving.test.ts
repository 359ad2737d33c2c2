import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { entry } from '../timeline/entry.fixture.ts';
import { contestedFields, overlap, resolveConflict } from './conflict.ts';
import { findForeignChange } from './foreign-change.ts';
import { OwnSaves } from './own-saves.ts';
import { describeOrder, describePatch } from './patch-text.ts';

describe('Conflicts', () => {
  const current = { priority: 'P1', short_description: 'theirs', category: 'same' };

  test('only fields that two people set to different values are contested, with the person and the time', () => {
    const timeline = [
      entry({ changes: { category: { from: 'x', to: 'same' } } }),
      entry({
        actor: 'bo@example.com',
        at: '2026-11-15T11:00:00Z',
        changes: { short_description: { from: 'old', to: 'theirs' } },
      }),
    ];
    const patch = { short_description: 'mine', category: 'same', priority: 'P2' } as const;
    assert.deepEqual(contestedFields(patch, ['short_description', 'category'], current, timeline), [
      {
        field: 'short_description',
        theirs: 'theirs',
        mine: 'mine',
        by: 'bo@example.com',
        at: '2026-11-15T11:00:00Z',
      },
    ]);
  });

  test('my value is sent if I keep it and dropped if I take theirs; uncontested fields are always sent', () => {
    const patch = { short_description: 'mine', priority: 'P2' } as const;
    const contested = [{ field: 'short_description', theirs: 'theirs', mine: 'mine' }];
    assert.deepEqual(resolveConflict(patch, contested, new Set(['short_description'])), patch);
    assert.deepEqual(resolveConflict(patch, contested, new Set()), { priority: 'P2' });
  });

  test('a note that goes with a move is not sent if the move is dropped', () => {
    const patch = { state: 'resolved', resolution: 'mine', public_note: 'mine' } as const;
    const contested = [{ field: 'state', theirs: 'on_hold', mine: 'resolved' }];
    assert.deepEqual(resolveConflict(patch, contested, new Set(['state'])), patch);
    assert.deepEqual(resolveConflict(patch, contested, new Set()), { resolution: 'mine' });
  });
});

describe('The words of a change', () => {
  test('a change is an order before it is made, and a report once it is made', () => {
    for (const [patch, order, report] of [
      [{ priority: 'P2' }, 'set priority to P2', 'priority set to P2'],
      [{ state: 'in_progress' }, 'set state to In progress', 'state set to In progress'],
      [{ assignment_group: null }, 'set group to none', 'group set to none'],
      [{ assigned_to: null }, 'unassign', 'unassigned'],
      [
        { assigned_to: 'luca.brandt@example.com', category: 'network', work_note: 'x' },
        'assign to Luca Brandt, set category to network',
        'assigned to Luca Brandt, category set to network',
      ],
      [{ description: 'x' }, 'edit description', 'description written'],
      [{ work_note: 'x' }, 'add a team note', 'team note added'],
      [
        { state: 'resolved', resolution: 'x', public_note: 'x' },
        'set state to Resolved, edit resolution, add a public note',
        'state set to Resolved, resolution written, public note added',
      ],
    ] as const)
      assert.deepEqual([describeOrder(patch), describePatch(patch, {})], [order, report]);
  });
});

describe('Changes of two people', () => {
  test('changes of two people conflict only in fields that both changed', () => {
    const conflict = { currentVersion: 4, changedFields: ['priority', 'category'] };
    assert.deepEqual(overlap({ priority: 'P1', assigned_to: 'a' }, conflict), ['priority']);
    assert.deepEqual(overlap({ assigned_to: 'a' }, conflict), []);
  });
});

describe('The notice of a change by others', () => {
  const me = 'ada@example.com';
  const at = (minute: number): string => `2026-11-15T11:0${minute}:00Z`;
  const changes = { risk: { from: 'low', to: 'high' } };

  test('the notice names the newest change by others since the edit began', () => {
    const entries = [
      entry({ at: at(5), actor: me, changes }),
      entry({ at: at(4), actor: 'bo@example.com' }),
      entry({ at: at(3), actor: 'bo@example.com', changes }),
      entry({ at: at(2), actor: 'cy@example.com', changes }),
    ];
    const found = { by: 'bo@example.com', at: at(3), fields: ['risk'] };
    assert.deepEqual(findForeignChange(entries, at(1), me), found);
    assert.equal(findForeignChange(entries, at(3), me), undefined, 'it was made before');
  });
});

describe('Own saves', () => {
  test('an edit that began before my own saves is based on their result', () => {
    const own = new OwnSaves();
    own.add({ id: 'INC1', base: 4, to: 6, merged: ['priority'] });
    own.add({ id: 'INC1', base: 6, to: 7, merged: [] });
    assert.deepEqual(own.since('INC1', 4), { version: 7, foreign: ['priority'] });
    assert.deepEqual(own.since('INC1', 5), { version: 7, foreign: ['priority'] }, 'theirs');
    assert.deepEqual(own.since('INC1', 6), { version: 7, foreign: [] });
  });

  test('a version that others made is not skipped, and saves of another record do not count', () => {
    const own = new OwnSaves();
    own.add({ id: 'INC1', base: 4, to: 5, merged: [] });
    assert.deepEqual(own.since('INC1', 3), { version: 3, foreign: [] });
    assert.deepEqual(own.since('INC2', 4), { version: 4, foreign: [] });
  });

  test('a save that made no new version does not cause an endless loop', () => {
    const own = new OwnSaves();
    own.add({ id: 'INC1', base: 4, to: 4, merged: [] });
    assert.equal(own.since('INC1', 4).version, 4);
  });
});
