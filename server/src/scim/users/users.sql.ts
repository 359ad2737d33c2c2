// A provisioned user is a user of this instance with the data of its connector.
import { type RawBuilder, sql } from 'kysely';
import type { UserRow } from '../../identity/index.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { Condition } from '../protocol/filter.ts';
import type { Page } from '../protocol/list-message.ts';
import type { Element } from '../protocol/values.ts';
import { type FilterColumns, filterSql } from '../filter.sql.ts';

/** These attributes are only stored and returned. */
export interface StoredAttributes {
  displayName?: string;
  name?: Element;
  emails?: readonly Element[];
}

interface ScimUsersTable {
  user_id: string;
  connector: string;
  external_id: string | null;
  attributes: StoredAttributes;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    scim_users: ScimUsersTable;
  }
}

export type UserLink = Pick<ScimUsersTable, 'external_id' | 'attributes'>;

interface Manager {
  id: string;
  name: string;
  email: string;
}

export type ProvisionedUser = Pick<
  UserRow,
  | 'id'
  | 'email'
  | 'name'
  | 'title'
  | 'locale'
  | 'time_zone'
  | 'department'
  | 'active'
  | 'version'
  | 'created_at'
  | 'updated_at'
> &
  UserLink & { manager: Manager | null };

/** A former address of the manager still names them. */
const managerSql = sql`(
  select jsonb_build_object('id', m.id, 'name', m.name, 'email', m.email)
  from user_addresses a join users m on m.id = a.user_id where a.address = lower(u.manager))`;

const columns = sql`u.id, u.email, u.name, u.title, u.locale, u.time_zone, u.department, u.active, u.version,
  u.created_at, u.updated_at, s.external_id, s.attributes, ${managerSql} as manager`;

const lowerText = (column: RawBuilder<unknown>) => ({ text: sql`lower(${column})`, isLower: true });

const emails = {
  list: sql`(select lower(value ->> 'value') as item
    from jsonb_array_elements(s.attributes -> 'emails') union all select lower(u.email))`,
  isLower: true,
};

const filterColumns: FilterColumns = {
  id: { text: sql`u.id` },
  username: lowerText(sql`u.email`),
  externalid: { text: sql`s.external_id` },
  displayname: lowerText(sql`u.name`),
  'name.familyname': lowerText(sql`s.attributes -> 'name' ->> 'familyName'`),
  'name.givenname': lowerText(sql`s.attributes -> 'name' ->> 'givenName'`),
  'name.formatted': lowerText(sql`s.attributes -> 'name' ->> 'formatted'`),
  title: lowerText(sql`u.title`),
  department: lowerText(sql`u.department`),
  emails,
  'emails.value': emails,
  'groups.value': {
    list: sql`(select group_id as item from scim_group_members where user_id = u.id)`,
  },
  active: { boolean: sql`u.active` },
};

const fromSql = (connector: string) => sql`
  from scim_users s join users u on u.id = s.user_id where s.connector = ${connector}`;

export const countUsers = async (
  db: Db,
  connector: string,
  filter: readonly Condition[],
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n ${fromSql(connector)} and ${filterSql(filter, filterColumns)}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
};

export async function listUsers(
  db: Db,
  connector: string,
  filter: readonly Condition[],
  { startIndex, count }: Page,
): Promise<ProvisionedUser[]> {
  const { rows } = await sql<ProvisionedUser>`
    select ${columns} ${fromSql(connector)} and ${filterSql(filter, filterColumns)}
    order by u.id limit ${count} offset ${startIndex - 1}`.execute(db);
  return rows;
}

export async function findUser(
  db: Db | Tx,
  connector: string,
  id: string,
): Promise<ProvisionedUser | undefined> {
  const { rows } = await sql<ProvisionedUser>`
    select ${columns} ${fromSql(connector)} and u.id = ${id}`.execute(db);
  return rows[0];
}

/** The lock on the user protects the link. */
export const saveLink = (
  tx: Tx,
  user_id: string,
  connector: string,
  { external_id, attributes }: UserLink,
): Promise<unknown> =>
  sql`insert into scim_users (user_id, connector, external_id, attributes)
    values (${user_id}, ${connector}, ${external_id}, ${JSON.stringify(attributes)}::jsonb)
    on conflict (user_id) do update set external_id = excluded.external_id, attributes = excluded.attributes`.execute(
    tx,
  );

export const deleteLink = (tx: Tx, userId: string): Promise<unknown> =>
  tx.deleteFrom('scim_users').where('user_id', '=', userId).execute();

/** Returns the id of the user who has or had this address. */
export async function ownerOfAddress(tx: Tx, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from user_addresses where address = ${email.toLowerCase()}`.execute(tx);
  return rows[0]?.user_id;
}

export interface GroupOfUser {
  user_id: string;
  id: string;
  name: string;
}

/** Returns the provisioned groups of these users. */
export async function groupsOfUsers(db: Db | Tx, ids: readonly string[]): Promise<GroupOfUser[]> {
  const { rows } = await sql<GroupOfUser>`
    select m.user_id, g.id, g.name from scim_group_members m join groups g on g.id = m.group_id
    where m.user_id = any(${ids}::text[]) order by g.id`.execute(db);
  return rows;
}
