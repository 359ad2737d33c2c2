import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identifiersOf, isExactQuery } from './words.ts';

test('error codes, ids and names with underscores are identifiers; numbers of a sentence are not', () => {
  for (const [q, identifiers] of [
    ['What does PWD-104 mean?', ['PWD-104']],
    ['error 0x80070005, then 0x80070005 again', ['0x80070005']],
    ['(KRB_AP_ERR_SKEW) on KB0000012.', ['KRB_AP_ERR_SKEW', 'KB0000012']],
    ['event 4740 on `srv-vpn-01`:', ['4740', 'srv-vpn-01']],
    ['My phone rings at 3 am for 45 minutes on floor 2', []],
    ['how do I sign in - or out?', []],
  ] as const)
    assert.deepEqual(identifiersOf(q), identifiers, q);
});

test('a phrase or an excluded word makes a query exact, and a hyphen within a word does not', () => {
  assert.ok(isExactQuery('"blank page"'));
  assert.ok(isExactQuery('printer -toner'));
  assert.ok(!isExactQuery('sign-in fails'));
});
