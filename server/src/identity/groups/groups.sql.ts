import { type Generated, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { ApiError } from '../../platform/errors.ts';
import { recordTable } from '../../records/index.ts';
import { presentGroupSql } from './group-names.sql.ts';
import { runNamed } from '../../platform/postgres/statements.ts';

interface GroupsTable {
  id: Generated<string>;
  name: string;
  email: string | null;
  members: string[];
  previous_names: Generated<string[]>;
  provisioned_by: Generated<string | null>;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    groups: GroupsTable;
  }
}

export type GroupRow = Selectable<GroupsTable>;

const nameTaken = () =>
  new ApiError('already_exists', 'Another group has this name, or had it before.', {
    field: 'name',
  });

export const groupTable = recordTable<
  GroupRow,
  'id' | 'version' | 'previous_names' | 'provisioned_by'
>({
  table: 'groups',
  columns: [
    'id',
    'name',
    'email',
    'members',
    'previous_names',
    'provisioned_by',
    'version',
    'created_at',
    'updated_at',
  ],
  list: {
    large: ['members'],
    filters: { name: { column: 'name', test: 'in', type: 'text' } },
  },
  taken: {
    groups_name: nameTaken,
    // The second one refuses former names of other groups, too.
    group_names_pkey: nameTaken,
  },
});

export async function groupIdsByName(tx: Tx, names: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('groups')
    .select('id')
    .where(
      'name',
      'in',
      sql<string>`(select ${presentGroupSql(sql`given`)} from unnest(${[...names]}::text[]) as given)`,
    )
    .execute();
  return rows.map(({ id }) => id);
}

export type RuleGroup = Pick<GroupRow, 'id' | 'name' | 'members'>;

/** Returns the groups that rules name, and those with these ids. */
export async function groupsForRules(
  db: Db,
  names: readonly string[],
  ids: readonly string[],
): Promise<RuleGroup[]> {
  const { rows } = await sql<RuleGroup>`
    select id, name, members from groups
    where name = any(${names}::text[]) or id = any(${ids}::text[]) order by name`.execute(db);
  return rows;
}

/** Selects the names of the groups with this member, in alphabetical order. */
export const groupsOfMemberSql = (email: string): RawBuilder<{ name: string }> => sql`
  select name from groups
  where exists (select from unnest(members) as member where lower(member) = ${email.toLowerCase()})
  order by name`;

export async function groupsOfMember(db: Db, email: string): Promise<string[]> {
  const { rows } = await runNamed(db, 'groups of the caller', groupsOfMemberSql(email));
  return rows.map(({ name }) => name);
}

/** Returns the ids in their order, in which groups are locked. */
export async function groupsWithMember(tx: Tx, email: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from groups
    where exists (select from unnest(members) as member where lower(member) = ${email.toLowerCase()})
    order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns null if the group is unknown or has no address. */
export async function groupAddress(tx: Tx, name: string): Promise<string | null> {
  const group = await tx
    .selectFrom('groups')
    .select('email')
    .where('name', '=', presentGroupSql(sql`${name}::text`))
    .executeTakeFirst();
  return group?.email ?? null;
}

/** Returns nobody if the group is unknown. */
export async function groupMembers(tx: Tx, name: string): Promise<string[]> {
  const group = await tx
    .selectFrom('groups')
    .select('members')
    .where('name', '=', presentGroupSql(sql`${name}::text`))
    .executeTakeFirst();
  return group?.members ?? [];
}
