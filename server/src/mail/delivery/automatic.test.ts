import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMail } from '../text/parse/parse.ts';
import { automaticOf } from './automatic.ts';

const kindOf = async (...headers: string[]) => {
  const raw = ['From: erin@example.com', 'To: help@example.com', ...headers, '', 'Text'];
  const result = await parseMail(Buffer.from(raw.join('\r\n')));
  assert.ok(result.kind === 'parsed');
  return automaticOf(result.mail);
};

const cases: readonly [what: string, headers: string[], kind: string | undefined][] = [
  ['a person', ['Subject: Printer'], undefined],
  ['a vacation program', ['Auto-Submitted: auto-replied (vacation)'], 'response'],
  ['a vacation program of before the standard', ['X-Autoreply: yes'], 'response'],
  ['Outlook', ['Subject: Automatische Antwort: Printer'], 'response'],
  ['a monitoring system', ['Auto-Submitted: auto-generated'], 'other'],
  [
    'a ticket system that responds to a mail',
    ['Auto-Submitted: auto-generated', 'In-Reply-To: <1@desk.example.com>'],
    'response',
  ],
  ['a mailing list', ['List-Id: <staff.example.com>'], 'list'],
  ['a mailing list of before the standard', ['Precedence: list'], 'list'],
  ['a newsletter', ['Precedence: bulk'], 'other'],
  ['a receipt', ['Content-Type: multipart/report; boundary=x'], 'report'],
];

for (const [what, headers, kind] of cases)
  test(`${what} is ${kind ?? 'not automatic'}`, async () =>
    assert.equal(await kindOf(...headers), kind));
