// Revocations: subjects whose older tokens are refused.
import { type Generated, sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

interface RevocationsTable {
  id: Generated<number>;
  subject: string;
  generation: number;
  revoked_at: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    revocations: RevocationsTable;
  }
}

export const insertRevocation = (
  tx: Tx,
  row: Pick<RevocationsTable, 'subject' | 'generation' | 'revoked_at'>,
): Promise<unknown> => tx.insertInto('revocations').values(row).execute();

/**
 * A fingerprint that changes whenever a row is added or removed, in whatever order transactions commit. Count and
 * highest id are not enough: an id is assigned before its commit, so a lower one may appear while another is removed.
 */
export async function revocationsMark(db: Db): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select count(*) || ' ' || coalesce(bit_xor(hashint8extended(id, 0)), 0) as mark
    from revocations`.execute(db);
  return rows[0]?.mark ?? '';
}

export const readRevocations = (db: Db): Promise<{ subject: string; generation: number }[]> =>
  db.selectFrom('revocations').select(['subject', 'generation']).execute();

export const deleteRevocationsBefore = (db: Db, time: string): Promise<unknown> =>
  db.deleteFrom('revocations').where('revoked_at', '<', time).execute();
