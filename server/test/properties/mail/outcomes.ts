// The mails of the corpus are received, and each becomes a record, or is held, ignored or failed with the cause that follows
// from what it has. Nobody signs them, so that none acts as a person.
import { parseMail } from '../../../src/mail/text/parse/parse.ts';
import type { ParseResult } from '../../../src/mail/text/parse/parsed-mail.ts';
import { type Instance, type Json, startInstance } from '../../support/harness.ts';
import { createMailbox, readProcessed, receiveBytes } from '../../support/messages.ts';
import { randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { drawConversation } from './conversations.ts';
import { drawSpecial, specialNames } from './special-mails.ts';

const IN_FLIGHT = 4;

/** Returns the outcomes that a mail may have. One that is empty or too large is refused, and not stored; automatic mail that answers nothing is one of several kinds. */
function outcomesOf(raw: Uint8Array, result: ParseResult): string[] {
  if (raw.length === 0) return ['400 validation_failed'];
  if (result.kind === 'failed')
    return [result.failure === 'too_large' ? '413 body_too_large' : 'failed unparsable'];
  const { from, encrypted, classification } = result.mail;
  if (classification.bounce) return ['ignored bounce'];
  const automatic = classification.automatic ? ['ignored automatic'] : [];
  if (from.length !== 1) return [...automatic, 'held sender_unclear'];
  if (encrypted) return [...automatic, 'held encrypted'];
  return [...automatic, 'applied'];
}

async function send(instance: Instance, mailbox: Json, raw: Uint8Array): Promise<Json> {
  const { status, body } = await receiveBytes(instance, mailbox['id'], raw);
  return status === 202
    ? readProcessed(instance, body['id'])
    : { state: `${status} ${body['code']}` };
}

export async function proveOutcomes({ mails = 0, seed = 0 }, isShort: boolean): Promise<Report> {
  const instance = await startInstance({ worker: true });
  const random = randomFrom(seed);
  const names = specialNames(isShort);
  const drawn = Array.from({ length: mails }, (_, number) =>
    number % 2 === 0
      ? { what: 'of a conversation', raw: drawConversation(random, number).raw }
      : drawSpecial(random, names[(number >> 1) % names.length] ?? ''),
  );
  const counts: Record<string, number> = {};
  const faults: string[] = [];
  try {
    const mailbox = await createMailbox(instance, { address: 'help@desk.example.com' });
    const queue = drawn.values();
    const work = async () => {
      for (const { what, raw } of queue) {
        const expected = outcomesOf(raw, await parseMail(raw));
        const { state, cause } = await send(instance, mailbox, raw);
        const outcome = [state, cause].filter(Boolean).join(' ');
        counts[outcome] = (counts[outcome] ?? 0) + 1;
        if (!expected.includes(outcome))
          faults.push(`a mail ${what} is ${outcome}, expected ${expected.join(' or ')}`);
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  } finally {
    await instance.stop();
  }
  return { figures: { mails, ...counts, 'not as expected': faults.length }, faults };
}
