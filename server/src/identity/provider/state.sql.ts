// What the identity provider keeps between requests, in one table.
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

type Found = Pick<StateRow, 'id' | 'content' | 'consumed_at'>;
const found = ['id', 'content', 'consumed_at'] as const;

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

export const findState = (db: Db, id: string): Promise<Found | undefined> =>
  db.selectFrom('provider_state').select(found).where('id', '=', id).executeTakeFirst();

export const findStateByUid = (db: Db, uid: string): Promise<Found | undefined> =>
  db.selectFrom('provider_state').select(found).where('uid_hash', '=', uid).executeTakeFirst();

/** False if somebody else has consumed it already. */
export async function consumeState(db: Db, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('provider_state')
    .set({ consumed_at: at })
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Everything that was granted together with this. */
export const deleteStateBeside = (db: Db, id: string): Promise<unknown> =>
  sql`delete from provider_state where grant_hash =
    (select grant_hash from provider_state where id = ${id})`.execute(db);

export const deleteState = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('provider_state').where('id', '=', id).execute();

export const deleteStateOfGrant = (db: Db, grant: string): Promise<unknown> =>
  db.deleteFrom('provider_state').where('grant_hash', '=', grant).execute();

const SWEPT_AT_ONCE = 1000;

/** Says whether there may be more. */
export async function purgeExpiredState(db: Db, now: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from provider_state where id in (
      select id from provider_state where expires_at < ${now}
      order by expires_at limit ${sql.lit(SWEPT_AT_ONCE)} for update skip locked)`.execute(db);
  return Number(numAffectedRows) === SWEPT_AT_ONCE;
}
