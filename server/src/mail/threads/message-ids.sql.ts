// A reply names the Message-IDs of the mails before it. Those of the mails about a record lead back to the record, and are
// kept as long as it is.
import { hash } from 'node:crypto';
import { type Generated, sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

interface MessageIdsTable {
  hash: Buffer;
  record_id: string;
  mailbox_id: string | null;
  created_at: Generated<string>;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    message_ids: MessageIdsTable;
  }
}

/** Ids are compared as they are: RFC 5322 knows no other spelling of one. */
const hashOf = (messageId: string): Buffer => hash('sha256', messageId, 'buffer');

/** `mailboxId` is the mailbox that the mails came through. */
export async function rememberMessageIds(
  tx: Tx,
  recordId: string,
  ids: readonly string[],
  mailboxId: string | null = null,
): Promise<void> {
  if (ids.length === 0) return;
  const hashes = [...new Set(ids)].map(hashOf);
  await sql`insert into message_ids (hash, record_id, mailbox_id)
    select hash, ${recordId}, ${mailboxId} from unnest(${hashes}::bytea[]) as hash
    on conflict do nothing`.execute(tx);
}

/**
 * Returns the record of each known id. One mail to two mailboxes leads to two records: that of the given mailbox is
 * preferred, then the first one, so that a later mail with a copied id takes no reply away.
 */
export async function findRecordsOfMessageIds(
  tx: Db | Tx,
  ids: readonly string[],
  mailboxId: string | null = null,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; record_id: string }>`
    select distinct on (given.id) given.id, record_id
    from unnest(${ids}::text[], ${ids.map(hashOf)}::bytea[]) as given(id, hash) join message_ids using (hash)
    order by given.id, (mailbox_id = ${mailboxId}::text) is true desc, created_at, record_id`.execute(
    tx,
  );
  return new Map(rows.map(({ id, record_id }) => [id, record_id]));
}
