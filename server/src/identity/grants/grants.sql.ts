import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { Role } from '../roles.ts';

export interface GrantRow {
  user_id: string;
  source: string;
  roles: Role[];
  /** Groups are named by their ids. */
  groups: string[];
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    granted_roles: GrantRow;
  }
}

/** The lock on the user protects the grants. */
export const readGrants = (db: Db | Tx, userId: string): Promise<GrantRow[]> =>
  db
    .selectFrom('granted_roles')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('source')
    .execute();

export const saveGrant = (tx: Tx, row: GrantRow): Promise<unknown> =>
  tx
    .insertInto('granted_roles')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'source']).doUpdateSet({ roles: row.roles, groups: row.groups }),
    )
    .execute();

export const deleteGrant = (
  tx: Tx,
  { user_id, source }: Pick<GrantRow, 'user_id' | 'source'>,
): Promise<unknown> =>
  tx
    .deleteFrom('granted_roles')
    .where('user_id', '=', user_id)
    .where('source', '=', source)
    .execute();

export const grantsOf = (db: Db, userIds: readonly string[]): Promise<GrantRow[]> =>
  userIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('granted_roles').selectAll().where('user_id', 'in', userIds).execute();
