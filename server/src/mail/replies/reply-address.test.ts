import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  makeReplyAddress,
  MAX_MAILBOX_LOCAL_PART,
  type ReplyKind,
  verifyReplyAddress,
} from './reply-address.ts';

const keyOf = (byte: number) => createSecretKey(Buffer.alloc(32, byte));
const [key, retired, foreign] = [keyOf(1), keyOf(2), keyOf(3)];
const anna = 'anna@example.com';
const target = { record: 'INC0000701', kind: 'public' } as const;
const mailbox = 'help@example.com';
const address = makeReplyAddress(key, mailbox, target, anna);

const sent = fc.record({
  record: fc
    .tuple(fc.constantFrom('INC', 'REQ', 'CHG'), fc.stringMatching(/^[0-9A-Z]{7}$/))
    .map((parts) => parts.join('')),
  kind: fc.constantFrom<ReplyKind>('public', 'team'),
  recipient: fc.emailAddress(),
  mailbox: fc
    .stringMatching(new RegExp(`^[a-z0-9._+-]{1,${MAX_MAILBOX_LOCAL_PART}}$`))
    .map((local) => `${local}@example.com`),
});

const replaceAt = (text: string, at: number, by: string): string =>
  `${text.slice(0, at)}${by}${text.slice(at + by.length)}`;

describe('Reply addresses', () => {
  test('one has the record, the kind and a MAC of 16 letters, in lower case', () => {
    assert.match(address, /^help\+inc0000701\.public\.[a-z2-7]{16}@example\.com$/);
    assert.deepEqual(verifyReplyAddress([key], address, [anna]), { ...target, mailbox });
  });

  test('every one fits an address, and says what it was signed for, to its recipient only', () => {
    fc.assert(
      fc.property(sent, fc.emailAddress(), ({ recipient, ...where }, somebody) => {
        fc.pre(somebody.toLowerCase() !== recipient.toLowerCase());
        const made = makeReplyAddress(key, where.mailbox, where, recipient);
        assert.ok(Buffer.byteLength(made.slice(0, made.lastIndexOf('@'))) <= 64, made);
        assert.deepEqual(verifyReplyAddress([foreign, key], made, [somebody, recipient]), where);
        assert.deepEqual(verifyReplyAddress([key], made.toUpperCase(), [recipient]), {
          ...where,
          mailbox: where.mailbox.toLowerCase(),
        });
        assert.equal(verifyReplyAddress([key], made, [somebody]), undefined);
        assert.equal(verifyReplyAddress([foreign], made, [recipient]), undefined);
      }),
    );
  });

  test('no other character in the record, the kind or the MAC verifies', () => {
    const characters = fc.oneof(
      fc.constantFrom(...'abcxyz0123456789.-_+ =\n\u0131\u017f\u212a\u0430\u200b'.split('')),
      fc.string({ minLength: 1, maxLength: 3, unit: 'binary' }),
    );
    const [from, to] = ['help+'.length, address.lastIndexOf('@')];
    fc.assert(
      fc.property(fc.integer({ min: from, max: to - 1 }), characters, (at, by) => {
        const altered = replaceAt(address, at, by);
        fc.pre(altered.toLowerCase() !== address);
        assert.equal(verifyReplyAddress([key], altered, [anna]), undefined, altered);
      }),
      { numRuns: 2000 },
    );
  });

  test('the MAC of one record, kind or recipient does not verify for another', () => {
    const mac = address.slice(address.lastIndexOf('.', address.indexOf('@')) + 1);
    for (const forged of [
      `help+inc0000702.public.${mac}`,
      `help+inc0000701.team.${mac}`,
      `help+inc0000701.public.${mac}`.replace('@', '.@'),
      `help+inc0000701..public.${mac}`,
      `help+inc0000701.public.team.${mac}`,
    ])
      assert.equal(verifyReplyAddress([key], forged, [anna]), undefined, forged);
    assert.equal(verifyReplyAddress([key], address, ['anna@example.org']), undefined);
    assert.equal(verifyReplyAddress([key], address, []), undefined);
  });

  test('a letter that only looks like one of the recipient does not verify', () => {
    const mark = makeReplyAddress(key, mailbox, target, 'mark@example.com');
    assert.equal(verifyReplyAddress([key], mark, ['mar\u212a@example.com']), undefined);
    assert.equal(verifyReplyAddress([key], mark, ['m\u0430rk@example.com']), undefined);
  });

  test('both spellings of an international domain are one recipient', () => {
    const made = makeReplyAddress(key, mailbox, target, 'Ada@bücher.example');
    const senders = ['ada@xn--bcher-kva.example'];
    assert.deepEqual(verifyReplyAddress([key], made, senders), { ...target, mailbox });
  });

  test('a retired key still verifies', () => {
    const old = makeReplyAddress(retired, mailbox, target, anna);
    assert.notEqual(old, address);
    assert.deepEqual(verifyReplyAddress([key, retired], old, [anna]), { ...target, mailbox });
  });

  test('a text that is no reply address verifies for nobody', () => {
    const long = 'a'.repeat(100_000);
    for (const text of ['', '@', mailbox, 'help@', `${long}@${long}`, address.replace('@', '')])
      assert.equal(verifyReplyAddress([key], text, [anna]), undefined);
  });
});
