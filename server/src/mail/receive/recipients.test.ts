import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mailboxAddresses } from './recipients.ts';

describe('Addresses of a mailbox that a recipient reaches', () => {
  const cases: [recipient: string, addresses: string[]][] = [
    ['Help@Example.com', ['help@example.com']],
    [
      'help+inc0000701.public.abcdefgh@example.com',
      ['help+inc0000701.public.abcdefgh@example.com', 'help@example.com'],
    ],
    ['a+b+c@example.com', ['a+b+c@example.com', 'a+b@example.com', 'a@example.com']],
    ['+b@example.com', ['+b@example.com']],
    ['"a@b"@example.com', ['"a@b"@example.com']],
    ['nobody', []],
    ['@example.com', []],
    [`${'+'.repeat(400)}@example.com`, []],
  ];
  for (const [recipient, addresses] of cases)
    test(`${recipient.slice(0, 50)} reaches ${addresses.length} addresses, the longest first`, () =>
      assert.deepEqual(mailboxAddresses(recipient), addresses));
});
