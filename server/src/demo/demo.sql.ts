// Whether the database has no records, and when the next SLA threshold is due.
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/postgres/tables.ts';

export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from incidents) or exists (select from changes)
      or exists (select from service_requests) or exists (select from cis) as some`.execute(db);
  return !rows[0]?.some;
}

export async function findNextDue(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ due: string | null }>`
    select min(sla_next_due_at) as due from incidents`.execute(tx);
  return rows[0]?.due ?? null;
}
