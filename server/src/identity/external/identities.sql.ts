// A person at an identity provider is the issuer and the subject together, never an address.
import { sql } from 'kysely';
import type { ListSpec } from '../../platform/lists/list-spec.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { Role } from '../roles.ts';

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

/** Former addresses of a user are never given to another. */
export async function isReservedAddress(tx: Tx, address: string): Promise<boolean> {
  const { rows } = await sql`
    select from user_addresses where address = ${address.toLowerCase()}`.execute(tx);
  return rows.length > 0;
}

/** Returns the subject; undefined if the user has no identity at the issuer. */
export async function deleteIdentity(
  tx: Tx,
  issuer: string,
  userId: string,
): Promise<string | undefined> {
  const deleted = await tx
    .deleteFrom('user_identities')
    .where('issuer', '=', issuer)
    .where('user_id', '=', userId)
    .returning('subject')
    .executeTakeFirst();
  return deleted?.subject;
}

export interface PersonAtProvider {
  user_id: string;
  email: string;
  name: string;
  roles: Role[];
  assigned_roles: Role[] | null;
  claims: Record<string, string[]>;
}

/** Returns active users of the issuer, those who signed in last first. */
export async function peopleOfIssuer(
  db: Db,
  issuer: string,
  limit: number,
): Promise<PersonAtProvider[]> {
  const { rows } = await sql<PersonAtProvider>`
    select user_id, email, name, roles, assigned_roles, claims
    from user_identities join users on users.id = user_id
    where issuer = ${issuer} and active
    order by last_sign_in_at desc, user_id limit ${limit}`.execute(db);
  return rows;
}

interface LinkedIdentityRow extends Pick<IdentityRow, 'subject' | 'linked_at' | 'last_sign_in_at'> {
  /** A user has one identity at each issuer, so the user names the row. */
  id: string;
  email: string;
  name: string;
}

export const identityList: ListSpec<LinkedIdentityRow> = {
  name: 'identities',
  table: 'linked_identities',
  columns: ['id', 'email', 'name', 'subject', 'linked_at', 'last_sign_in_at'],
  large: [],
  sources: { user_id: ['id'] },
  sorts: { linked_at: 'timestamptz' },
  mainSort: 'linked_at',
  filters: {
    issuer: { column: 'issuer', test: 'in', type: 'text' },
    email: { column: 'email', test: 'in', type: 'text', isAddress: true },
  },
  total: 'bounded',
};
