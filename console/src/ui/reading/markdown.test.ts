import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlToText, isTooCostly } from './markdown.text.ts';

test('HTML in a text becomes text and is not dropped', () => {
  const tree = { type: 'root', children: [{ type: 'html', value: '<error>' }, { type: 'text' }] };
  htmlToText(tree);
  assert.deepEqual(tree.children[0], { type: 'text', value: '<error>' });
});

test('a text that would block the page is not parsed, but a long report is', () => {
  for (const unit of ['*_', '> ', '>', '[', '<div>', '1. ', '1) ', '+ ', '- ', '\n- '])
    assert.ok(isTooCostly(unit.repeat(6000)), unit);
  assert.ok(isTooCostly(`Log:\n\n${'1. '.repeat(10)}`), 'a deep line after others');
  assert.ok(isTooCostly('word '.repeat(10_000)), 'a long text');
  const line = 'The *quick* [fox](https://example.com) jumps over `it`.\n\n';
  assert.ok(!isTooCostly(line.repeat(500)));
  assert.ok(!isTooCostly(`a\n\n${'-'.repeat(80)}\n\n> > > quoted\n`), 'a line between texts');
  assert.ok(!isTooCostly('1. one\n   - two\n     > three\n'.repeat(20)));
});
