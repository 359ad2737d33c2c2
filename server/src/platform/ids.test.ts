import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastIdAt, uuidv7 } from './ids.ts';

test('an id is a UUID of version 7 that begins with its time', () => {
  const at = Date.parse('2026-11-15T09:30:00.123Z');
  const [one, other] = [uuidv7(at), uuidv7(at)];
  assert.match(one, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(Number.parseInt(one.replace('-', '').slice(0, 12), 16), at);
  assert.notEqual(one, other);
  assert.ok(uuidv7(at + 1) > one, 'a later id is greater');
});

test('the least id of a millisecond is below all its ids, and above those of the one before', () => {
  const at = Date.parse('2026-11-15T09:30:00.123Z');
  assert.ok(leastIdAt(at) < uuidv7(at));
  assert.ok(leastIdAt(at) > uuidv7(at - 1));
});
