import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { classify } from './classify.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const automatic: [name: string, value: string, sign: string | undefined][] = [
  ['auto-submitted', 'auto-replied', 'auto_submitted'],
  ['auto-submitted', 'auto-generated; x=1', 'auto_submitted'],
  ['auto-submitted', 'No', undefined],
  ['x-autoreply', 'yes', 'auto_reply'],
  ['x-autoreply-from', 'ada@example.com', 'auto_reply'],
  ['x-autorespond', 'x', 'auto_reply'],
  ['x-auto-response-suppress', 'DR, OOF, AutoReply', 'response_suppressed'],
  ['x-auto-response-suppress', 'RN', undefined],
  ['precedence', 'bulk', 'precedence'],
  ['precedence', 'auto_reply', 'precedence'],
  ['precedence', 'first-class', undefined],
  ['list-id', '<x.example.com>', 'list'],
  ['list-unsubscribe', '<mailto:x@example.com>', 'list'],
  ['content-type', 'multipart/report; report-type=disposition-notification', 'report'],
  ['return-path', '<>', 'empty_return_path'],
  ['return-path', '<ada@example.com>', undefined],
  ['from', 'Mail <MAILER-DAEMON@mx.example.com>', 'mailer_daemon'],
  ['subject', 'Automatic reply: Printer', 'out_of_office'],
  ['subject', '=?utf-8?q?R=C3=A9ponse_automatique=C2=A0=3A_x?=', 'out_of_office'],
  ['subject', 'Re: Automatic reply', undefined],
];

const status = `Reporting-MTA: dns; mx.example.com\r\n\r\nFinal-Recipient: rfc822; ada@example.com\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550\r\n  no such user\r\n\r\nFinal-Recipient: rfc822;bob@example.com\r\nAction: delayed\r\nStatus: 4.4.1\r\n\r\nFinal-Recipient: rfc822;cy@example.com\r\nAction: delivered\r\nStatus: 2.0.0\r\n`;

describe('Classification of a mail', () => {
  for (const [name, value, sign] of automatic)
    test(`"${name}: ${value}" is ${sign ?? 'mail of a person'}`, () => {
      assert.equal(classify([[name, value]], '', []).automatic, sign);
    });

  test('a delivery status has the recipients that got no mail, and the id of the mail', () => {
    const { bounce } = classify([], '', [
      { type: 'message/delivery-status', bytes: bytes(status), method: undefined },
      {
        type: 'message/rfc822',
        bytes: bytes(
          'Subject: x\r\nMessage-ID:\r\n <1@desk.example.com>\r\n\r\nMessage-ID: <2@x>\r\n',
        ),
        method: undefined,
      },
    ]);
    assert.deepEqual(bounce, {
      recipients: [
        { address: 'ada@example.com', status: '5.1.1', isPermanent: true },
        { address: 'bob@example.com', status: '4.4.1', isPermanent: false },
      ],
      originalMessageId: '<1@desk.example.com>',
    });
  });

  test('the reports of Exim and qmail have their recipients', () => {
    const exim = classify([['x-failed-recipients', 'ada@example.com, bob@example.com']], '', []);
    assert.deepEqual(
      exim.bounce?.recipients.map(({ address }) => address),
      ['ada@example.com', 'bob@example.com'],
    );
    const qmail = `Hi. This is the qmail-send program at mx.example.com.\nI'm afraid I wasn't able to deliver your message.\n\n<ada@example.com>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n`;
    assert.deepEqual(classify([], qmail, []).bounce?.recipients, [
      { address: 'ada@example.com', status: '5.1.1', isPermanent: true },
    ]);
  });

  test('a calendar part gives its method, and other mail has no bounce and no calendar', () => {
    const part = { type: 'text/calendar', bytes: bytes(''), method: 'REQUEST' };
    assert.equal(classify([], '', [part]).calendar, 'REQUEST');
    assert.deepEqual(classify([], 'Hello', []), {
      automatic: undefined,
      bounce: undefined,
      calendar: undefined,
    });
  });
});
