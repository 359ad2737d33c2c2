import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anyWordQuery, countSharedWords } from './shared-words.ts';

describe('Words that two reports share', () => {
  test('a search names each longer word once, and no search is made of one word', () => {
    assert.equal(anyWordQuery('No mail, no MAIL: Outlook hangs'), 'mail or outlook or hangs');
    assert.equal(anyWordQuery('Mail!'), undefined);
  });

  test('words are shared in any ending and case', () => {
    assert.equal(countSharedWords('Printers on floor two', ['The printer of Floor 2 is off']), 2);
    assert.equal(countSharedWords('Mail is late', ['Badge reader stuck']), 0);
  });
});
