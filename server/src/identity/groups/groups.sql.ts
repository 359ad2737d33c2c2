import { type Generated, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { ApiError } from '../../platform/errors.ts';
import { recordTable } from '../../records/index.ts';
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

export const groupTable = recordTable<
  GroupRow,
  'id' | 'version' | 'previous_names' | 'provisioned_by',
  'previous_names'
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
  hidden: ['previous_names'],
  list: {
    large: ['members'],
    filters: { name: { column: 'name', test: 'in', type: 'text' } },
  },
  taken: {
    groups_name: () =>
      new ApiError('already_exists', 'A group with this name already exists.', { field: 'name' }),
  },
});

export async function groupIdsByName(tx: Tx, names: readonly string[]): Promise<string[]> {
  const rows = await tx.selectFrom('groups').select('id').where('name', 'in', names).execute();
  return rows.map(({ id }) => id);
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

/** Returns null if the group is unknown or has no address. */
export async function groupAddress(tx: Tx, name: string): Promise<string | null> {
  const group = await tx
    .selectFrom('groups')
    .select('email')
    .where('name', '=', name)
    .executeTakeFirst();
  return group?.email ?? null;
}

/** Returns nobody if the group is unknown. */
export async function groupMembers(tx: Tx, name: string): Promise<string[]> {
  const group = await tx
    .selectFrom('groups')
    .select('members')
    .where('name', '=', name)
    .executeTakeFirst();
  return group?.members ?? [];
}
