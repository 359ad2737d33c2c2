import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isForwardSubject, splitText } from './split.ts';

const REPLY = 'Thanks, it works now.\n\nAda';
const QUOTED = 'Please restart the printer.\n\nBob';
const prefixed = QUOTED.replaceAll(/^/gm, '> ');

/** Each is what a client writes between the reply and the quoted text, with the quoted text. */
const below: Record<string, string> = {
  'Gmail, English': `On Thu, Nov 19, 2026 at 10:00 AM Bob Ray <bob@example.com> wrote:\n\n${prefixed}`,
  'Gmail, wrapped': `On Thu, Nov 19, 2026 at 10:00 AM Bob Bartholomew Ray <\nbob@example.com> wrote:\n\n${prefixed}`,
  'Gmail, German': `Bob Ray <bob@example.com> schrieb am Do., 19. Nov. 2026,\n10:00:\n\n${prefixed}`,
  'Gmail, French': `Le jeu. 19 nov. 2026 à 10:00, Bob Ray <bob@example.com> a écrit :\n\n${prefixed}`,
  'Gmail, Spanish': `El jue, 19 nov 2026 a las 10:00, Bob Ray (<bob@example.com>)\nescribió:\n\n${prefixed}`,
  'Gmail, Italian': `Il giorno gio 19 nov 2026 alle ore 10:00 Bob Ray <bob@example.com>\nha scritto:\n\n${prefixed}`,
  'Gmail, Portuguese': `Em qui., 19 de nov. de 2026 às 10:00, Bob Ray <bob@example.com>\nescreveu:\n\n${prefixed}`,
  'Gmail, Dutch': `Op do 19 nov 2026 om 10:00 schreef Bob Ray <bob@example.com>:\n\n${prefixed}`,
  'Outlook, desktop': `From: Bob Ray <bob@example.com>\nSent: Thursday, November 19, 2026 10:00 AM\nTo: Ada <ada@example.com>\nSubject: Printer\n\n${QUOTED}`,
  'Outlook, German': `Von: Bob Ray <bob@example.com>\nGesendet: Donnerstag, 19. November 2026 10:00\nAn: Ada <ada@example.com>\nCc: Cy; Di;\n  Ed\nBetreff: Drucker\n\n${QUOTED}`,
  'Outlook, French': `De : Bob Ray\nEnvoyé : jeudi 19 novembre 2026 10:00\nÀ : Ada\nObjet : Imprimante\n\n${QUOTED}`,
  'Outlook, web': `________________________________\nFrom: Bob Ray <bob@example.com>\nSent: Thursday, November 19, 2026 10:00 AM\nTo: Ada <ada@example.com>\nSubject: Printer\n\n${QUOTED}`,
  'Outlook, mobile': `Get Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: Bob Ray <bob@example.com>\nSent: Thursday, November 19, 2026 10:00:00 AM\nTo: Ada <ada@example.com>\nSubject: Printer\n\n${QUOTED}`,
  'Outlook, older': `-----Original Message-----\nFrom: Bob Ray\nSent: Thursday, November 19, 2026 10:00 AM\nTo: Ada\nSubject: Printer\n\n${QUOTED}`,
  'Outlook, bold labels': `*From:* Bob Ray\n*Sent:* Thursday, November 19, 2026 10:00 AM\n*To:* Ada\n*Subject:* Printer\n\n${QUOTED}`,
  'Apple Mail': `> On 19. Nov 2026, at 10:00, Bob Ray <bob@example.com> wrote:\n> \n${prefixed}`,
  'Apple Mail, phone': `Sent from my iPhone\n\n> On Nov 19, 2026, at 10:00 AM, Bob Ray <bob@example.com> wrote:\n> \n${prefixed}`,
  Thunderbird: `Am 19.11.26 um 10:00 schrieb Bob Ray:\n${prefixed}`,
  Yahoo: `    On Thursday, November 19, 2026 at 10:00:00 AM GMT+1, Bob Ray <bob@example.com> wrote:  \n \n ${QUOTED}`,
  'Yahoo, German': ` Am Donnerstag, 19. November 2026 um 10:00:00 MEZ hat Bob Ray <bob@example.com> Folgendes geschrieben:  \n \n ${QUOTED}`,
  'K-9': `On 19 November 2026 10:00:00 CET, Bob Ray <bob@example.com> wrote:\n${prefixed}`,
  Proton: `Sent with Proton Mail secure email.\n\nOn Thursday, November 19th, 2026 at 10:00, Bob Ray <bob@example.com> wrote:\n\n${prefixed}`,
  Zimbra: `----- Original Message -----\nFrom: "Bob Ray" <bob@example.com>\nTo: "Ada" <ada@example.com>\nSent: Thursday, November 19, 2026 10:00:00 AM\nSubject: Printer\n\n${QUOTED}`,
  'Zimbra, on': `----- On Nov 19, 2026, at 10:00 AM, Bob Ray bob@example.com wrote:\n\n${prefixed}`,
  Notes: `-----Bob Ray/Example wrote: -----\nTo: Ada\nFrom: Bob Ray\n\n${QUOTED}`,
  'a language that is not known': `Bob Ray kirjoitti 19.11.2026 10:00:\n${prefixed}`,
  'a signature': `-- \nAda Ellis\nExample Ltd.`,
  'a signature and a quoted text': `-- \nAda Ellis\n\nOn 19.11.2026 10:00, Bob Ray wrote:\n${prefixed}`,
  'Zendesk, quoted without prefix': `##- Please type your reply above this line -##\n\nYour request (35436) has been updated.\n\n${QUOTED}`,
};

describe('The text of a mail', () => {
  for (const [client, folded] of Object.entries(below))
    test(`the quoted text below a reply is folded: ${client}`, () => {
      for (const text of [
        `${REPLY}\n\n${folded}\n`,
        `${REPLY}\n\n${folded}\n`.replaceAll('\n', '\r\n'),
      ]) {
        const { before, note, after } = splitText(text);
        assert.equal(note.replaceAll('\r', ''), REPLY);
        assert.equal(before + note + after, text);
      }
    });

  test('a reply below the quoted text is the note', () => {
    const text = `On 19.11.2026 10:00, Bob Ray wrote:\n${prefixed}\n\n${REPLY}\n\n-- \nAda Ellis\n`;
    assert.equal(splitText(text).note, REPLY);
  });

  const unfolded: Record<string, string> = {
    'answers between quoted lines': `On 19.11.2026 10:00, Bob Ray wrote:\n> Is it on?\nYes.\n> Is it blue?\nNo.`,
    'an answer between two quoted texts': `> Is it on?\n\nYes.\n\n> And blue?`,
    'text above and below a quoted text': `Hello Bob,\n\n> Is it on?\n\nYes, it is.`,
    'a forwarded mail': `See below.\n\n---------- Forwarded message ---------\nFrom: Bob <bob@example.com>\nDate: Thu, Nov 19, 2026 at 10:00 AM\nSubject: Printer\nTo: Ada\n\n${QUOTED}`,
    'a mail that is only quoted': `On 19.11.2026 10:00, Bob Ray wrote:\n${prefixed}`,
    'lines that a sentence introduces': 'The command wrote:\n\n> error 5\n> aborted',
    'a sentence that ends like an attribution':
      'On Monday our users wrote:\nit is slow\n\nWhat can we do?',
    'a list of addresses': 'From: the cellar\nTo: the roof\nthe pipe leaks.',
    'dashes with much below them': `Steps:\n\n--\n${'One more step.\n'.repeat(30)}`,
  };
  for (const [what, text] of Object.entries(unfolded))
    test(`nothing is folded: ${what}`, () => {
      assert.deepEqual(splitText(text), {
        before: '',
        note: text.trimEnd(),
        after: text.slice(text.trimEnd().length),
      });
    });

  test('the note is the newest comment of the mail of a ticket system', () => {
    const zendesk = `##- Please type your reply above this line -##\n\nYour request (35) has been updated.\n\n----------------------------------------------\n\nBob Ray, Nov 19, 2026, 11:10 UTC\n\nNew words.\n\n----------------------------------------------\n\nAda, Nov 18, 2026, 09:00 UTC\n\nOld words.\n`;
    const { before, note, after } = splitText(zendesk);
    assert.match(before, /^##- Please type your reply above this line -##\n\n$/);
    assert.match(note, /^Your request .*New words\.\n/s);
    assert.ok(after.includes('Old words.') && !note.includes('Old words.'));

    const jira = `—-—-—-—\nReply above this line.\n\nBob Ray commented:\n\nNew words.\n\nView request · Turn off this request's notifications\n\nThis is shared with Ada.\n\nPowered by Jira Service Management\n`;
    assert.equal(splitText(jira).note, 'Bob Ray commented:\n\nNew words.');

    const serviceNow = `Short description: Printer\n\nComments:\n\n2026-11-19 11:10:10 CET - Bob Ray Additional comments\nNew words.\n\n2026-11-18 09:00:00 CET - Ada Additional comments\nOld words.\n\nRef:MSG0012345_x7\n`;
    assert.match(splitText(serviceNow).note, /New words\.$/);
  });

  test('nothing of a forwarded mail is folded', () => {
    const text = `See below.\n\n${below['Outlook, desktop']}`;
    assert.equal(splitText(text, { isForward: true }).note, text);
    for (const subject of ['Fwd: x', 'FW: x', 'WG: x', 'TR: x', 'RV : x'])
      assert.ok(isForwardSubject(subject));
    for (const subject of ['x', 'Re: Fwd: x', 'AW: x', 'Forward: x', ''])
      assert.ok(!isForwardSubject(subject));
  });
});
