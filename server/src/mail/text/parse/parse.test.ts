import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MAX_ATTACHMENT_BYTES, MAX_MAIL_BYTES, MAX_PARTS, parseMail } from './parse.ts';
import type { ParsedMail } from './parsed-mail.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text.replaceAll('\n', '\r\n'));

async function parseText(text: string): Promise<ParsedMail> {
  const result = await parseMail(bytes(text));
  assert.equal(result.kind, 'parsed');
  return result.mail;
}

const multipart = (type: string, ...parts: string[]): string =>
  `Content-Type: multipart/${type}; boundary=b\n\n${parts.map((part) => `--b\n${part}\n`).join('')}--b--\n`;

describe('A parsed mail', () => {
  test('its addresses, ids and dates are read, and repeated fields are not hidden', async () => {
    const mail = await parseText(
      'Return-Path: <bounce@example.com>\nDelivered-To: help@desk.example.com\nX-Original-To: it@desk.example.com\n' +
        'From: =?utf-8?q?Ad=C3=A4_Ellis?= <Ada@Example.com>\nFrom: boss@example.com\nSender: s@example.com\nReply-To: r@example.com\n' +
        'To: Team: a@example.com, b@example.com;, help@desk.example.com\nCc: c@example.com\nSubject: =?utf-8?b?RHLDvGNrZXI=?=\n broken\n' +
        'Date: Thu, 19 Nov 2026 10:00:00 +0100\nMessage-ID: <1@example.com>\nIn-Reply-To: <0@desk>\nReferences: <a@b>\n <0@desk> x <>\n\nHello\n',
    );
    assert.equal(mail.returnPath, 'bounce@example.com');
    assert.deepEqual(mail.deliveredTo, ['help@desk.example.com', 'it@desk.example.com']);
    assert.deepEqual(mail.from, [
      { name: 'Adä Ellis', address: 'Ada@Example.com' },
      { name: '', address: 'boss@example.com' },
    ]);
    assert.deepEqual(
      [mail.sender, mail.replyTo, mail.to, mail.cc].map((some) => some.map((one) => one.address)),
      [
        ['s@example.com'],
        ['r@example.com'],
        ['a@example.com', 'b@example.com', 'help@desk.example.com'],
        ['c@example.com'],
      ],
    );
    assert.equal(mail.subject, 'Drücker broken');
    assert.equal(mail.date, '2026-11-19T09:00:00.000Z');
    assert.equal(mail.messageId, '<1@example.com>');
    assert.deepEqual(mail.inReplyTo, ['<0@desk>']);
    assert.deepEqual(mail.references, ['<a@b>', '<0@desk>']);
    assert.equal(mail.text.note, 'Hello');
  });

  test('a mail without From, Message-ID and date is parsed', async () => {
    const mail = await parseText('Subject: x\n\nHello\n');
    assert.deepEqual(
      [mail.from, mail.messageId, mail.date, mail.returnPath],
      [[], undefined, undefined, undefined],
    );
    assert.equal((await parseText('Return-Path: <>\nDate: x\n\n')).returnPath, '');
  });

  test('the note is the Markdown of the HTML, with inline images in place', async () => {
    const mail = await parseText(
      multipart(
        'related',
        'Content-Type: text/html\n\n<p>See <b>here</b>:</p><img src="cid:a@b">',
        'Content-Type: image/png; name="../x/plan.png"\nContent-ID: <a@b>\nContent-Transfer-Encoding: base64\n\nAQID',
        'Content-Type: text/csv\nContent-Disposition: attachment; filename=a.csv\n\na,b',
      ),
    );
    assert.equal(mail.text.format, 'markdown');
    assert.equal(mail.text.note, 'See **here**:\n\n![](cid:a@b)');
    assert.deepEqual(
      mail.attachments.map(({ fileName, type, isInline, bytes: own }) => [
        fileName,
        type,
        isInline,
        own.length,
      ]),
      [
        ['plan.png', 'image/png', true, 3],
        // The parser ends the last line.
        ['a.csv', 'text/csv', false, 4],
      ],
    );
  });

  test('a mail in the mail is an attachment, and its text is not that of the mail', async () => {
    const mail = await parseText(
      multipart(
        'mixed',
        'Content-Type: text/plain\n\nOuter',
        'Content-Type: message/rfc822\n\nSubject: y\n\nInner',
      ),
    );
    assert.equal(mail.text.note, 'Outer');
    assert.deepEqual(
      mail.attachments.map(({ type }) => type),
      ['message/rfc822'],
    );
  });

  test('signed and encrypted mails are recognised', async () => {
    const types: [headers: string, signed?: string | undefined, encrypted?: string][] = [
      [
        'Content-Type: application/pkcs7-mime; smime-type=enveloped-data\nContent-Transfer-Encoding: base64\n\nAQID',
        undefined,
        'smime',
      ],
      [
        'Content-Type: application/pkcs7-mime; smime-type=signed-data\nContent-Transfer-Encoding: base64\n\nAQID',
        'smime',
      ],
      [
        multipart(
          'encrypted; protocol="application/pgp-encrypted"',
          'Content-Type: application/pgp-encrypted\n\nVersion: 1',
        ),
        undefined,
        'pgp',
      ],
      [
        multipart(
          'signed',
          'Content-Type: text/plain\n\nx',
          'Content-Type: application/pgp-signature\n\nx',
        ),
        'pgp',
      ],
      [
        multipart(
          'signed',
          'Content-Type: text/plain\n\nx',
          'Content-Type: application/pkcs7-signature\n\nx',
        ),
        'smime',
      ],
      ['Subject: x\n\n-----BEGIN PGP MESSAGE-----\nx', undefined, 'pgp'],
      ['Subject: x\n\n-----BEGIN PGP SIGNED MESSAGE-----\nx', 'pgp'],
      ['Subject: x\n\nx'],
    ];
    for (const [text, signed, encrypted] of types) {
      const mail = await parseText(text);
      assert.deepEqual([mail.signed, mail.encrypted], [signed, encrypted], text);
    }
  });

  test('a mail that exceeds a limit fails, and an attachment that does is left out', async () => {
    const nested = Array.from(
      { length: 60 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`,
    );
    const failing: [text: string, failure: string][] = [
      ['', 'empty'],
      ['\n\nx', 'empty'],
      [nested.join(''), 'too_deep'],
      [`X: ${'x'.repeat(600_000)}\n\n`, 'too_many_headers'],
      [
        multipart(
          'mixed',
          ...Array.from({ length: MAX_PARTS + 1 }, () => 'Content-Type: image/png\n\nx'),
        ),
        'too_many_parts',
      ],
    ];
    for (const [text, failure] of failing)
      assert.deepEqual(await parseMail(bytes(text)), { kind: 'failed', failure });
    assert.deepEqual(await parseMail(new Uint8Array(MAX_MAIL_BYTES + 1)), {
      kind: 'failed',
      failure: 'too_large',
    });

    const file = 'Content-Type: application/zip; name=a.zip\n\n';
    const large = await parseText(
      multipart('mixed', file + 'x'.repeat(MAX_ATTACHMENT_BYTES + 1), `${file}x`),
    );
    assert.deepEqual(
      large.attachments.map(({ isTooLarge, bytes: own }) => [isTooLarge, own.length]),
      [
        [true, 0],
        [false, 2],
      ],
    );
  });
});
