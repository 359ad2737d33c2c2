import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isWellFormed, makeKey } from './keys.form.ts';

describe('The form of an API key', () => {
  test('an API key is well formed, and is not if any one character differs', () => {
    const key = makeKey();
    assert.match(key, /^sbk_[0-9A-Za-z]{36}$/);
    assert.equal(isWellFormed(key), true);
    for (let at = 0; at < key.length; at += 1) {
      const other = key[at] === 'x' ? 'y' : 'x';
      assert.equal(isWellFormed(key.slice(0, at) + other + key.slice(at + 1)), false, `at ${at}`);
    }
    for (const text of ['', 'sbk_', `${key}0`, ` ${key}`]) assert.equal(isWellFormed(text), false);
  });
});
