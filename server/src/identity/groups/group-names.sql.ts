// A group is known by its present name and by those it had. The function `present_group_name` of the database resolves
// them all.
import { type RawBuilder, sql } from 'kysely';
import { runNamed } from '../../platform/postgres/statements.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

interface GroupNamesTable {
  name: string;
  group_id: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    group_names: GroupNamesTable;
  }
}

export const presentGroupSql = (name: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`present_group_name(${name})`;

/** Returns the present name of each name; an unknown one stays as it is. */
export async function presentGroupNames(
  db: Db,
  names: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await runNamed(
    db,
    'present names of groups',
    sql<{ given: string; name: string }>`
    select given, ${presentGroupSql(sql`given`)} as name from unnest(${names}::text[]) as given`,
  );
  return new Map(rows.map(({ given, name }) => [given, name]));
}

/** Returns the names that no group has or had. */
export async function unknownGroups(db: Db, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ given: string }>`
    select given from unnest(${names}::text[]) as given
    where not exists (select from groups where name = ${presentGroupSql(sql`given`)})`.execute(db);
  return new Set(rows.map(({ given }) => given));
}

/** Returns every name that the named groups have or had, and unknown names as they are. */
export async function allGroupNames(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await runNamed(
    db,
    'all names of groups',
    sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name
    union
    select other.name from group_names as given join group_names as other using (group_id)
    where given.name = any(${names}::text[])`,
  );
  return rows.map(({ name }) => name);
}

interface NamedGroup {
  table: string;
  column: string;
  names: readonly string[];
}

/** Returns the oldest records that name the group by one of these names. */
export async function findWithGroup(
  tx: Tx,
  { table, column, names }: NamedGroup,
  limit: number,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${sql.ref(column)} = any(${[...names]}::text[])
    order by created_at, id limit ${limit}`.execute(tx);
  return rows;
}

/** Returns the names that the group had; the records that carry one are renamed. */
export async function formerNames(tx: Tx, id: string, present: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('group_names')
    .select('name')
    .where('group_id', '=', id)
    .where('name', '<>', present)
    .execute();
  return rows.map(({ name }) => name);
}
