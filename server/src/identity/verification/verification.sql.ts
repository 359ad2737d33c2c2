import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

interface VerificationsTable {
  id: string;
  user_id: string;
  amr: string[];
  form_token: string;
  generation: number;
  secret: Buffer | null;
  expires_at: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    verifications: VerificationsTable;
  }
}

export type VerificationRow = Selectable<VerificationsTable>;

/** A later verification replaces the one of the same browser, with forms that it still shows. */
export const saveVerification = (db: Db, { id, ...rest }: VerificationRow): Promise<unknown> =>
  db
    .insertInto('verifications')
    .values({ id, ...rest })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(rest))
    .execute();

export const findVerification = (
  db: Db,
  id: string,
  now: string,
): Promise<VerificationRow | undefined> =>
  db
    .selectFrom('verifications')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Stores the key of an authenticator app that is being set up. */
export const saveSetupSecret = (db: Db, id: string, secret: Buffer): Promise<unknown> =>
  db.updateTable('verifications').set({ secret }).where('id', '=', id).execute();

/** Returns false if another request has used the key: two factors with one key would accept each code twice. */
export async function takeSetupSecret(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('verifications')
    .set({ secret: null })
    .where('id', '=', id)
    .where('secret', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records methods that have succeeded since. */
export const addMethods = (db: Db, id: string, amr: readonly string[]): Promise<unknown> =>
  sql`update verifications set amr = amr || ${[...amr]}::text[] where id = ${id}`.execute(db);

/** Returns false if another request has deleted it before. */
export async function deleteVerification(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('verifications')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const purgeExpiredVerifications = (db: Db, now: string): Promise<unknown> =>
  sql`delete from verifications where expires_at < ${now}::timestamptz`.execute(db);
