import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { runNamed } from '../../platform/postgres/statements.ts';

/** The row has these members besides the name; those of a client are null. */
interface CallerRow {
  name: string;
  locale: string | null;
  time_zone: string | null;
  away_until: string | null;
  delegate: string | null;
}

/** Returns undefined for a subject of another identity provider. */
export async function findCaller(db: Db | Tx, id: string): Promise<CallerRow | undefined> {
  const { rows } = await runNamed(
    db,
    'the caller',
    sql<CallerRow>`
    select name, locale, time_zone, away_until, delegate from users where id = ${id}
    union all select name, null, null, null, null from clients where id = ${id}`,
  );
  return rows[0];
}
