// A sort in which some rows come last in both orders, such as stopped clocks in the order of their breach.
import { type RawBuilder, sql } from 'kysely';
import {
  type Alternative,
  type ColumnValues,
  type Condition,
  every,
  mayMatch,
  overlap,
} from '../filters.ts';

/** Some rows of a list, by the values of a column. */
interface Kind extends ColumnValues {
  where: RawBuilder<boolean>;
}

/** The two kinds exclude each other and cover all rows; those that come last are in the order of their id. */
export interface LastRows {
  when: Kind;
  otherwise: Kind;
}

interface Ordering {
  table: string;
  sort: string;
  type: string;
  order: 'asc' | 'desc';
  lastRows: LastRows;
  /** Conditions that exclude each other. */
  alternatives: readonly Alternative[];
  conditions: readonly Condition[];
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

/** The same order of the rows of a page, which do not have the key. */
export const pageOrderWithLastRows = (sort: string, order: 'asc' | 'desc'): RawBuilder<unknown> => {
  const [isLast, direction] = [sql.ref(ROW_IS_LAST), sql.raw(order)];
  return sql`${isLast}, case when not ${isLast} then ${sql.ref(sort)} end ${direction}, id ${direction}`;
};

export const lastRowColumn = ROW_IS_LAST;

/** The keys of the matches: all, or the first `most`. Each of the two kinds is read by its own index, the last only if needed. */
export function matchedInOrder(
  { table, sort, type, order, lastRows, alternatives, conditions, after }: Ordering,
  most: RawBuilder<unknown> | undefined,
): RawBuilder<unknown> {
  const [key, direction, cast] = [sql.ref(sort), sql.raw(order), sql.raw(type)];
  const beyond = order === 'asc' ? sql`>` : sql`<`;
  const isPastFirst = after?.[0] === LAST;
  const seekFirst =
    after && !isPastFirst
      ? sql<boolean>`(${key}, id) ${beyond} (${after[0]}::${cast}, ${after[1]})`
      : undefined;
  const seekLast = after && isPastFirst ? sql<boolean>`id ${beyond} ${after[1]}` : undefined;
  const slice = (by: RawBuilder<unknown>) =>
    most === undefined ? sql`` : sql`order by ${by} limit ${most}`;
  const merged = (isLast: boolean) => {
    const kind = isLast ? lastRows.when : lastRows.otherwise;
    const possible = alternatives.filter(({ only }) => overlap(only, kind));
    if (possible.length === 0 || !mayMatch(conditions, kind)) return [];
    const [shown, by, merge, seek] = isLast
      ? [sql`null::${cast}`, sql`id ${direction}`, sql`id ${direction}`, seekLast]
      : [
          key,
          sql`${key} ${direction}, id ${direction}`,
          sql`sort_key ${direction}, id ${direction}`,
          seekFirst,
        ];
    const parts = possible.map(
      ({ where }) => sql`(
        select id, ${sql.lit(isLast)} as ${sql.ref(ROW_IS_LAST)}, ${shown} as sort_key from ${sql.table(table)}
        where ${every([kind.where, where, seek])} ${slice(by)})`,
    );
    return [sql`(select * from (${sql.join(parts, sql` union all `)}) as parts ${slice(merge)})`];
  };
  const kinds = [...(isPastFirst ? [] : merged(false)), ...merged(true)];
  const none = sql`(select null as id, true as ${sql.ref(ROW_IS_LAST)}, null::${cast} as sort_key where false)`;
  const rows = sql.join(kinds.length === 0 ? [none] : kinds, sql` union all `);
  // PostgreSQL reads one kind after the other and stops at the limit.
  return most === undefined ? rows : sql`select * from (${rows}) as kinds limit ${most}`;
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
