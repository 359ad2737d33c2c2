// A provisioned group is a group of this instance; its provisioned members are stored by the ids of the users.
import { sql } from 'kysely';
import type { GroupRow } from '../../identity/index.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { type FilterColumns, filterSql } from '../filter.sql.ts';
import type { Condition } from '../protocol/filter.ts';
import type { Page } from '../protocol/list-message.ts';

interface ScimGroupsTable {
  group_id: string;
  connector: string;
  external_id: string | null;
}

interface ScimGroupMembersTable {
  group_id: string;
  user_id: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    scim_groups: ScimGroupsTable;
    scim_group_members: ScimGroupMembersTable;
  }
}

export type ProvisionedGroup = Pick<
  GroupRow,
  'id' | 'name' | 'version' | 'created_at' | 'updated_at'
> & { external_id: string | null };

export interface Member {
  group_id: string;
  id: string;
  name: string;
  email: string;
}

const columns = sql`g.id, g.name, g.version, g.created_at, g.updated_at, s.external_id`;

const memberIds = {
  list: sql`(select user_id as item from scim_group_members where group_id = g.id)`,
};

const filterColumns: FilterColumns = {
  id: { text: sql`g.id` },
  displayname: { text: sql`lower(g.name)`, isLower: true },
  externalid: { text: sql`s.external_id` },
  members: memberIds,
  'members.value': memberIds,
};

const fromSql = (connector: string) => sql`
  from scim_groups s join groups g on g.id = s.group_id where s.connector = ${connector}`;

export const countGroups = async (
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

export async function listGroups(
  db: Db,
  connector: string,
  filter: readonly Condition[],
  { startIndex, count }: Page,
): Promise<ProvisionedGroup[]> {
  const { rows } = await sql<ProvisionedGroup>`
    select ${columns} ${fromSql(connector)} and ${filterSql(filter, filterColumns)}
    order by g.id limit ${count} offset ${startIndex - 1}`.execute(db);
  return rows;
}

export async function findGroup(
  db: Db | Tx,
  connector: string,
  id: string,
): Promise<ProvisionedGroup | undefined> {
  const { rows } = await sql<ProvisionedGroup>`
    select ${columns} ${fromSql(connector)} and g.id = ${id}`.execute(db);
  return rows[0];
}

export async function membersOfGroups(db: Db | Tx, ids: readonly string[]): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select m.group_id, u.id, u.name, u.email from scim_group_members m join users u on u.id = m.user_id
    where m.group_id = any(${ids}::text[]) order by u.id`.execute(db);
  return rows;
}

/** Changes of one group wait for each other before they lock its members and the group itself. */
export const serializeGroup = (tx: Tx, id: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('signalbox_scim_group'), hashtext(${id}))`.execute(tx);

export async function groupIdOfName(tx: Tx, name: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('groups')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.id;
}

export const saveGroupLink = (
  tx: Tx,
  row: { group_id: string; connector: string; external_id: string | null },
): Promise<unknown> =>
  tx
    .insertInto('scim_groups')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('group_id').doUpdateSet({ external_id: row.external_id }),
    )
    .execute();

export const deleteGroupLink = (tx: Tx, id: string): Promise<unknown> =>
  tx.deleteFrom('scim_groups').where('group_id', '=', id).execute();

/** Returns the users among these whom the connector provisions. */
export async function provisionedAmong(
  tx: Tx,
  connector: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from scim_users where connector = ${connector} and user_id = any(${ids}::text[])`.execute(
    tx,
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

export const insertMembers = (tx: Tx, group: string, users: readonly string[]): Promise<unknown> =>
  sql`insert into scim_group_members select ${group}, unnest(${users}::text[]) on conflict do nothing`.execute(
    tx,
  );

export const deleteMembers = (tx: Tx, group: string, users: readonly string[]): Promise<unknown> =>
  sql`delete from scim_group_members where group_id = ${group} and user_id = any(${users}::text[])`.execute(
    tx,
  );

export async function addressesOf(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ email: string }>`
    select email from users where id = any(${ids}::text[]) order by id`.execute(tx);
  return rows.map(({ email }) => email);
}
