// A restored database would give out numbers again that records lost since the backup had, and that people have in their mail.
import { sql } from 'kysely';
import type { Tx } from '../platform/postgres/tables.ts';

export interface MovedNumbers {
  /** The table whose new rows get the numbers. */
  table: string;
  /** Null where the numbers are not part of an id. */
  next_id: string | null;
  next_number: number;
}

interface Row extends MovedNumbers {
  default: string;
}

/** Identity columns number rows that nobody outside the database refers to, so their sequences stay as they are. */
const numberSequences = sql`
  select sequence.oid as id, owner.relname as "table", pg_get_expr(d.adbin, d.adrelid) as "default"
  from pg_class sequence
    join pg_depend need on need.refobjid = sequence.oid and need.refclassid = 'pg_class'::regclass
      and need.classid = 'pg_attrdef'::regclass
    join pg_attrdef d on d.oid = need.objid
    join pg_class owner on owner.oid = d.adrelid
  where sequence.relkind = 'S' and sequence.relnamespace = 'public'::regnamespace and not owner.relispartition`;

/**
 * Moves every sequence of numbers ahead. This is not undone with the transaction, and need not be: a number that is not
 * used is lost like that of any transaction that is rolled back.
 */
export async function moveNumbersAhead(tx: Tx, ahead: number): Promise<MovedNumbers[]> {
  const { rows } = await sql<Row>`
    with numbers as materialized (${numberSequences})
    select "table", "default", setval(id::regclass, nextval(id::regclass) + ${ahead}::bigint - 1) + 1 as next_number
    from numbers order by "table"`.execute(tx);
  const moved: MovedNumbers[] = [];
  for (const { default: expression, table, next_number } of rows) {
    // The expression is the default of a column of ours, and shows the number in the form of an id.
    const text = expression.replace(/nextval\([^)]*\)/, `${next_number}::bigint`);
    const shown = await sql<{ id: unknown }>`select ${sql.raw(text)} as id`.execute(tx);
    const id = shown.rows[0]?.id;
    moved.push({ table, next_id: typeof id === 'string' ? id : null, next_number });
  }
  return moved;
}
