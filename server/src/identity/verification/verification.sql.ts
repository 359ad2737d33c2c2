import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

interface VerificationsTable {
  id: string;
  user_id: string;
  amr: string[];
  form_token: string;
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
  userId: string,
  now: string,
): Promise<VerificationRow | undefined> =>
  db
    .selectFrom('verifications')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();

export const purgeExpiredVerifications = (db: Db, now: string): Promise<unknown> =>
  sql`delete from verifications where expires_at < ${now}::timestamptz`.execute(db);

/** Ends what every browser of the person has shown. */
export const deleteVerificationsOf = (tx: Tx, userId: string): Promise<unknown> =>
  tx.deleteFrom('verifications').where('user_id', '=', userId).execute();
