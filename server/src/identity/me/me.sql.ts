import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/tables.ts';
import { runNamed } from '../../platform/postgres/statements.ts';

/** Returns null for a subject of another identity provider. */
export async function nameOfSubject(db: Db, id: string): Promise<string | null> {
  const { rows } = await runNamed(
    db,
    'name of the caller',
    sql<{ name: string }>`
    select name from users where id = ${id} union all select name from clients where id = ${id}`,
  );
  return rows[0]?.name ?? null;
}
