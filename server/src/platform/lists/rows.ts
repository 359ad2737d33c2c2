// The rows of a page as they are read and sent: as JSON that PostgreSQL writes, where they are shown as they are read, so
// that the process passes the text on and touches no value; and bounded in bytes, both as PostgreSQL sends them and as
// they are sent to the caller.
import { type RawBuilder, sql } from 'kysely';
import type { Listed } from './list-spec.ts';

/** Rows that are read, at least as many as requested: each number is a text of its own. */
const READ_ROWS = [1, 10, 25, 50, 100, 200];
export const rowsToRead = (limit: number): number =>
  READ_ROWS.find((rows) => rows >= limit) ?? limit;

export const MAX_PAGE_BYTES = 4_000_000;
/** JSON escapes a control character as six, and presenting adds to rows. */
const MOST_BYTES_OF_BYTE = 16;
/** In UTF-8, of a character in JavaScript. */
const MOST_BYTES_OF_CHARACTER = 3;

/** Reads the size from the header of a value without fetching or decompressing it, except for compressed JSON. */
const columnBytes = (column: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce(case when pg_column_compression(${column}) is null
    then pg_column_size(${column}) else octet_length(${column}::text) end, 0)`;

/** Rows of which no page is too large: other pages are measured while they are read. */
const MAX_ROW_BYTES = Math.floor(MAX_PAGE_BYTES / 201);

export const isLargeRow = sql<boolean>`row_bytes > ${sql.lit(MAX_ROW_BYTES)}`;

/** Values of larger rows are left out, so that a page cannot be large: summing up while reading doubles its CPU time. */
export const withoutLargeValues = <Spec extends Listed>(spec: Spec): Spec => {
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

/** Whether a row was too large to be read without measuring: then its JSON is missing. */
export const hasLargeRow = (rows: readonly Record<string, unknown>[]): boolean =>
  rows.some(
    ({ row_bytes: bytes, row_json: json }) => json === null || Number(bytes ?? 0) > MAX_ROW_BYTES,
  );

/**
 * The rows of a page, each with `row_bytes`, that fit, and one more if there is one, which shows that the page
 * ends early. No row counts as more than a page, so a page has at least one.
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

/** Bytes of the large columns of a row. */
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
  /** Whether the page has fewer rows than requested although there are more. */
  isCut: boolean;
}

/** Members of rows that are not shown. JSON omits what is undefined; `delete` makes objects slow. */
export const hide = (rows: readonly Record<string, unknown>[], name: string): void => {
  if (rows[0]?.[name] !== undefined) for (const row of rows) row[name] = undefined;
};

/** Rows as JSON: none is large, so all fit as they were read. */
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

/** How many of the items, as JSON, fit into a page; at least one. */
export function countFitting(items: readonly (object | string)[], mostBytes: number): number {
  if (mostBytes <= MAX_PAGE_BYTES) return items.length;
  let sum = 0;
  const beyond = items.findIndex((item) => {
    sum += Buffer.byteLength(typeof item === 'string' ? item : JSON.stringify(item)) + 1;
    return sum > MAX_PAGE_BYTES;
  });
  return beyond === -1 ? items.length : Math.max(1, beyond);
}

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
  orderBy: RawBuilder<unknown>;
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
    order by ${orderBy}`;
};

/** Whether rows were read as JSON. */
export const isJsonRow = (row: object | undefined): boolean =>
  row !== undefined && 'row_json' in row;

/** The values of a row by their names, whether it was read as JSON or not. */
export const valuesOf = (row: object): Record<string, unknown> => {
  const { row_json: json, ...values } = row as Record<string, unknown>;
  return typeof json === 'string' ? { ...JSON.parse(json), ...values } : values;
};
