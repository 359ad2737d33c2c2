import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/tables.ts';

interface RequirementsTable {
  user_id: string;
  applied_at: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    factor_requirements: RequirementsTable;
  }
}

/** Returns when the requirement first applied to the person, which is now if it never did. */
export async function noteRequirement(db: Db, userId: string, now: string): Promise<string> {
  await sql`insert into factor_requirements values (${userId}, ${now}::timestamptz)
    on conflict do nothing`.execute(db);
  const { rows } = await sql<RequirementsTable>`
    select applied_at from factor_requirements where user_id = ${userId}`.execute(db);
  return rows[0]?.applied_at ?? now;
}

/** Returns undefined if the requirement never applied to the person. */
export async function findRequiredSince(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await sql<RequirementsTable>`
    select applied_at from factor_requirements where user_id = ${userId}`.execute(db);
  return rows[0]?.applied_at;
}

/** The days of people begin with the requirement, whether or not they sign in. */
export const noteRequirements = (db: Db, roles: readonly string[], now: string): Promise<unknown> =>
  sql`insert into factor_requirements
    select id, ${now}::timestamptz from users where active and roles && ${roles}::text[]
    on conflict do nothing`.execute(db);
