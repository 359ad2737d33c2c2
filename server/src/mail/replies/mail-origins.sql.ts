import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/tables.ts';
import { type MailboxRow, mailboxTable } from '../mailboxes/mailboxes.sql.ts';

/**
 * The mailbox that the first mail of the record came through sends all others; a record that began without mail has the
 * oldest mailbox of its type.
 */
export const findMailboxOfRecord = (
  db: Db,
  { type, id }: { type: string; id: string },
): Promise<MailboxRow | undefined> =>
  mailboxTable.findWhere(
    db,
    sql`id = (
      with first as (
        select mailbox_id from message_ids where record_id = ${id} and mailbox_id is not null
        order by created_at limit 1)
      select own.id from mailboxes as own
      where own.deleted_at is null and own.active
        and (own.record_type = ${type} or own.id = (select mailbox_id from first))
      order by (own.id = (select mailbox_id from first)) is true desc, own.created_at, own.id limit 1)`,
  );
