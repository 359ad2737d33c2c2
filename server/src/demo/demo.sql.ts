import { sql } from 'kysely';
import type { Db, Tx } from '../platform/postgres/tables.ts';

export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from incidents) or exists (select from changes)
      or exists (select from service_requests) or exists (select from cis)
      or exists (select from articles) as some`.execute(db);
  return !rows[0]?.some;
}

export async function findDue(
  tx: Tx,
  ids: readonly string[],
): Promise<{ id: string; sla_next_due_at: string | null }[]> {
  const { rows } = await sql<{ id: string; sla_next_due_at: string | null }>`
    select id, sla_next_due_at from incidents where id = any(${ids}::text[])`.execute(tx);
  return rows;
}

/** Indexing vectors one by one takes the embedded database twice as long as all at once. */
const NEAREST = ['passages_embedding', 'symptom_embeddings_nearest'];

/** Drops the indexes during the load, so nobody else may use the tables meanwhile. */
export async function buildIndexesAfter<T>(tx: Tx, load: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select name, pg_get_indexdef(name::regclass) as definition
    from unnest(${NEAREST}::text[]) as name`.execute(tx);
  for (const { name } of rows) await sql`drop index ${sql.table(name)}`.execute(tx);
  const loaded = await load();
  for (const { definition } of rows) await sql.raw(definition).execute(tx);
  return loaded;
}

/** All connections of the embedded database share one backend, and with it the prepared statements. */
export async function deallocateStatements(db: Db): Promise<void> {
  await sql`deallocate all`.execute(db);
}
