import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readNumber, readUrl } from './typed-text.ts';

describe('Typed values', () => {
  test('a number has at most the given decimals, after a point or a comma', () => {
    const whole = ['', ' 42 ', '-7', '1.0', '1.5', 'ten', '1e3', '9007199254740992'];
    assert.deepEqual(
      whole.map((text) => readNumber(text, 0)),
      [null, 42, -7, 1, undefined, undefined, undefined, undefined],
    );
    const decimals = ['1,25', '-0.000001', '0.0000001', '1000000001', '1.', '1.2.3'];
    assert.deepEqual(
      decimals.map((text) => readNumber(text, 6)),
      [1.25, -0.000001, undefined, undefined, undefined, undefined],
    );
  });

  test('only addresses of web pages are taken', () => {
    const texts = ['', 'https://example.com/a ', 'javascript:alert(1)', 'example.com', 'https://'];
    assert.deepEqual(
      texts.map((text) => readUrl(text)),
      [null, 'https://example.com/a', undefined, undefined, undefined],
    );
  });
});
