// Bounds the bytes of a page, both as PostgreSQL sends its rows and as they are sent to the caller.
import { type RawBuilder, sql } from 'kysely';

export const MAX_PAGE_BYTES = 4_000_000;
/** JSON escapes a control character as six, and presenting adds to rows: a larger page is measured as it is sent. */
export const MEASURED_ABOVE_BYTES = MAX_PAGE_BYTES / 16;

/** Reads the size from the header of a value without fetching or decompressing it, except for compressed JSON. */
const columnBytes = (column: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce(case when pg_column_compression(${column}) is null
    then pg_column_size(${column}) else octet_length(${column}::text) end, 0)`;

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
  /** Bytes of the rows, as counted by PostgreSQL. */
  bytes: number;
  /** Whether the page has fewer rows than requested although there are more. */
  isCut: boolean;
}

/** Removes the sum from the rows by setting it to undefined, which JSON omits; `delete` makes objects slow. */
export function fittingRows(read: Record<string, unknown>[], limit: number): FittingRows {
  const sums = read.map((row) => Number(row['page_bytes'] ?? 0));
  if (read[0]?.['page_bytes'] !== undefined) for (const row of read) row['page_bytes'] = undefined;
  const beyond = sums.findIndex((bytes) => bytes > MAX_PAGE_BYTES);
  const end = Math.min(limit, beyond === -1 ? read.length : beyond);
  return {
    rows: read.slice(0, end),
    hasMore: read.length > end,
    bytes: sums[end - 1] ?? 0,
    isCut: end < limit && read.length > end,
  };
}

/** How many of the items, as JSON, fit into a page; at least one. */
export function countFitting(items: readonly object[], bytes: number): number {
  if (bytes <= MEASURED_ABOVE_BYTES) return items.length;
  let sum = 0;
  const beyond = items.findIndex((item) => {
    sum += Buffer.byteLength(JSON.stringify(item)) + 1;
    return sum > MAX_PAGE_BYTES;
  });
  return beyond === -1 ? items.length : Math.max(1, beyond);
}
