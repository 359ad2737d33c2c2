// A person at an identity provider is the issuer and the subject together, never an address.
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

export interface IdentityRow {
  issuer: string;
  subject: string;
  user_id: string;
  claims: Record<string, string[]>;
  linked_at: string;
  last_sign_in_at: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    user_identities: Omit<IdentityRow, 'claims'> & { claims: unknown };
  }
}

type Name = Pick<IdentityRow, 'issuer' | 'subject'>;

/** Two sign-ins of the same person, whose first one creates the user, wait for each other here. */
export const lockIdentity = (tx: Tx, { issuer, subject }: Name): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify([issuer, subject])}, 46))`.execute(
    tx,
  );

export const findIdentity = (db: Db | Tx, { issuer, subject }: Name) =>
  db
    .selectFrom('user_identities')
    .select(['user_id', 'subject'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

export const identityOfUser = (db: Db | Tx, issuer: string, userId: string) =>
  db
    .selectFrom('user_identities')
    .select(['subject', 'linked_at'])
    .where('issuer', '=', issuer)
    .where('user_id', '=', userId)
    .executeTakeFirst();

export const insertIdentity = (tx: Tx, { claims, ...row }: IdentityRow): Promise<unknown> =>
  tx
    .insertInto('user_identities')
    .values({ ...row, claims: JSON.stringify(claims) })
    .execute();

export const recordUse = (
  tx: Tx,
  { issuer, subject, claims, last_sign_in_at }: Omit<IdentityRow, 'user_id' | 'linked_at'>,
): Promise<unknown> =>
  tx
    .updateTable('user_identities')
    .set({ claims: JSON.stringify(claims), last_sign_in_at })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
