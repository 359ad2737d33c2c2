// One table stores the persistent state of the identity provider.
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/tables.ts';

export interface StateRow {
  id: string;
  content: Buffer;
  grant_hash: string | null;
  uid_hash: string | null;
  consumed_at: string | null;
  expires_at: string | null;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    provider_state: StateRow;
  }
}

type StoredState = Pick<StateRow, 'id' | 'content' | 'consumed_at'>;
const selected = ['id', 'content', 'consumed_at'] as const;

export const saveState = (db: Db, row: Omit<StateRow, 'consumed_at'>): Promise<unknown> =>
  db
    .insertInto('provider_state')
    .values({ ...row, consumed_at: null })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        content: row.content,
        grant_hash: row.grant_hash,
        uid_hash: row.uid_hash,
        expires_at: row.expires_at,
      }),
    )
    .execute();

export const findState = (db: Db, id: string): Promise<StoredState | undefined> =>
  db.selectFrom('provider_state').select(selected).where('id', '=', id).executeTakeFirst();

export const findStateByUid = (db: Db, uid: string): Promise<StoredState | undefined> =>
  db.selectFrom('provider_state').select(selected).where('uid_hash', '=', uid).executeTakeFirst();

/** Returns false if the code or token was already consumed. */
export async function consumeState(db: Db, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('provider_state')
    .set({ consumed_at: at })
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the grant that a code or token belongs to. */
export async function grantOfState(db: Db, id: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('provider_state')
    .select('grant_hash')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.grant_hash;
}

export const deleteState = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('provider_state').where('id', '=', id).execute();

export const deleteStateOfGrant = (db: Db, grant: string): Promise<unknown> =>
  db.deleteFrom('provider_state').where('grant_hash', '=', grant).execute();

const MAX_PURGED = 1000;

/** Returns true if more rows may have expired. */
export async function purgeExpiredState(db: Db, now: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from provider_state where id in (
      select id from provider_state where expires_at < ${now}
      order by expires_at limit ${sql.lit(MAX_PURGED)} for update skip locked)`.execute(db);
  return Number(numAffectedRows) === MAX_PURGED;
}
