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
  /** The columns that are read besides: each costs as much as the whole text of its row. */
  keys: readonly string[];
  /** Rows whose text is left out. */
  isTooLarge: RawBuilder<boolean> | undefined;
  orderBy: readonly RawBuilder<unknown>[];
}

/** Each row as `row_json`, with its keys. */
export const jsonRows = (
  page: RawBuilder<unknown>,
  { columns, keys, isTooLarge, orderBy }: JsonRows,
): RawBuilder<Record<string, unknown>> => {
  const json = sql`row_to_json(shown)::text`;
  const small = isTooLarge ? sql`case when ${isTooLarge} then null else ${json} end` : json;
  return sql<Record<string, unknown>>`
    select ${sql.join([...keys.map((key) => sql`page.${sql.ref(key)}`), sql`${small} as row_json`])}
    from (${page}) as page cross join lateral (select ${sql.join(columns.map(written))}) as shown
    order by ${sql.join(orderBy.map((key) => sql`page.${key}`))}`;
};

/** Whether rows were read as JSON. */
export const isJsonRow = (row: object | undefined): boolean =>
  row !== undefined && 'row_json' in row;

/** The values of a row by their names, whether it was read as JSON or not. */
export const valuesOf = (row: object): Record<string, unknown> => {
  const { row_json: json, ...values } = row as Record<string, unknown>;
  return typeof json === 'string' ? { ...JSON.parse(json), ...values } : values;
};
