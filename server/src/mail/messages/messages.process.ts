// Processes a stored message: parse, verify the sender, deliver to a record. The outcome is stored in the transaction that
// changes the record, so a message has its effect once, however often the job runs.
import { transact } from '../../platform/postgres/transaction.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { cut } from '../../platform/text.ts';
import { readFile } from '../../records/index.ts';
import { deliver } from '../delivery/deliver.ts';
import { mailboxTable } from '../mailboxes/mailboxes.sql.ts';
import { verifySender } from '../senders/verify.ts';
import type { ParsedMail, ParseFailure } from '../text/parse/parsed-mail.ts';
import type { Cause } from './causes.ts';
import type { Incoming, Outcome } from './incoming.ts';
import { beginAttempt, isAnswerToWaiting, noteReceived } from './attempts.sql.ts';
import {
  lockMessage,
  type MessageChanges,
  type MessageRow,
  queueMessage,
  saveMessage,
} from './messages.sql.ts';
import { runSerially, mailParserOf, mailResolverOf } from './process-parts.ts';
import { hashMessageId } from './raw-message-id.ts';

/** The queue repeats a failed job after increasing delays, so this many take about four hours. */
const MAX_ATTEMPTS = 10;
/** After about a minute without DNS, the sender counts as unverified. */
const MAX_VERIFICATIONS = 5;
/** A machine that is busy, or another message, may have caused these failures of the parser. */
const repeated = new Set<ParseFailure>(['timeout', 'out_of_memory', 'broken']);
const MAX_PARSE_ATTEMPTS = 3;
/** An answer waits so often for the message that it answers. */
const MAX_WAITS = 5;
const WAIT_MS = 1000;
const MAX_REASON = 500;
const MAX_EXCERPT = 1000;
/** Larger messages are processed one after another: ten of the maximum size would need gigabytes. */
const LARGE_BYTES = 4 * 1024 * 1024;

async function readRaw({ db }: Deps, { sha256, size }: MessageRow): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of readFile(db, sha256, size)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const end = (
  deps: Deps,
  { id }: MessageRow,
  changes: MessageChanges,
  work: (tx: Tx, row: MessageRow) => Promise<MessageChanges | undefined> = async () => ({}),
): Promise<void> =>
  transact(deps, async (tx) => {
    const row = await lockMessage(tx, id);
    // Another run has been faster.
    if (row?.state !== 'received') return;
    const found = await work(tx, row);
    if (!found) return;
    const at = deps.now().toISOString();
    await saveMessage(tx, row, { ...changes, ...found, processed_at: at });
    await noteReceived(tx, row.mailbox_id, row.received_at);
  });

const fail = async (deps: Deps, row: MessageRow, cause: Cause): Promise<void> => {
  await end(deps, row, { state: 'failed', cause });
  deps.log.warn({ message: row.id, cause }, 'message.failed');
};

const outcomeChanges = (outcome: Outcome): MessageChanges =>
  outcome.state === 'applied'
    ? { ...outcome, cause: null }
    : { state: outcome.state, cause: outcome.cause };

const answeredHashes = ({ inReplyTo, references }: ParsedMail): Buffer[] =>
  [...inReplyTo, ...references].map(hashMessageId);

/** A conversation is read in its order: an answer waits for the message that it answers. */
async function waitsForAnother(tx: Tx, row: MessageRow, mail: ParsedMail): Promise<boolean> {
  if (row.attempts > MAX_WAITS || !(await isAnswerToWaiting(tx, row, answeredHashes(mail))))
    return false;
  await queueMessage(tx, row.id, new Date(Date.now() + WAIT_MS));
  return true;
}

async function apply(deps: Deps, message: MessageRow, raw: Buffer, mail: ParsedMail) {
  const { id, via, envelope_from, envelope_to, received_at } = message;
  const mailbox = await mailboxTable.find(deps.db, message.mailbox_id);
  if (!mailbox?.active) return end(deps, message, { state: 'held', cause: 'mailbox_inactive' });
  const receivedAt = new Date(received_at);
  const { isTemporary, ...sender } = await verifySender(
    { raw, from: mail.from, headers: mail.headers, mailbox, via, receivedAt },
    mailResolverOf(deps),
  );
  if (isTemporary && message.attempts < MAX_VERIFICATIONS)
    throw new Error(`The sender cannot be verified now: ${sender.reason}`);
  const known: MessageChanges = {
    sender: sender.from,
    subject: mail.subject,
    excerpt: cut(mail.text.note, MAX_EXCERPT),
    sender_verified: sender.result === 'verified',
    verified_by: sender.by,
    verification_reason: cut(sender.reason, MAX_REASON),
  };
  await end(deps, message, known, async (tx, row) => {
    if (await waitsForAnother(tx, row, mail)) return undefined;
    const { decision, decided_by: by, attach_to: attachTo } = row;
    const isDecided = decision === 'release' || decision === 'attach';
    const incoming: Incoming = {
      id,
      mailbox,
      via,
      envelope: { from: envelope_from, to: envelope_to },
      mail,
      sender,
      receivedAt,
      decision: isDecided && by !== null ? { by, attachTo } : null,
    };
    return outcomeChanges(await deliver(tx, deps, incoming));
  });
}

async function attempt(deps: Deps, message: MessageRow): Promise<void> {
  const raw = await readRaw(deps, message);
  const parsed = await mailParserOf(deps).parse(raw);
  if (parsed.kind === 'parsed') return apply(deps, message, raw, parsed.mail);
  const { failure } = parsed;
  const isRepeated = repeated.has(failure) && message.attempts < MAX_PARSE_ATTEMPTS;
  if (isRepeated || failure === 'stopped') throw new Error(`The parser failed: ${failure}.`);
  return fail(deps, message, 'unparsable');
}

export async function processMessage(
  deps: Deps,
  { message_id: id }: { message_id: string },
): Promise<void> {
  const message = await transact(deps, (tx) => beginAttempt(tx, id));
  if (!message) return;
  if (message.attempts > MAX_ATTEMPTS) return fail(deps, message, 'not_processed');
  await (message.size > LARGE_BYTES
    ? runSerially(deps, () => attempt(deps, message))
    : attempt(deps, message));
}
