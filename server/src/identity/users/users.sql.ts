import { type Generated, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { ApiError } from '../../platform/errors.ts';
import { recordTable } from '../../records/index.ts';
import type { Role } from '../roles.ts';
import { userOfAddress } from '../../platform/postgres/addresses.ts';
import { runNamed } from '../../platform/postgres/statements.ts';

interface UsersTable {
  id: Generated<string>;
  email: string;
  name: string;
  roles: Role[];
  assigned_roles: Generated<Role[] | null>;
  password_hash: string | null;
  password_changed_at: string | null;
  active: boolean;
  access_ended_at: string | null;
  token_generation: Generated<number>;
  previous_emails: Generated<string[]>;
  manager: Generated<string | null>;
  department: Generated<string | null>;
  title: Generated<string | null>;
  site: Generated<string | null>;
  locale: Generated<string | null>;
  time_zone: Generated<string | null>;
  away_until: Generated<string | null>;
  delegate: Generated<string | null>;
  capacity: Generated<number | null>;
  provisioned_by: Generated<string | null>;
  invited_at: Generated<string | null>;
  invitation_expires_at: Generated<string | null>;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    users: UsersTable;
  }
}

export type UserRow = Selectable<UsersTable>;

/** A new user has none of these unless they are given. */
const attributes = [
  'assigned_roles',
  'previous_emails',
  'manager',
  'department',
  'title',
  'site',
  'locale',
  'time_zone',
  'away_until',
  'delegate',
  'capacity',
  'provisioned_by',
] as const;
type Attribute = (typeof attributes)[number];

const addressTaken = () =>
  new ApiError('already_exists', 'A user with this e-mail address already exists.', {
    field: 'email',
  });

export const userTable = recordTable<
  UserRow,
  'id' | 'token_generation' | 'version' | 'invited_at' | 'invitation_expires_at' | Attribute,
  | 'password_hash'
  | 'password_changed_at'
  | 'access_ended_at'
  | 'token_generation'
  | 'assigned_roles'
>({
  table: 'users',
  columns: [
    'id',
    'email',
    'name',
    'roles',
    'password_hash',
    'password_changed_at',
    'active',
    'access_ended_at',
    'token_generation',
    ...attributes,
    'invited_at',
    'invitation_expires_at',
    'version',
    'created_at',
    'updated_at',
  ],
  hidden: [
    'password_hash',
    'password_changed_at',
    'access_ended_at',
    'token_generation',
    'assigned_roles',
  ],
  list: { filters: { email: { column: 'email', test: 'in', type: 'text', isAddress: true } } },
  // The second one refuses former addresses of other users, too.
  taken: { users_email: addressTaken, user_addresses_pkey: addressTaken },
});

const MAX_ADDRESSES = 100;

/**
 * Returns active users with one of the roles, the oldest first. Their number is limited, because each gets a notification.
 * People who have or had one of the addresses of `except` are left out.
 */
export async function addressesWithRole(
  db: Db | Tx,
  some: readonly string[],
  except: readonly (string | null)[] = [],
): Promise<string[]> {
  const { rows } = await runNamed(
    db,
    'addresses with a role',
    sql<{ email: string }>`
    select email from users where active and roles && ${some}::text[]
      and id <> all(array(select user_id from user_addresses where address = any(${except.map((one) => one?.toLowerCase())}::text[])))
    order by created_at, id limit ${sql.lit(MAX_ADDRESSES)}`,
  );
  return rows.map(({ email }) => email);
}

/**
 * Omits the addresses of users who are deactivated or have none of the roles. Addresses without a user stay: an external
 * provider may know them.
 */
export async function filterByRole(
  tx: Tx,
  addresses: readonly string[],
  some: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from unnest(${addresses}::text[]) as address
    where not exists (
      select from users
      where users.id = ${userOfAddress(sql.ref('address'))} and not (active and roles && ${some}::text[]))`.execute(
    tx,
  );
  return rows.map(({ address }) => address);
}

/** A user without a password cannot sign in with the built-in provider. */
export async function countUsersWithLogin(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users where active and password_hash is not null`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** PostgreSQL rejects NUL even in comparisons, and no address contains one. */
export const findUserByEmail = async (db: Db, email: string): Promise<UserRow | undefined> =>
  email.includes('\0')
    ? undefined
    : userTable.findWhere(db, sql`lower(email) = ${email.toLowerCase()}`);

export const findUser = (db: Db, id: string): Promise<UserRow | undefined> =>
  userTable.find(db, id);

/** Finds the user who has the address, or had it. */
export const findUserOfAddress = async (
  db: Db | Tx,
  address: string,
): Promise<UserRow | undefined> =>
  address.includes('\0')
    ? undefined
    : userTable.findWhere(db, sql`id = ${userOfAddress(sql`${address}::text`)}`);

/** A former address of somebody is known, too. */
export async function isKnownAddress(db: Db | Tx, address: string): Promise<boolean> {
  const { rows } = await sql`
    select from user_addresses where address = ${address.toLowerCase()}`.execute(db);
  return rows.length > 0;
}

/** A client may act under the present address of a user; the records of a former one are the user's own. */
export async function refuseFormerAddress(
  tx: Tx,
  address: string | null | undefined,
): Promise<void> {
  if (!address) return;
  const { rows } = await sql`
    select from users
    where id = ${userOfAddress(sql`${address}::text`)} and lower(email) <> ${address.toLowerCase()}`.execute(
    tx,
  );
  if (rows.length > 0)
    throw new ApiError('already_exists', 'A user had this e-mail address before.', {
      field: 'email',
    });
}

/** Two administrators who remove each other at the same time wait for each other here. */
export async function hasOtherAdministrator(tx: Tx, id: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('signalbox_administrators'))`.execute(tx);
  const { rows } = await sql`
    select from users where active and 'super_admin' = any(roles) and id <> ${id} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}
