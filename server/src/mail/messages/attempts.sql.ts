import { sql } from 'kysely';
import type { Tx } from '../../platform/postgres/tables.ts';
import { messageColumns, type MessageRow } from './messages.sql.ts';

/** Counts an attempt before it begins, because an attempt may end the process. */
export const beginAttempt = (tx: Tx, id: string): Promise<MessageRow | undefined> =>
  tx
    .updateTable('messages')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'received')
    .returning(messageColumns)
    .executeTakeFirst();

/** Returns whether an earlier message with one of these ids is still to be processed in the mailbox. */
export async function isAnswerToWaiting(
  tx: Tx,
  { id, mailbox_id, received_at }: Pick<MessageRow, 'id' | 'mailbox_id' | 'received_at'>,
  hashes: readonly Buffer[],
): Promise<boolean> {
  if (hashes.length === 0) return false;
  const { rows } = await sql`
    select from messages
    where mailbox_id = ${mailbox_id} and message_id_hash = any(${hashes}::bytea[]) and state = 'received'
      and id <> ${id} and received_at <= ${received_at}
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Once a minute is enough to see that mail comes in, and spares the row a write for each message. */
export const noteReceived = (tx: Tx, mailboxId: string, at: string): Promise<unknown> =>
  sql`update mailboxes set last_message_at = ${at}
    where id = ${mailboxId}
      and (last_message_at is null or last_message_at < ${at}::timestamptz - interval '1 minute')`.execute(
    tx,
  );
