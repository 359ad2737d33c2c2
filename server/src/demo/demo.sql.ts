// Checks whether the database is empty.
import { sql } from 'kysely';
import type { Db } from '../platform/postgres/tables.ts';

export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from incidents) as some`.execute(db);
  return !rows[0]?.some;
}
