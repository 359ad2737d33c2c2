// A revocation refuses the older tokens of its subject.
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
 * The fingerprint changes whenever a row is added or removed, in whatever order transactions commit. Count and highest id
 * are not enough: an id is assigned before its commit, so a lower one may appear while another is removed.
 */
export async function revocationsFingerprint(db: Db): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select count(*) || ' ' || coalesce(bit_xor(hashint8extended(id, 0)), 0) as mark
    from revocations`.execute(db);
  return rows[0]?.mark ?? '';
}

export const readRevocations = (db: Db): Promise<{ subject: string; generation: number }[]> =>
  db.selectFrom('revocations').select(['subject', 'generation']).execute();

/** Ids of clients and users contain no colon. */
const SIGNING_KEY = 'signing-key:';
export const signingKeySubject = (kid: string): string => SIGNING_KEY + kid;

/** Tokens live for one hour; the second hour allows for clock skew. */
const TOKEN_HOURS = 2;
/**
 * A process that cannot fetch the key set trusts its last one for a day (`MAX_STALE_MS`), and caches tokens for ten
 * minutes.
 */
const SIGNING_KEY_HOURS = 26;

export const purgeExpiredRevocations = (db: Db, now: Date): Promise<unknown> =>
  sql`
  delete from revocations where revoked_at < ${now.toISOString()}::timestamptz - make_interval(hours =>
    case when starts_with(subject, ${sql.lit(SIGNING_KEY)}) then ${sql.lit(SIGNING_KEY_HOURS)}
    else ${sql.lit(TOKEN_HOURS)} end)`.execute(db);
