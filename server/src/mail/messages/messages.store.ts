// A message is stored with its raw bytes and the job that processes it, before anything else is done with it.
import { hash } from 'node:crypto';
import type { Tx } from '../../platform/postgres/tables.ts';
import { toStorable } from '../../platform/text.ts';
import { insertFiles } from '../../records/index.ts';
import { insertMessage, type MessageRow, queueMessage, saveMessage } from './messages.sql.ts';
import { hashMessageId, rawMessageId } from './raw-message-id.ts';

export interface ReceivedMail {
  via: MessageRow['via'];
  raw: Buffer;
  /** Empty for a mail that asks for no report; null where there is no envelope. */
  envelopeFrom: string | null;
  /** Each mailbox gets its own message. */
  recipients: readonly { mailboxId: string; addresses: readonly string[] }[];
  receivedAt: Date;
  /** Only the header of the mail is here, because the whole exceeds the limit. */
  isTooLarge?: boolean;
}

/** A folder may have the same bytes twice, and after new ids all of them again, also without a Message-ID. */
const identityOf = ({ via }: ReceivedMail, messageId: string | undefined, sha256: Buffer) => {
  if (messageId !== undefined) return hashMessageId(messageId);
  return via === 'imap' ? sha256 : null;
};

/** The page of mail shows it, so that somebody sees that the mail itself is only at the mail server. */
const refuseMessage = (tx: Tx, row: MessageRow): Promise<unknown> =>
  saveMessage(tx, row, { state: 'failed', cause: 'too_large', processed_at: row.received_at });

/** Returns one message for each mailbox. */
export async function storeMessages(tx: Tx, received: ReceivedMail): Promise<MessageRow[]> {
  const { via, raw, envelopeFrom, recipients, receivedAt, isTooLarge = false } = received;
  const sha256 = hash('sha256', raw, 'buffer');
  const messageId = rawMessageId(raw);
  await insertFiles(tx, [{ sha256, size: raw.length, content: raw }]);
  const stored: MessageRow[] = [];
  // A fixed order keeps two deliveries to the same mailboxes from deadlocking.
  const inOrder = recipients.toSorted((a, b) => (a.mailboxId < b.mailboxId ? -1 : 1));
  for (const { mailboxId, addresses } of inOrder) {
    const { row, isNew } = await insertMessage(tx, {
      mailbox_id: mailboxId,
      via,
      envelope_from: envelopeFrom === null ? null : toStorable(envelopeFrom),
      envelope_to: addresses.map(toStorable),
      sha256,
      size: raw.length,
      message_id_hash: identityOf(received, messageId, sha256),
      received_at: receivedAt.toISOString(),
    });
    if (isNew && isTooLarge) await refuseMessage(tx, row);
    else if (isNew) await queueMessage(tx, row.id);
    stored.push(row);
  }
  return stored;
}
