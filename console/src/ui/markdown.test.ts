import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlToText, isTooCostly } from './markdown.text.ts';

test('HTML in a text becomes text before it would be dropped', () => {
  const tree = { type: 'root', children: [{ type: 'html', value: '<error>' }, { type: 'text' }] };
  htmlToText(tree);
  assert.deepEqual(tree.children[0], { type: 'text', value: '<error>' });
});

test('a text that would stop the page is not parsed, a long report is', () => {
  for (const unit of ['*_', '> ', '[', '<div>']) assert.ok(isTooCostly(unit.repeat(30_000)), unit);
  assert.ok(
    !isTooCostly('The *quick* [fox](https://example.com) jumps over `it`.\n\n'.repeat(500)),
  );
});
