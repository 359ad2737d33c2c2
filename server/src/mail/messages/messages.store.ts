// A message is stored with its raw bytes and the job that processes it, before anything else is done with it.
import { hash } from 'node:crypto';
import type { Tx } from '../../platform/postgres/tables.ts';
import { toStorable } from '../../platform/text.ts';
import { insertFiles } from '../../records/index.ts';
import { insertMessage, type MessageRow, queueMessage } from './messages.sql.ts';
import { hashMessageId, rawMessageId } from './raw-message-id.ts';

export interface ReceivedMail {
  via: MessageRow['via'];
  raw: Buffer;
  /** Empty for a mail that asks for no report; null where there is no envelope. */
  envelopeFrom: string | null;
  /** Each mailbox gets its own message. */
  recipients: readonly { mailboxId: string; addresses: readonly string[] }[];
  receivedAt: Date;
}

/** Returns one message for each mailbox. */
export async function storeMessages(
  tx: Tx,
  { via, raw, envelopeFrom, recipients, receivedAt }: ReceivedMail,
): Promise<MessageRow[]> {
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
      message_id_hash: messageId === undefined ? null : hashMessageId(messageId),
      received_at: receivedAt.toISOString(),
    });
    if (isNew) await queueMessage(tx, row.id);
    stored.push(row);
  }
  return stored;
}
