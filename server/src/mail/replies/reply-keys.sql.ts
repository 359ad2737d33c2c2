import { type Generated, sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

interface ReplyKeysTable {
  id: Generated<string>;
  key: Buffer;
  created_at: Generated<string>;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    reply_keys: ReplyKeysTable;
  }
}

interface ReplyKeyRow {
  id: string;
  key: Buffer;
}

/** Returns the newest first. */
export const readReplyKeys = (db: Db | Tx): Promise<ReplyKeyRow[]> =>
  db.selectFrom('reply_keys').select(['id', 'key']).orderBy('id', 'desc').execute();

/** Two processes must not make the first key together. */
export const lockReplyKeys = (tx: Tx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('reply_keys', 0))`.execute(tx);

export async function newReplyKeyId(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select 'rky_' || replace(uuidv7()::text, '-', '') as id`.execute(tx);
  return rows[0]?.id ?? '';
}

export const insertReplyKey = (tx: Tx, row: ReplyKeyRow): Promise<unknown> =>
  tx.insertInto('reply_keys').values(row).execute();

export async function deleteOtherReplyKeys(tx: Tx, id: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('reply_keys')
    .where('id', '<>', id)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
