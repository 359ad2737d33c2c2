import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { passageKey, quotationOf } from './quotation.ts';

describe('A quoted passage', () => {
  const steps = '1. Quit the **client**.\n2. Run `kinit`.\n\n   10) Wait 5. Then sign in.';

  test('a quotation has no markup', () => {
    assert.equal(quotationOf('> **Quit** the `client`'), 'Quit the client');
    assert.equal(quotationOf(steps).slice(0, 19), '1. Quit the client.');
  });

  test('the key of a passage has no list numbers, which are no text of the article', () => {
    assert.equal(passageKey(steps), 'Quit the client.\nRun kinit.\n\nWait 5. Then sign in.');
    assert.equal(passageKey('x'.repeat(1000)).length, 240);
  });
});
