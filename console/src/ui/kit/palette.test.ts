import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matching } from './palette.match.ts';

const items = ['Reload', 'Assign to me', 'Theme: dark', 'Peek'].map((label) => ({
  label,
  group: 'List',
}));
const search = (query: string): string[] => matching(items, query).map(({ label }) => label);

test('the palette matches the start of a label, then the start of a word, then letters in order', () => {
  assert.deepEqual(search(''), ['Reload', 'Assign to me', 'Theme: dark', 'Peek']);
  assert.deepEqual(search('me'), ['Assign to me', 'Theme: dark']);
  assert.deepEqual(search('dark'), ['Theme: dark']);
  assert.deepEqual(search('asme'), ['Assign to me']);
  assert.deepEqual(search('xyz'), []);
});
