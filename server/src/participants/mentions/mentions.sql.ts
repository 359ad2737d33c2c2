// Finds the users whom a note may mention, by their addresses and by their full names.
import { sql } from 'kysely';
import { userOfAddress } from '../../platform/postgres/addresses.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

export interface FoundUser {
  /** The note names the user so. */
  given: string;
  id: string;
  email: string;
}

/** Returns the users who have these addresses, or had them; they may be deactivated. */
export async function findByAddress(tx: Tx, addresses: readonly string[]): Promise<FoundUser[]> {
  if (addresses.length === 0) return [];
  const { rows } = await sql<FoundUser>`
    select given, users.id, users.email from unnest(${addresses}::text[]) as given
    join users on users.id = ${userOfAddress(sql.ref('given'))}`.execute(tx);
  return rows;
}

/** Two show that a name is not unique. */
const MAX_OF_NAME = sql.lit(2);

/** Returns the active users with these full names, regardless of case, at most two of each name. */
export async function findByName(tx: Tx, names: readonly string[]): Promise<FoundUser[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<FoundUser>`
    select given, named.id, named.email from unnest(${names}::text[]) as given
    cross join lateral (
      select id, email from users where lower(users.name) = lower(given) and active
      order by id limit ${MAX_OF_NAME}) as named`.execute(tx);
  return rows;
}

export async function findAddresses(
  db: Db | Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from users where id = any(${ids}::text[])`.execute(db);
  return new Map(rows.map(({ id, email }) => [id, email]));
}
