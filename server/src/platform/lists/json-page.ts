// A page as JSON that PostgreSQL writes, for lists whose rows are shown as they are read: the process passes the text on
// and touches no row. With it a page of 50 takes half the CPU time (docs/figures-notes.md).
import { type RawBuilder, sql } from 'kysely';
import type { Listed, ListRequest, Page } from './list-spec.ts';
import { MEASURED_ABOVE_BYTES } from './page-bytes.ts';

/** The row of a page with last rows has a mark that is not shown, and a limit of any number would be a text of its own. */
export const isJsonPage = (
  { lastRows }: Listed,
  { asJson = false, sort, limit }: ListRequest,
  usualLimits: readonly number[],
): boolean => asJson && !lastRows?.[sort] && usualLimits.includes(limit);

/** Columns of type timestamptz, of every list that is read so. */
const isTime = (column: string): boolean => column.endsWith('_at');

/** A time is written as the driver reads it: UTC, to the millisecond. */
const written = (column: string): RawBuilder<unknown> => {
  const name = sql.ref(column);
  return isTime(column)
    ? sql`to_char(page.${name}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${name}`
    : sql`page.${name} as ${name}`;
};

interface JsonRow {
  /** Rows of the page, and one more if there are more. */
  read: number;
  /** Absent if there are no rows, or if they may exceed a page when they are sent. */
  items: string | null;
  id: string | null;
  sort_value: string | null;
}

/** One row for all `rows` of the page, which are in order, and of which there may be one more than the limit. */
export function jsonPage(
  rows: RawBuilder<unknown>,
  { columns, large }: Listed,
  { fields, sort, limit }: ListRequest,
): RawBuilder<Record<string, unknown>> {
  const shown = fields ? [...new Set(['id', ...fields])] : columns;
  const bytes = large.length > 0 ? sql`sum(row_bytes)` : sql`0`;
  return sql<Record<string, unknown>>`
    with page as materialized (${rows}),
      size as (select count(*) as read, ${bytes} as bytes from page)
    select read, last.id, last.sort_value, case when bytes <= ${sql.lit(MEASURED_ABOVE_BYTES)} then (
        select string_agg(row_to_json(shown)::text, ',')
        from (select * from page limit ${sql.lit(limit)}) as page
          cross join lateral (select ${sql.join(shown.map(written))}) as shown) end as items
    from size left join (
      select id, ${sql.ref(sort)} as sort_value from page offset ${sql.lit(limit - 1)} limit 1) as last on true`;
}

/** The page that was read, or undefined if it is too large to be read so. */
export function readJsonPage(
  read: readonly Record<string, unknown>[],
  limit: number,
): Page<Record<string, unknown>> | undefined {
  const row = read[0] as JsonRow | undefined;
  if (!row || (row.items === null && row.read > 0)) return undefined;
  const { id, sort_value: sortValue, items } = row;
  const last = id === null ? [] : [{ id }];
  return {
    rows: last,
    json: items ?? '',
    hasMore: row.read > limit,
    bytes: 0,
    isCut: false,
    sortValue: () => String(sortValue),
  };
}
