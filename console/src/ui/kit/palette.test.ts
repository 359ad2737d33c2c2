import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matching } from './palette.match.ts';

const items = ['Reload', 'Assign to me', 'Theme: dark', 'Peek'].map((label) => ({
  label,
  group: 'List',
}));
const found = (query: string): string[] => matching(items, query).map(({ label }) => label);

test('the palette finds a start, then the start of a word, then letters in order', () => {
  assert.deepEqual(found(''), ['Reload', 'Assign to me', 'Theme: dark', 'Peek']);
  assert.deepEqual(found('me'), ['Assign to me', 'Theme: dark']);
  assert.deepEqual(found('dark'), ['Theme: dark']);
  assert.deepEqual(found('asme'), ['Assign to me']);
  assert.deepEqual(found('xyz'), []);
});
