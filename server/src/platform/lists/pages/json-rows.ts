// Rows as JSON that PostgreSQL writes, for lists whose rows are shown as they are read: the process passes the text on
// and touches no value.
import { type RawBuilder, sql } from 'kysely';

/** Columns of type timestamptz, of every list that is read so. */
const isTime = (column: string): boolean => column.endsWith('_at');

/** A time is written as the driver reads it: UTC, to the millisecond. */
const written = (column: string): RawBuilder<unknown> => {
  const name = sql.ref(column);
  return isTime(column)
    ? sql`to_char(page.${name}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${name}`
    : sql`page.${name} as ${name}`;
};

interface JsonRows {
  /** The columns that are shown. */
  columns: readonly string[];
  /** The columns that the process reads besides. */
  keys: readonly string[];
  orderBy: RawBuilder<unknown>;
}

/** Each row as `item`, with its keys. */
export const jsonRows = (
  page: RawBuilder<unknown>,
  { columns, keys, orderBy }: JsonRows,
): RawBuilder<Record<string, unknown>> => sql<Record<string, unknown>>`
  select ${sql.join(keys.map((key) => sql`page.${sql.ref(key)} as ${sql.ref(key)}`))},
    row_to_json(shown)::text as item
  from (${page}) as page cross join lateral (select ${sql.join(columns.map(written))}) as shown
  order by ${orderBy}`;
