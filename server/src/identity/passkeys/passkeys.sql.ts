import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/tables.ts';
import type { FactorRow } from '../factors/factors.sql.ts';

export type Purpose = 'create' | 'get';

interface ChallengesTable {
  id: string;
  bound_to: string;
  purpose: Purpose;
  expires_at: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    passkey_challenges: ChallengesTable;
  }
}

export const saveChallenge = (db: Db, row: ChallengesTable): Promise<unknown> =>
  db.insertInto('passkey_challenges').values(row).execute();

/** Returns false if the challenge is not one of this browser and purpose, has expired, or was used before. */
export async function takeChallenge(
  db: Db,
  { id, bound_to, purpose }: Omit<ChallengesTable, 'expires_at'>,
  now: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('id', '=', id)
    .where('bound_to', '=', bound_to)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const purgeExpiredChallenges = (db: Db, now: string): Promise<unknown> =>
  sql`delete from passkey_challenges where expires_at < ${now}::timestamptz`.execute(db);

export const findPasskey = (db: Db, credentialId: string): Promise<FactorRow | undefined> =>
  db.selectFrom('factors').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();

/**
 * Returns false if the counter has not grown, also because of a request at the same moment: the passkey may have been
 * copied. Passkeys that do not count always show 0.
 */
export async function useCounter(
  db: Db,
  { id }: Pick<FactorRow, 'id'>,
  counter: number,
  now: string,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update factors set counter = ${counter}::bigint, last_used_at = ${now}::timestamptz
    where id = ${id} and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`.execute(
    db,
  );
  return numAffectedRows > 0n;
}
