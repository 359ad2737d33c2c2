// A sort in which some rows come last in both orders, such as stopped clocks in the order of their breach.
import { type RawBuilder, sql } from 'kysely';
import { every } from './filters.ts';

/** The two conditions exclude each other and cover all rows; those that come last are in the order of their id. */
export interface LastRows {
  when: RawBuilder<boolean>;
  otherwise: RawBuilder<boolean>;
}

interface Ordering {
  table: string;
  sort: string;
  type: string;
  order: 'asc' | 'desc';
  lastRows: LastRows;
  /** Conditions that exclude each other. */
  alternatives: readonly RawBuilder<boolean>[];
  after?: readonly [value: string, id: string] | undefined;
}

/** The sort value of the last rows in a cursor. */
const LAST = '';
const ROW_IS_LAST = 'sorts_last';

/** The order of rows with the columns of `matchedInOrder`. */
export const orderWithLastRows = (order: 'asc' | 'desc'): RawBuilder<unknown> => {
  const direction = sql.raw(order);
  return sql`${sql.ref(ROW_IS_LAST)}, sort_key ${direction}, id ${direction}`;
};

export const lastRowColumn = ROW_IS_LAST;

/** The keys of the matches: all, or the first `most` of each of the two kinds, each by its own index. */
export function matchedInOrder(
  { table, sort, type, order, lastRows, alternatives, after }: Ordering,
  most: number | undefined,
): RawBuilder<unknown> {
  const [key, direction, cast] = [sql.ref(sort), sql.raw(order), sql.raw(type)];
  const beyond = order === 'asc' ? sql`>` : sql`<`;
  const slice = (by: RawBuilder<unknown>) =>
    most === undefined ? sql`` : sql`order by ${by} limit ${most}`;
  const isPastFirst = after?.[0] === LAST;
  const seekFirst =
    after && !isPastFirst
      ? sql<boolean>`(${key}, id) ${beyond} (${after[0]}::${cast}, ${after[1]})`
      : undefined;
  const seekLast = after && isPastFirst ? sql<boolean>`id ${beyond} ${after[1]}` : undefined;
  const first = (where: RawBuilder<boolean>) => sql`(
    select id, false as ${sql.ref(ROW_IS_LAST)}, ${key} as sort_key from ${sql.table(table)}
    where ${every([lastRows.otherwise, where, seekFirst])}
    ${slice(sql`${key} ${direction}, id ${direction}`)})`;
  const last = (where: RawBuilder<boolean>) => sql`(
    select id, true as ${sql.ref(ROW_IS_LAST)}, null::${cast} as sort_key from ${sql.table(table)}
    where ${every([lastRows.when, where, seekLast])} ${slice(sql`id ${direction}`)})`;
  const kinds = isPastFirst ? [last] : [first, last];
  return sql.join(
    kinds.flatMap((kind) => alternatives.map((where) => kind(where))),
    sql` union all `,
  );
}

/** The value of each row in a cursor. The mark is set to undefined, which JSON omits. */
export function sortValues(
  rows: readonly Record<string, unknown>[],
  sort: string,
): (row: object) => string {
  const last = new Set<object>(rows.filter((row) => row[ROW_IS_LAST] === true));
  for (const row of rows) if (ROW_IS_LAST in row) row[ROW_IS_LAST] = undefined;
  return (row) => (last.has(row) ? LAST : String((row as Record<string, unknown>)[sort]));
}
