// PostgreSQL writes rows as JSON where they are sent as they are read, so that the process passes the text on and touches
// no value. A page is bounded in bytes, both as PostgreSQL sends it and as it is sent to the caller.
import { type RawBuilder, sql } from 'kysely';
import type { UntypedListSpec } from './list-spec.ts';

/** At least as many rows are read as requested; only so many numbers, because each is a statement of its own. */
const READ_ROWS = [1, 10, 25, 50, 100, 200];
export const rowsToRead = (limit: number): number =>
  READ_ROWS.find((rows) => rows >= limit) ?? limit;

export const MAX_PAGE_BYTES = 4_000_000;
/** JSON escapes a control character as six, and presenting adds to rows. */
const MOST_BYTES_OF_BYTE = 16;
/** A character in JavaScript has at most so many bytes in UTF-8. */
const MOST_BYTES_OF_CHARACTER = 3;

/** Reads the size from the header of a value without fetching or decompressing it, except for compressed JSON. */
const columnBytes = (column: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce(case when pg_column_compression(${column}) is null
    then pg_column_size(${column}) else octet_length(${column}::text) end, 0)`;

/** No page of such rows is too large; other pages are measured while they are read. */
const MAX_ROW_BYTES = Math.floor(MAX_PAGE_BYTES / 201);

export const isLargeRow = sql<boolean>`row_bytes > ${sql.lit(MAX_ROW_BYTES)}`;

/** Values of larger rows are left out, so that a page cannot be large: summing up while reading doubles its CPU time. */
export const withoutLargeValues = <Spec extends UntypedListSpec>(spec: Spec): Spec => {
  const { table, large, expressions = {} } = spec;
  const bytes = rowBytes(spec);
  const small = large
    .filter((column) => typeof column === 'string')
    .map((column) => {
      const value = expressions[column] ?? sql`${sql.table(table)}.${sql.ref(column)}`;
      return [column, sql`case when ${bytes} <= ${sql.lit(MAX_ROW_BYTES)} then ${value} end`];
    });
  return { ...spec, expressions: { ...expressions, ...Object.fromEntries(small) } };
};

/** The JSON of a row that is too large to be read without measuring is missing. */
export const hasLargeRow = (rows: readonly Record<string, unknown>[]): boolean =>
  rows.some(
    ({ row_bytes: bytes, row_json: json }) => json === null || Number(bytes ?? 0) > MAX_ROW_BYTES,
  );

/**
 * Selects the rows that fit, and one more if there is one, which shows that the page ends early. Each row has
 * `row_bytes`. No row counts as more than a page, so a page has at least one.
 */
export function withinPageBytes(
  rows: RawBuilder<unknown>,
  columns: readonly string[],
  orderBy: RawBuilder<unknown>,
): RawBuilder<Record<string, unknown>> {
  const most = sql.lit(MAX_PAGE_BYTES);
  return sql<Record<string, unknown>>`
    select ${sql.join([...columns, 'page_bytes'].map((column) => sql.ref(column)))}
    from (
      select sized.*, sum(row_bytes) over (order by ${orderBy} rows unbounded preceding)::int as page_bytes
      from (${rows}) as sized
    ) as summed
    where page_bytes - row_bytes <= ${most} order by ${orderBy}`;
}

const cappedBytes = (parts: readonly RawBuilder<number>[]): RawBuilder<number> =>
  sql<number>`least(${sql.join(parts, sql` + `)}, ${sql.lit(MAX_PAGE_BYTES)})`;

/** Only the large columns of a row are counted. */
export const rowBytes = ({
  table,
  large,
}: {
  table: string;
  large: readonly (string | RawBuilder<unknown>)[];
}): RawBuilder<number> =>
  cappedBytes(
    large.map((part) =>
      columnBytes(typeof part === 'string' ? sql`${sql.table(table)}.${sql.ref(part)}` : part),
    ),
  );

interface FittingRows {
  rows: Record<string, unknown>[];
  hasMore: boolean;
  /** The page has no more bytes than this as it is sent. */
  mostBytes: number;
  /** True if the page has fewer rows than requested although there are more. */
  isCut: boolean;
}

/** JSON omits members that are undefined; `delete` makes objects slow. */
export const hide = (rows: readonly Record<string, unknown>[], name: string): void => {
  if (rows[0]?.[name] !== undefined) for (const row of rows) row[name] = undefined;
};

/** No row that was read as JSON is large, so all fit. */
const fittingJson = (read: { row_json: string }[], limit: number): FittingRows => {
  const rows = read.slice(0, limit);
  const characters = rows.reduce((sum, { row_json: json }) => sum + json.length, 0);
  return {
    rows,
    hasMore: read.length > limit,
    mostBytes: characters * MOST_BYTES_OF_CHARACTER,
    isCut: false,
  };
};

/** `read` was measured, or has no large row. */
export function fittingRows(read: Record<string, unknown>[], limit: number): FittingRows {
  if (isJsonRow(read[0])) return fittingJson(read as { row_json: string }[], limit);
  let unmeasured = 0;
  const sums = read.map(({ page_bytes: measured, row_bytes: own }) =>
    Number(measured ?? (unmeasured += Number(own ?? 0))),
  );
  hide(read, 'page_bytes');
  hide(read, 'row_bytes');
  const beyond = sums.findIndex((bytes) => bytes > MAX_PAGE_BYTES);
  const end = Math.min(limit, beyond === -1 ? read.length : beyond);
  return {
    rows: read.slice(0, end),
    hasMore: read.length > end,
    mostBytes: (sums[end - 1] ?? 0) * MOST_BYTES_OF_BYTE,
    isCut: end < limit && read.length > end,
  };
}

/** Counts the items that fit into a page as JSON; at least one. */
export function countFitting(items: readonly (object | string)[], mostBytes: number): number {
  if (mostBytes <= MAX_PAGE_BYTES) return items.length;
  let sum = 0;
  const beyond = items.findIndex((item) => {
    sum += Buffer.byteLength(typeof item === 'string' ? item : JSON.stringify(item)) + 1;
    return sum > MAX_PAGE_BYTES;
  });
  return beyond === -1 ? items.length : Math.max(1, beyond);
}

/** Columns of type timestamptz, and no others, end like these in every list that is read as JSON. */
const isTime = (column: string): boolean => column.endsWith('_at') || column.endsWith('_until');

/** A time is written as the driver reads it: UTC, to the millisecond. */
const jsonColumn = (column: string): RawBuilder<unknown> => {
  const name = sql.ref(column);
  return isTime(column)
    ? sql`to_char(page.${name}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${name}`
    : sql`page.${name} as ${name}`;
};

interface JsonRows {
  columns: readonly string[];
  /** These columns are read besides the text: each costs as much as the whole text of its row. */
  keys: readonly string[];
  /** The text of such a row is left out. */
  isTooLarge: RawBuilder<boolean> | undefined;
  orderBy: RawBuilder<unknown>;
}

/** Selects each row as `row_json`, with its keys. */
export const jsonRows = (
  page: RawBuilder<unknown>,
  { columns, keys, isTooLarge, orderBy }: JsonRows,
): RawBuilder<Record<string, unknown>> => {
  const json = sql`row_to_json(shown)::text`;
  const small = isTooLarge ? sql`case when ${isTooLarge} then null else ${json} end` : json;
  return sql<Record<string, unknown>>`
    select ${sql.join([...keys.map((key) => sql`page.${sql.ref(key)}`), sql`${small} as row_json`])}
    from (${page}) as page cross join lateral (select ${sql.join(columns.map(jsonColumn))}) as shown
    order by ${orderBy}`;
};

export const isJsonRow = (row: object | undefined): boolean =>
  row !== undefined && 'row_json' in row;

/** Returns the values of a row by their names, whether it was read as JSON or not. */
export const valuesOf = (row: object): Record<string, unknown> => {
  const { row_json: json, ...values } = row as Record<string, unknown>;
  return typeof json === 'string' ? { ...JSON.parse(json), ...values } : values;
};
