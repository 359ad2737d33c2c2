import { sql } from 'kysely';
import type { Db, Tx } from '../platform/postgres/tables.ts';

export interface Person {
  id: string;
  email: string;
  formerEmails: string[];
  name: string;
  roles: string[];
  active: boolean;
}

export async function findUser(db: Db | Tx, id: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select id, email, previous_emails as "formerEmails", name, roles, active from users where id = ${id}`.execute(
    db,
  );
  return rows[0];
}

export interface NamedGroup {
  id: string;
  name: string;
}

export async function findGroup(
  db: Db,
  id: string,
): Promise<(NamedGroup & { previous_names: string[] }) | undefined> {
  const { rows } = await sql<NamedGroup & { previous_names: string[] }>`
    select id, name, previous_names from groups where id = ${id}`.execute(db);
  return rows[0];
}

/** Returns the groups that have no member but this one. */
export async function groupsOfOnly(db: Db, email: string): Promise<NamedGroup[]> {
  const { rows } = await sql<NamedGroup>`
    select id, name from groups
    where members <> '{}' and not exists (
      select from unnest(members) as member where lower(member) <> lower(${email}))
    order by name`.execute(db);
  return rows;
}

/** Counts the other active users with one of the roles. */
export async function countOthersWithRole(
  db: Db,
  id: string,
  roles: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users
    where active and id <> ${id} and roles && ${[...roles]}::text[]`.execute(db);
  return rows[0]?.count ?? 0;
}
