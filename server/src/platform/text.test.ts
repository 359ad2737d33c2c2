import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cut, cutBytes, cutStart, toStorable } from './text.ts';

describe('Text', () => {
  test('a cut splits no character, at neither end', () => {
    const text = 'ab\u{1F600}cd';
    assert.deepEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((length) => cut(text, length)),
      ['', 'a', 'ab', 'ab', 'ab\u{1F600}', 'ab\u{1F600}c', text, text],
    );
    assert.deepEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((length) => cutStart(text, length)),
      ['', 'd', 'cd', 'cd', '\u{1F600}cd', 'b\u{1F600}cd', text, text],
    );
    assert.deepEqual(
      [2, 5, 6, 8, 9].map((bytes) => cutBytes(text, bytes)),
      ['ab', 'ab', 'ab\u{1F600}', text, text],
    );
  });

  test('characters that PostgreSQL does not store are replaced', () => {
    assert.equal(toStorable('a\0b\uD83D'), 'a\uFFFDb\uFFFD');
  });
});
