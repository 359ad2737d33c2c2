import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nextAttemptText } from './next-attempt.ts';

describe('The next attempt of a delivery', () => {
  const now = Date.parse('2026-11-15T10:00:00.000Z');

  test('the time of the next attempt is named while it is ahead', () => {
    const text = nextAttemptText('2026-11-15T10:05:11.000Z', now, 'UTC');
    assert.equal(text, 'The next attempt is at 10:05:11.');
  });

  test('an attempt is being made once the time has passed, or if there is none', () => {
    const text = 'An attempt is being made now.';
    assert.equal(nextAttemptText('2026-11-15T09:59:59.000Z', now), text);
    assert.equal(nextAttemptText(undefined, now), text);
  });
});
