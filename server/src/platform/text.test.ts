import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cut, cutBytes, cutStart, toStorable, countOf, inWords, timeInWords } from './text.ts';

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

  test('a value of the API has no underscore in a sentence', () => {
    assert.equal(inWords('pending_user_reply'), 'pending user reply');
  });

  test('a time in a mail names its zone', () => {
    assert.equal(timeInWords('2026-11-15T17:30:00.000Z'), '15 November 2026 at 17:30 UTC');
  });

  test('only a count other than one has a plural', () => {
    assert.deepEqual(
      [0, 1, 2].map((count) => countOf(count, 'event')),
      ['0 events', '1 event', '2 events'],
    );
  });
});
