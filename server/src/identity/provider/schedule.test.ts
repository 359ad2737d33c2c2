import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nextKeyAt, retiredKeys, signingKey } from './schedule.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const began = Date.parse('2026-01-01T00:00:00Z');
const key = (id: string, at: number) => ({ id, signs_from: new Date(at).toISOString() });
const ids = (keys: { id: string }[]) => keys.map(({ id }) => id);

describe('The schedule of signing keys', () => {
  const first = key('a', began);

  test('the first signing key signs at once; the next is made after thirty days and published a minute before it signs', () => {
    assert.equal(nextKeyAt([], began), began);
    assert.equal(nextKeyAt([first], began + 30 * DAY - 1), undefined);
    assert.equal(nextKeyAt([first], began + 30 * DAY), began + 30 * DAY + MINUTE);
  });

  test('a published key does not sign before its time, and no further key is made until then', () => {
    const next = key('b', began + MINUTE);
    assert.equal(signingKey([first, next], began + MINUTE - 1)?.id, 'a');
    assert.equal(signingKey([first, next], began + MINUTE)?.id, 'b');
    assert.equal(nextKeyAt([first, next], began, { isForced: true }), undefined);
    assert.equal(nextKeyAt([first], began, { isForced: true }), began + MINUTE);
  });

  test('a signing key stays until the last token that it signed has expired', () => {
    const next = key('b', began + DAY);
    assert.deepEqual(ids(retiredKeys([first, next], began + DAY + 60 * MINUTE)), []);
    assert.deepEqual(ids(retiredKeys([first, next], began + DAY + 61 * MINUTE)), ['a']);
    assert.deepEqual(ids(retiredKeys([first], began + 400 * DAY)), [], 'the last key stays');
  });
});
