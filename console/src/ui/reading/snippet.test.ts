import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { plainSnippet } from './snippet.ts';

const plain = (text: string): string =>
  plainSnippet([{ text, match: false }])
    .map((part) => part.text)
    .join('');

describe('A snippet', () => {
  test('a snippet keeps the words that matched, without the marks around them', () => {
    const parts = plainSnippet([
      { text: 'Choose **', match: false },
      { text: 'Default', match: true },
      { text: '** in `Settings`', match: false },
    ]);
    assert.deepEqual(parts, [
      { text: 'Choose ', match: false },
      { text: 'Default', match: true },
      { text: ' in Settings', match: false },
    ]);
  });

  test('a snippet is one line without the marks of headings, lists, quotes, links and pictures', () => {
    assert.equal(
      plain('## Steps\n1. Open it\n- *then* ~~not~~ close'),
      'Steps 1. Open it then not close',
    );
    assert.equal(plain('> See [the guide](https://a.example/b) now'), 'See the guide now');
    assert.equal(plain('![Screen](x.png) and [cut](https://a.exam'), 'Screen and cut');
  });

  test('a snippet keeps signs that belong to the text', () => {
    for (const text of ['a_long_name = 5 * 3', 'C# and ~/bin', 'low-level [sic] well-known!', '-v'])
      assert.equal(plain(text), text);
  });

  test('the snippet of an empty text is empty', () => {
    assert.deepEqual(plainSnippet([]), []);
    assert.deepEqual(plainSnippet([{ text: '', match: false }]), []);
  });
});
