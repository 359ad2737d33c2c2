import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

export type FactorKind = 'totp' | 'passkey';

interface FactorsTable {
  id: string;
  user_id: string;
  kind: FactorKind;
  name: string;
  created_at: string;
  last_used_at: string | null;
  secret: Buffer | null;
  used_step: number | null;
  credential_id: string | null;
  public_key: Buffer | null;
  counter: number | null;
  transports: string[] | null;
  is_synced: boolean | null;
}

interface RecoveryCodesTable {
  user_id: string;
  code_hash: string;
  used_at: string | null;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    factors: FactorsTable;
    recovery_codes: RecoveryCodesTable;
  }
}

export type FactorRow = Selectable<FactorsTable>;

/** Returns the oldest first. */
export const listFactors = (db: Db | Tx, userId: string): Promise<FactorRow[]> =>
  db
    .selectFrom('factors')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const insertFactor = (tx: Tx, row: FactorRow): Promise<unknown> =>
  tx.insertInto('factors').values(row).execute();

export const deleteFactor = (tx: Tx, id: string): Promise<unknown> =>
  tx.deleteFrom('factors').where('id', '=', id).execute();

/** Deletes recovery codes and proofs of open browsers, too. */
export async function deleteFactorsOf(tx: Tx, userId: string): Promise<void> {
  for (const table of ['factors', 'recovery_codes', 'verifications'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
}

/** Returns false if a code of this period or a later one was used before, also by a request at the same moment. */
export async function useStep(db: Db, id: string, step: number, now: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update factors set used_step = ${step}, last_used_at = ${now}::timestamptz
    where id = ${id} and (used_step is null or used_step < ${step})`.execute(db);
  return numAffectedRows > 0n;
}

/** Codes of an earlier set become invalid. */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx);
  await sql`insert into recovery_codes (user_id, code_hash)
    select ${userId}, unnest(${hashes}::text[])`.execute(tx);
}

/** Returns false if the code is not one of the person, or was used before. */
export async function useRecoveryCode(
  tx: Tx,
  userId: string,
  codeHash: string,
  now: string,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update recovery_codes set used_at = ${now}::timestamptz
    where user_id = ${userId} and code_hash = ${codeHash} and used_at is null`.execute(tx);
  return numAffectedRows > 0n;
}

export async function countRecoveryCodes(db: Db | Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from recovery_codes
    where user_id = ${userId} and used_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}
