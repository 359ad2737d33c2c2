import { sql } from 'kysely';
import type { UserRow } from '../../identity/index.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

/** Locks the users in the order of their ids, before any group, so that two requests cannot wait for each other. */
export const lockUsers = async (
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UserRow>> => {
  const rows = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
};

/** Returns the ids of the users of a connector after this one. */
export async function usersAfter(
  db: Db,
  connector: string,
  after: string,
  most: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('scim_users')
    .select('user_id')
    .where('connector', '=', connector)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(most)
    .execute();
  return rows.map(({ user_id }) => user_id);
}
