import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sortNotes } from './mapping-notes.ts';

test('a note about a word that was mapped to a value is not a warning', () => {
  const mapped = { field: 'priority', code: 'translated', message: '"critical" was mapped to P1.' };
  const cut = { field: 'title', code: 'truncated', message: 'The value was truncated.' };
  assert.deepEqual(sortNotes([mapped, cut]), { warnings: [cut], mapped: [mapped] });
});
