// Checks whether the database has no records.
import { sql } from 'kysely';
import type { Db } from '../platform/postgres/tables.ts';

export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from incidents) or exists (select from changes)
      or exists (select from service_requests) or exists (select from cis) as some`.execute(db);
  return !rows[0]?.some;
}
