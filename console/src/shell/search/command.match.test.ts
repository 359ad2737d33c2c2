import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matching } from './command.match.ts';

const items = ['Reload', 'Assign to me', 'Theme: dark', 'Peek'].map((label) => ({ label }));
const search = (query: string): string[] => matching(items, query).map(({ label }) => label);

test('a command matches by the start of its label, then of a word, then by the starts of its words', () => {
  assert.deepEqual(search(''), ['Reload', 'Assign to me', 'Theme: dark', 'Peek']);
  assert.deepEqual(search('me'), ['Assign to me', 'Theme: dark']);
  assert.deepEqual(search('dark'), ['Theme: dark']);
  assert.deepEqual(search('asme'), ['Assign to me']);
  assert.deepEqual(search('as me'), ['Assign to me']);
  assert.deepEqual(search('xyz'), []);
});

test('a word whose letters are scattered in a label does not match it', () => {
  assert.deepEqual(search('aink'), []);
  assert.deepEqual(search('rod'), []);
});
