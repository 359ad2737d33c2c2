// Whether the database has no records, when SLA thresholds are due, and the end of prepared statements.
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/postgres/tables.ts';

export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from incidents) or exists (select from changes)
      or exists (select from service_requests) or exists (select from cis)
      or exists (select from articles) as some`.execute(db);
  return !rows[0]?.some;
}

/** When the next SLA threshold of each of these incidents is due. */
export async function findDue(
  tx: Tx,
  ids: readonly string[],
): Promise<{ id: string; sla_next_due_at: string | null }[]> {
  const { rows } = await sql<{ id: string; sla_next_due_at: string | null }>`
    select id, sla_next_due_at from incidents where id = any(${ids}::text[])`.execute(tx);
  return rows;
}

/** Of the backend, which all connections of the embedded database share. */
export async function deallocateStatements(db: Db): Promise<void> {
  await sql`deallocate all`.execute(db);
}
