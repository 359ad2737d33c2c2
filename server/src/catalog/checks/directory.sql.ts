// Reads which of the people and groups that an item names exist.
import { sql } from 'kysely';
import { nearestGroup, nearestPerson, roles, unknownGroups } from '../../identity/index.ts';
import { userOfAddress } from '../../platform/postgres/addresses.ts';
import type { Tx } from '../../platform/postgres/tables.ts';

export interface KnownPerson {
  active: boolean;
  roles: readonly string[];
}

/** Returns the people in the directory by the addresses that name them. */
export async function readPeople(
  tx: Tx,
  addresses: readonly string[],
): Promise<Map<string, KnownPerson>> {
  if (addresses.length === 0) return new Map();
  const { rows } = await sql<KnownPerson & { given: string }>`
    select given, active, roles from unnest(${[...addresses]}::text[]) as given
      join users on users.id = ${userOfAddress(sql.ref('given'))}`.execute(tx);
  return new Map(rows.map((row) => [row.given, row]));
}

/** Returns each name that no group has or had, with the one that was probably meant. */
export async function findUnknownGroups(
  tx: Tx,
  names: readonly string[],
): Promise<Map<string, string | undefined>> {
  const unknown = new Map<string, string | undefined>();
  for (const name of names.length === 0 ? [] : await unknownGroups(tx, names))
    unknown.set(name, await nearestGroup(tx, name));
  return unknown;
}

export const nearestOf = (tx: Tx, address: string): Promise<string | undefined> =>
  nearestPerson(tx, address, roles);
