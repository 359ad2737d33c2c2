// Mails that are unusual, each with what is to be read of it.
import type { ParsedMail, ParseFailure } from '../../../src/mail/text/parse/parsed-mail.ts';
import type { Random } from '../../support/random.ts';
import { leaf, mailOf, multipart, rawText } from './mime.ts';

/** Members of the mail that are compared; those that are left out may be anything. */
interface Expected {
  note?: string;
  format?: ParsedMail['text']['format'];
  from?: string[];
  messageId?: string | undefined;
  signed?: ParsedMail['signed'];
  encrypted?: ParsedMail['encrypted'];
  automatic?: string | undefined;
  calendar?: string | undefined;
  bounced?: string[];
  /** Types, bytes, and whether the text shows them. */
  attachments?: [type: string, bytes: number, isInline: boolean][];
  failure?: ParseFailure;
}

export interface SpecialMail {
  what: string;
  raw: Uint8Array;
  expected: Expected;
}

const from = 'From: Ada Ellis <ada@example.com>';
const to = 'To: help@desk.example.com';
const subject = 'Subject: Printer';
const messageId = 'Message-ID: <1@example.com>';
const usual = [from, to, subject, messageId];

const file = (type: string, bytes: Uint8Array, ...headers: string[]): Uint8Array =>
  Buffer.concat([
    Buffer.from(
      [`Content-Type: ${type}`, 'Content-Transfer-Encoding: base64', ...headers, '', ''].join(
        '\r\n',
      ),
    ),
    Buffer.from(Buffer.from(bytes).toString('base64').replaceAll(/.{76}/g, '$&\r\n')),
    Buffer.from('\r\n'),
  ]);

const MEGABYTE = 1024 * 1024;
const zip = (megabytes: number): Uint8Array =>
  file('application/zip; name=a.zip', new Uint8Array(megabytes * MEGABYTE).fill(7));

const text = (random: Random, body = 'Hello'): Uint8Array =>
  leaf(random, { type: 'text/plain', body });
const event = 'BEGIN:VCALENDAR\nMETHOD:REQUEST\nEND:VCALENDAR';
const status = rawText(
  'Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.com\n\nFinal-Recipient: rfc822; cy@example.com\nAction: failed\nStatus: 5.1.1\n',
);

type Table = Readonly<Record<string, (random: Random) => Omit<SpecialMail, 'what'>>>;

const special: Table = {
  'without Message-ID': (random) => ({
    raw: mailOf([from, to, subject], text(random)),
    expected: { note: 'Hello', messageId: undefined },
  }),
  'without From': (random) => ({
    raw: mailOf([to, subject, messageId], text(random)),
    expected: { note: 'Hello', from: [] },
  }),
  'with two From fields': (random) => ({
    raw: mailOf([from, 'From: boss@example.com', to], text(random)),
    expected: { from: ['ada@example.com', 'boss@example.com'] },
  }),
  'with a mail in it': (random) => ({
    raw: mailOf(
      usual,
      multipart(
        'mixed',
        text(random),
        rawText('Content-Type: message/rfc822\n\nFrom: x@example.com\nSubject: y\n\nInner\n'),
      ),
    ),
    expected: { note: 'Hello', from: ['ada@example.com'] },
  }),
  'with an invitation': (random) => ({
    raw: mailOf(
      usual,
      multipart(
        'alternative',
        text(random),
        leaf(random, { type: 'text/calendar; method=request; charset=utf-8', body: event }),
      ),
    ),
    expected: { note: 'Hello', calendar: 'REQUEST' },
  }),
  'with an invitation as a file': (random) => ({
    raw: mailOf(
      usual,
      multipart(
        'mixed',
        text(random),
        file('application/ics; name=invite.ics', Buffer.from(event)),
      ),
    ),
    expected: { note: 'Hello', calendar: '' },
  }),
  'signed by S/MIME': (random) => ({
    raw: mailOf(
      usual,
      multipart(
        'signed; protocol="application/pkcs7-signature"; micalg=sha-256',
        text(random),
        file('application/pkcs7-signature; name=smime.p7s', Uint8Array.of(1, 2, 3)),
      ),
    ),
    expected: { note: 'Hello', signed: 'smime', encrypted: undefined },
  }),
  'signed by PGP': (random) => ({
    raw: mailOf(
      usual,
      multipart(
        'signed; protocol="application/pgp-signature"',
        text(random),
        rawText('Content-Type: application/pgp-signature\n\n-----BEGIN PGP SIGNATURE-----\n'),
      ),
    ),
    expected: { note: 'Hello', signed: 'pgp' },
  }),
  'encrypted by PGP': () => ({
    raw: mailOf(
      usual,
      multipart(
        'encrypted; protocol="application/pgp-encrypted"',
        rawText('Content-Type: application/pgp-encrypted\n\nVersion: 1\n'),
        rawText('Content-Type: application/octet-stream\n\n-----BEGIN PGP MESSAGE-----\n'),
      ),
    ),
    expected: { note: '', encrypted: 'pgp', signed: undefined },
  }),
  'encrypted by S/MIME': () => ({
    raw: mailOf(
      usual,
      file('application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m', Uint8Array.of(1)),
    ),
    expected: { note: '', encrypted: 'smime' },
  }),
  'with an image in the text': (random) => ({
    raw: mailOf(
      usual,
      multipart(
        'related',
        leaf(random, { type: 'text/html', body: '<p>See <img src="cid:plan@x" alt="plan"></p>' }),
        file(
          'image/png',
          Uint8Array.of(1, 2),
          'Content-ID: <plan@x>',
          'Content-Disposition: inline',
        ),
      ),
    ),
    expected: {
      note: 'See ![plan](cid:plan@x)',
      format: 'markdown',
      attachments: [['image/png', 2, true]],
    },
  }),
  'with ASCII in UTF-7': () => ({
    raw: mailOf(usual, rawText('Content-Type: text/plain; charset=utf-7\n\nHello +AOQ-\n')),
    expected: { note: 'Hello +AOQ-' },
  }),
  'with UTF-7 that says it is UTF-8': () => ({
    raw: mailOf(usual, rawText('Content-Type: text/plain; charset=utf-8\n\n+ADw-script+AD4-\n')),
    expected: { note: '+ADw-script+AD4-' },
  }),
  'with a charset that does not exist': () => ({
    raw: mailOf(usual, rawText('Content-Type: text/plain; charset=klingon\n\nHello\n')),
    expected: { note: 'Hello' },
  }),
  'with bytes that are not of its charset': () => ({
    raw: mailOf(
      usual,
      Buffer.concat([
        rawText('Content-Type: text/plain; charset=utf-8\n\nab'),
        Uint8Array.of(0xff, 0xfe, 0),
        rawText('c\n'),
      ]),
    ),
    expected: { note: 'ab\uFFFD\uFFFD\uFFFDc' },
  }),
  'with a base64 part that is broken off': () => ({
    raw: mailOf(
      usual,
      rawText('Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\nSGVsbG8gd29ybGQ'),
    ),
    expected: { note: 'Hello world' },
  }),
  'without the end of its parts': () => ({
    raw: mailOf(usual, rawText('Content-Type: multipart/mixed; boundary=b\n\n--b\n\nHello\n')),
    expected: { note: 'Hello' },
  }),
  'with parts that no boundary divides': () => ({
    raw: mailOf(usual, rawText('Content-Type: multipart/mixed\n\nHello\n')),
    expected: { from: ['ada@example.com'] },
  }),
  'in format=flowed with a signature': () => ({
    raw: mailOf(
      usual,
      rawText('Content-Type: text/plain; format=flowed\n\nHello you, \nhow are you?\n\n-- \nAda\n'),
    ),
    expected: { note: 'Hello you, how are you?' },
  }),
  'with a blank text': (random) => ({
    raw: mailOf(usual, text(random, ' \n\n')),
    expected: { note: '' },
  }),
  'that is empty': () => ({ raw: new Uint8Array(), expected: { failure: 'empty' } }),
  'that has no fields': () => ({ raw: rawText('\nHello\n'), expected: { failure: 'empty' } }),
  'with nested parts without end': () => ({
    raw: mailOf(
      usual,
      rawText(
        Array.from(
          { length: 60 },
          (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`,
        ).join(''),
      ),
    ),
    expected: { failure: 'too_deep' },
  }),
  'with too many fields': () => ({
    raw: mailOf(usual, rawText(`${'X-Field: x\n'.repeat(60_000)}\nHello\n`)),
    expected: { failure: 'too_many_headers' },
  }),
  'with too many parts': () => ({
    raw: mailOf(
      usual,
      multipart(
        'mixed',
        ...Array.from({ length: 1001 }, () => rawText('Content-Type: image/png\n\nx')),
      ),
    ),
    expected: { failure: 'too_many_parts' },
  }),
  'that reports a failed delivery': (random) => ({
    raw: mailOf(
      ['From: MAILER-DAEMON@mx.example.com', to, 'Return-Path: <>'],
      multipart(
        'report; report-type=delivery-status',
        text(random),
        status,
        rawText('Content-Type: message/rfc822\n\nMessage-ID: <0@desk.example.com>\n\nx\n'),
      ),
    ),
    expected: { note: 'Hello', automatic: 'report', bounced: ['cy@example.com'] },
  }),
  'of an absent person': (random) => ({
    raw: mailOf(
      [from, to, 'Subject: Automatic reply: Printer', 'Auto-Submitted: auto-replied'],
      text(random),
    ),
    expected: { note: 'Hello', automatic: 'auto_submitted', bounced: [] },
  }),
  'of a list': (random) => ({
    raw: mailOf([...usual, 'List-Id: <all.example.com>'], text(random)),
    expected: { note: 'Hello', automatic: 'list' },
  }),
};

/** The short form leaves these out. */
const large: Table = {
  'with an attachment of 25 MB': (random) => ({
    raw: mailOf(usual, multipart('mixed', text(random), zip(25))),
    expected: { note: 'Hello', attachments: [['application/zip', 25 * MEGABYTE, false]] },
  }),
  'with an attachment of 26 MB': (random) => ({
    raw: mailOf(usual, multipart('mixed', text(random), zip(26))),
    expected: { note: 'Hello', attachments: [['application/zip', 0, false]] },
  }),
  'of more than 64 MB': () => ({
    raw: Buffer.concat([rawText('Subject: x\n\n'), new Uint8Array(64 * MEGABYTE)]),
    expected: { failure: 'too_large' },
  }),
};

export const specialNames = (isShort: boolean): string[] =>
  Object.keys({ ...special, ...(isShort ? {} : large) });

export const drawSpecial = (random: Random, what: string): SpecialMail => {
  const make = special[what] ?? large[what];
  if (!make) throw new Error(`no special mail is called ${what}`);
  return { what, ...make(random) };
};

/** Compares what is expected and returns the first difference. */
export function faultOfSpecial({ expected }: SpecialMail, mail: ParsedMail): string | undefined {
  const got: { [K in keyof Expected]: unknown } = {
    note: mail.text.note,
    format: mail.text.format,
    from: mail.from.map(({ address }) => address),
    messageId: mail.messageId,
    signed: mail.signed,
    encrypted: mail.encrypted,
    automatic: mail.classification.automatic,
    calendar: mail.classification.calendar,
    bounced: mail.classification.bounce?.recipients.map(({ address }) => address) ?? [],
    attachments: mail.attachments.map(({ type, bytes, isInline }) => [
      type,
      bytes.length,
      isInline,
    ]),
  };
  for (const name of Object.keys(expected) as (keyof Expected)[]) {
    const [one, other] = [got[name], expected[name]].map((value) => JSON.stringify(value));
    if (one !== other) return `${name} is ${one}, expected ${other}`;
  }
  return undefined;
}
