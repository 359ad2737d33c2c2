// The text of a mail less what is folded equals its note.
import type { ParseResult } from '../../../src/mail/text/parse/parsed-mail.ts';
import { parseMail } from '../../../src/mail/text/parse/parse.ts';
import { randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { drawConversation, type ExpectedMail } from './conversations.ts';

/** Words of the quoted text are folded, and none is missing. */
export function faultOfText(
  { what, note, whole, folded }: ExpectedMail,
  result: ParseResult,
): string | undefined {
  const fault = (text: string, got: unknown, expected: unknown): string =>
    `${what}: ${text}\ngot ${JSON.stringify(got)}\nexpected ${JSON.stringify(expected)}`;
  if (result.kind === 'failed') return fault('the mail is not parsed', result.failure, 'parsed');
  const { text } = result.mail;
  if (text.note !== note) return fault('the note is another', text.note, note);
  const joined = `${text.before}${text.note}${text.after}`;
  if (whole !== undefined && joined.trimEnd() !== whole.trimEnd())
    return fault('note and folded text are not the text', joined, whole);
  const hidden = `${text.before}${text.after}`;
  const missing = folded.find((words) => !hidden.includes(words));
  return missing === undefined ? undefined : fault('words are not folded', hidden, missing);
}

export async function proveText({ mails = 0, seed = 0 }): Promise<Report> {
  const random = randomFrom(seed);
  const faults: string[] = [];
  let [folding, html] = [0, 0];
  for (let number = 0; number < mails; number += 1) {
    const mail = drawConversation(random, number);
    const result = await parseMail(mail.raw);
    const fault = faultOfText(mail, result);
    if (fault !== undefined) faults.push(`mail ${number}, ${fault}`);
    if (result.kind !== 'parsed') continue;
    const { before, after, format } = result.mail.text;
    if (`${before}${after}`.trim() !== '') folding += 1;
    if (format === 'markdown') html += 1;
  }
  return {
    figures: { mails, 'with folded text': folding, html, differences: faults.length },
    faults,
  };
}
