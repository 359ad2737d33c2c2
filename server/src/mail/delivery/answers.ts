// The service answers a mail that made a record by itself, and never another program: two programs that answer each other
// would not stop.
import { sendNotification } from '../../notifications/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { recordUrls } from '../../records/index.ts';
import type { Incoming } from '../messages/incoming.ts';
import { insertAnswer, lockAnswers, readRecentAnswers } from './answers.sql.ts';
import type { AnyNotedType } from './facts.ts';
import type { Facts } from './rules.ts';

/** A sender gets at most so many automatic answers within a day. */
const MAX_PER_DAY = 10;
const DAY_MS = 86_400_000;
/** A mail that follows an automatic answer so soon was hardly written by a person. */
const TOO_SOON_MS = 120_000;

export interface AnswerFacts extends Pick<Facts, 'sender' | 'automatic' | 'isDecided'> {
  policy: 'verified' | 'none';
  /** The sender of the envelope takes no answers. */
  hasEmptyReturnPath: boolean;
  /** Times of the automatic answers to the sender within a day. */
  answeredAt: readonly Date[];
}

export const isAnswered = (
  { policy, sender, automatic, isDecided, hasEmptyReturnPath, answeredAt }: AnswerFacts,
  now: Date,
): boolean =>
  policy === 'verified' &&
  sender === 'verified' &&
  automatic === undefined &&
  !isDecided &&
  !hasEmptyReturnPath &&
  answeredAt.length < MAX_PER_DAY &&
  answeredAt.every((at) => now.getTime() - at.getTime() >= TOO_SOON_MS);

const hasEmptyReturnPath = ({ envelope, mail }: Incoming): boolean =>
  envelope.from === '' || mail.returnPath === '';

interface NewRecord {
  type: AnyNotedType;
  id: string;
  version: number;
  title: string;
}

/** The subject has the id in brackets, so that an answer to it finds the record even without its other marks. */
const contentOf = ({ id, title }: NewRecord, url: string) => ({
  subject: `[${id}] We have your message: ${title}`,
  lines: [`We have received your message “${title}”.`],
  closing: [`Its number is ${id}. To add something, reply to this mail or open the page below.`],
  link: { label: 'Open the page', url },
});

/** Expects a record that the mail has just made: each gets one automatic answer at most. */
export async function answerAutomatically(
  tx: Tx,
  context: Context,
  incoming: Incoming,
  facts: Facts,
  record: NewRecord,
): Promise<void> {
  const { now, baseUrl } = context;
  const address = incoming.sender.from ?? '';
  const policy = incoming.mailbox.reply_policy;
  const known = { ...facts, policy, hasEmptyReturnPath: hasEmptyReturnPath(incoming) };
  if (!isAnswered({ ...known, answeredAt: [] }, now)) return;
  await lockAnswers(tx, address);
  const answeredAt = await readRecentAnswers(tx, address, new Date(now.getTime() - DAY_MS));
  if (!isAnswered({ ...known, answeredAt }, now)) return;
  await insertAnswer(tx, { address, record_id: record.id, answered_at: now.toISOString() });
  const { type, id, version } = record;
  const { html_url } = recordUrls(type, id, baseUrl);
  await sendNotification(tx, context, {
    type: 'mail.received',
    record: { type: type.type, id, version },
    people: [],
    data: {},
    mailTo: [address],
    content: contentOf(record, html_url),
  });
}
