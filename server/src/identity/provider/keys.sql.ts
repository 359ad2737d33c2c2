import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

export interface SigningKeyRow {
  id: string;
  private_key: Buffer;
  published_at: string;
  signs_from: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    signing_keys: SigningKeyRow;
  }
}

const columns = ['id', 'private_key', 'published_at', 'signs_from'] as const;

/** Returns the oldest first. */
export const readSigningKeys = (db: Db | Tx): Promise<SigningKeyRow[]> =>
  db.selectFrom('signing_keys').select(columns).orderBy('signs_from').orderBy('id').execute();

export const newestSigningKey = (db: Db): Promise<SigningKeyRow | undefined> =>
  db
    .selectFrom('signing_keys')
    .select(columns)
    .orderBy('published_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Serialises key rotation across processes. */
export const lockSigningKeys = (tx: Tx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('signing_keys'))`.execute(tx);

export const insertSigningKey = (tx: Tx, row: SigningKeyRow): Promise<unknown> =>
  tx.insertInto('signing_keys').values(row).execute();

export const deleteSigningKeys = (tx: Tx, ids: string[]): Promise<unknown> =>
  tx.deleteFrom('signing_keys').where('id', 'in', ids).execute();
