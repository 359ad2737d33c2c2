// Groups in PostgreSQL.
import type { Generated, Selectable } from 'kysely';
import { breaksUnique, type Db, type Tx } from '../../platform/db.ts';
import { Problem } from '../../platform/errors.ts';
import type { ListSpec } from '../../platform/list.ts';

interface GroupsTable {
  id: Generated<string>;
  name: string;
  email: string | null;
  members: string[];
  version: Generated<number>;
  created_at: string;
  updated_at: string;
}

declare module '../../platform/db.ts' {
  interface Tables {
    groups: GroupsTable;
  }
}

export type GroupRow = Selectable<GroupsTable>;

const columns = [
  'id',
  'name',
  'email',
  'members',
  'version',
  'created_at',
  'updated_at',
] as const satisfies (keyof GroupRow)[];

const explainTaken = (error: unknown): never => {
  throw breaksUnique(error, 'groups_name')
    ? new Problem('already_exists', 'There is a group with this name.', { field: 'name' })
    : error;
};

export const findGroup = (db: Db, id: string): Promise<GroupRow | undefined> =>
  db.selectFrom('groups').select(columns).where('id', '=', id).executeTakeFirst();

/** Where a group reads its mail, if it is known and has an address. */
export async function groupAddress(tx: Tx, name: string): Promise<string | null> {
  const group = await tx
    .selectFrom('groups')
    .select('email')
    .where('name', '=', name)
    .executeTakeFirst();
  return group?.email ?? null;
}

export const lockGroup = (tx: Tx, id: string): Promise<GroupRow | undefined> =>
  tx.selectFrom('groups').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();

export const insertGroup = (tx: Tx, row: Omit<GroupRow, 'id' | 'version'>): Promise<GroupRow> =>
  tx
    .insertInto('groups')
    .values(row)
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch(explainTaken);

export const saveGroup = (tx: Tx, { id, created_at: _, ...row }: GroupRow): Promise<unknown> =>
  tx.updateTable('groups').set(row).where('id', '=', id).execute().catch(explainTaken);

export const groupList: ListSpec = {
  name: 'groups',
  table: 'groups',
  columns,
  sorts: { created_at: 'timestamptz' },
  mainSort: 'created_at',
  filters: { name: { column: 'name', test: 'in', type: 'text' } },
  total: 'bounded',
};
