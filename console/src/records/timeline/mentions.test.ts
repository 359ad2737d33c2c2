import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { completeMention, mentionAt, mentionOf } from './mentions.ts';

const ada = { name: 'Ada Lovelace', email: 'ada@example.com' };
const other = { name: 'ada lovelace', email: 'ada2@example.com' };

/** The caret stands at the bar. */
const at = (marked: string) => mentionAt(marked.replace('|', ''), marked.indexOf('|'));

describe('Mentions', () => {
  test('a mention begins with an @ that is not within a word', () => {
    assert.deepEqual(at('Ask @ad| first'), { from: 4, to: 7, query: 'ad' });
    assert.equal(at('(@|')?.query, '');
    assert.equal(at('@Ada Lo|')?.query, 'Ada Lo');
    assert.equal(at('ada@exa|'), undefined);
    assert.equal(at('@ then|'), undefined);
    assert.equal(at('@ada\nthen|'), undefined);
    assert.equal(at('@one of our best|'), undefined);
    assert.equal(at('nothing|'), undefined);
  });

  test('an address is completed as one', () => {
    assert.equal(at('@ada@exa|')?.query, 'ada@exa');
  });

  test('a name that is not unique, or not known to be, is mentioned by the address', () => {
    assert.equal(mentionOf(ada, [ada], true), '@Ada Lovelace');
    assert.equal(mentionOf(ada, [ada, other], true), '@ada@example.com');
    assert.equal(mentionOf(ada, [ada], false), '@ada@example.com');
  });

  test('the mention replaces what was typed, and one space follows', () => {
    const text = 'Ask @ad first';
    const started = mentionAt(text, 7);
    assert.ok(started);
    const done = { text: 'Ask @Ada Lovelace first', caret: 18 };
    assert.deepEqual(completeMention(text, started, '@Ada Lovelace'), done);
    assert.equal(completeMention('@ad', { from: 0, to: 3, query: 'ad' }, '@Ada').text, '@Ada ');
  });
});
