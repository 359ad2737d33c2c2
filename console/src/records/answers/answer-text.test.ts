import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AskedQuestion } from '../../api/index.ts';
import { answerText, isWebAddress } from './answer-text.ts';

const question = (
  type: AskedQuestion['type'],
  choices: { value: string; label: string }[] = [],
) => ({
  key: 'a',
  label: 'A',
  type,
  choices,
});
const sizes = [
  { value: 's', label: 'Small' },
  { value: 'l', label: 'Large' },
];

describe('The text of an answer', () => {
  test('a choice is shown by its label, several in their order', () => {
    assert.equal(answerText(question('choice', sizes), 'l'), 'Large');
    assert.equal(answerText(question('choices', sizes), ['l', 's']), 'Large, Small');
    assert.equal(answerText(question('choice', sizes), 'gone'), 'gone');
  });

  test('truth values, numbers and days are shown in words and by region', () => {
    assert.equal(answerText(question('boolean'), false), 'No');
    assert.equal(answerText(question('integer'), 12_000), '12,000');
    assert.match(answerText(question('date'), '2026-11-15') ?? '', /15 Nov/);
  });

  test('no answer has no text, but zero and false have one', () => {
    for (const none of [undefined, null, '', []])
      assert.equal(answerText(question('text'), none), undefined);
    assert.equal(answerText(question('integer'), 0), '0');
  });

  test('only pages are links', () => {
    assert.ok(isWebAddress('https://example.com'));
    assert.ok(!isWebAddress('javascript:alert(1)'));
  });
});
