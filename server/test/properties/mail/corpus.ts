// Mails of twelve clients and of ticket systems, unusual ones and damaged ones: each is parsed as expected, and nothing
// throws.
import { MailParser } from '../../../src/mail/text/parse/mail-parser.ts';
import type { ParseFailure } from '../../../src/mail/text/parse/parsed-mail.ts';
import { randomFrom, type Random } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { drawConversation } from './conversations.ts';
import { drawSpecial, faultOfSpecial, specialNames } from './special-mails.ts';
import { faultOfText } from './text.ts';

type Kind = 'conversation' | 'special' | 'damaged';
const kinds: readonly Kind[] = ['conversation', 'special', 'conversation', 'special', 'damaged'];

type Parse = MailParser['parse'];

/** An exception, and what ends the thread, are these failures. */
const exceptions: ReadonlySet<ParseFailure> = new Set(['broken', 'timeout', 'out_of_memory']);

/** Some bytes are replaced, removed or repeated. Nobody knows what such a mail says, so it must only give a result. */
function damage(random: Random, raw: Uint8Array): Uint8Array {
  const bytes = Buffer.from(raw);
  const at = random.below(bytes.length);
  const end = Math.min(bytes.length, at + random.below(200));
  const made: Record<string, () => Uint8Array> = {
    replaced: () => bytes.fill(random.below(256), at, end),
    removed: () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]),
    repeated: () => Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]),
    ended: () => bytes.subarray(0, at),
  };
  return made[random.pick(Object.keys(made))]?.() ?? bytes;
}

async function faultOf(
  random: Random,
  kind: Kind,
  number: number,
  parse: Parse,
  isShort: boolean,
): Promise<string | undefined> {
  if (kind === 'conversation') {
    const mail = drawConversation(random, number);
    return faultOfText(mail, await parse(mail.raw));
  }
  if (kind === 'damaged') {
    const result = await parse(damage(random, drawConversation(random, number).raw));
    const isKnown = result.kind === 'parsed' || !exceptions.has(result.failure);
    return isKnown ? undefined : `a damaged mail is ${result.failure}`;
  }
  // Two of five mails are special, and each of them comes in turn.
  const index = Math.floor(number / kinds.length) * 2 + (number % kinds.length > 1 ? 1 : 0);
  const names = specialNames(isShort);
  const mail = drawSpecial(random, names[index % names.length] ?? '');
  const result = await parse(mail.raw);
  const got = result.kind === 'failed' ? result.failure : undefined;
  if (got !== mail.expected.failure)
    return `a mail ${mail.what}: failure ${got}, expected ${mail.expected.failure}`;
  const fault = result.kind === 'parsed' ? faultOfSpecial(mail, result.mail) : undefined;
  return fault && `a mail ${mail.what}: ${fault}`;
}

export async function proveCorpus({ mails = 0, seed = 0 }, isShort: boolean): Promise<Report> {
  const parser = new MailParser();
  const random = randomFrom(seed);
  const faults: string[] = [];
  const counts = { conversation: 0, special: 0, damaged: 0, exceptions: 0 };
  const parse: Parse = async (raw) => {
    const result = await parser.parse(raw);
    if (result.kind === 'failed' && exceptions.has(result.failure)) counts.exceptions += 1;
    return result;
  };
  try {
    for (let number = 0; number < mails; number += 1) {
      const kind = kinds[number % kinds.length] as Kind;
      counts[kind] += 1;
      const fault = await faultOf(random, kind, number, parse, isShort);
      if (fault !== undefined) faults.push(`mail ${number}, ${fault}`);
    }
  } finally {
    await parser.stop();
  }
  return { figures: { mails, ...counts, 'not as expected': faults.length }, faults };
}
