import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MailboxTest } from '../../api/index.ts';
import { findingsOf } from './findings.ts';

const works = {
  status: 'ok' as const,
  server: 'mail.example.com:993',
  reason: null,
  fields: [] as string[],
};
const failure = (reason: string, ...fields: string[]) => ({
  status: 'failed' as const,
  server: 'mail.example.com:993',
  reason,
  fields,
});
const of = (incoming: MailboxTest['incoming'], outgoing: MailboxTest['outgoing']) => ({
  incoming,
  outgoing,
});
const same = { provider: 'imap', sending: 'same' } as const;

describe('The findings of a test of a mailbox', () => {
  test('stand at the first field that it concerns, and mark the others', () => {
    const found = findingsOf(of(failure('Refused.', 'user', 'password'), works), same);
    assert.deepEqual(
      [...found],
      [
        ['in_user', 'Refused.'],
        ['in_password', 'Check this, too.'],
      ],
    );
  });

  test('stand at the shared login once, and at the server that it concerns', () => {
    const found = findingsOf(
      of(failure('Refused.', 'user'), failure('Refused there.', 'user', 'port')),
      same,
    );
    assert.deepEqual(
      [...found],
      [
        ['in_user', 'Refused.'],
        ['out_port', 'Check this, too.'],
      ],
    );
  });

  test('stand at the login to send if that is another one', () => {
    const found = findingsOf(of(works, failure('Refused.', 'password')), {
      ...same,
      sending: 'smtp',
    });
    assert.deepEqual([...found], [['out_password', 'Refused.']]);
  });

  test('stand at the tenant of Microsoft 365, which makes the token URL', () => {
    const found = findingsOf(of(failure('Unknown.', 'token_url'), works), {
      ...same,
      provider: 'microsoft',
    });
    assert.deepEqual([...found], [['tenant', 'Unknown.']]);
  });

  test('are empty before a test, and after one that works', () => {
    assert.equal(findingsOf(undefined, same).size, 0);
    assert.equal(findingsOf(of(works, works), same).size, 0);
  });
});
