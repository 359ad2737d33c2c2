// A page of a search: its total and its rows by one statement, so in one round trip.
import { type RawBuilder, sql } from 'kysely';
import type { Total } from '../counting.ts';
import { type Criteria, criteriaOf, searchOf } from '../criteria.ts';
import { isNamed } from '../filters.ts';
import { pageOrderWithLastRows } from '../pages/last-rows.ts';
import type { Listed, ListRequest } from '../list-spec.ts';
import { pageParts } from '../pages/page-sql.ts';
import { LARGE_TABLE_ROWS, matchesSql } from './matches.ts';
import { pageKeys, type SearchedPage, slicesOf } from './page-keys.ts';
import { blankQuery, type QueryText, SEARCH_BOUND } from './query.ts';

/** Values of filters whose text is searched too. */
const impliedBy = (spec: Listed, { conditions }: Criteria): string[] =>
  conditions
    .filter((one) => !isNamed(one))
    .filter(({ column, values }) => {
      const isText = searchOf(spec).filterable?.includes(column) === true;
      return isText && values.length === 1;
    })
    .flatMap(({ values }) => values);

/** Tables that were found to be small; one of unknown size is searched as a large one. */
const smallTables = new Set<string>();

export const isLargeTable = ({ table }: Listed): boolean => !smallTables.has(table);

export function searchedPageSql(
  spec: Listed,
  { q: _, ...request }: ListRequest,
  { text, ...shape }: Pick<SearchedPage, 'byFilter' | 'isLarge'> & { text: QueryText },
): RawBuilder<Record<string, unknown>> {
  const { keys, lastRows, orderBy, shown, page, pageRows } = pageParts(spec, request);
  const { sort, order } = request;
  const criteria = criteriaOf(spec, request);
  const searched = { spec, request, criteria, ...shape };
  const matches = matchesSql({
    table: spec.table,
    search: searchOf(spec),
    text,
    keys: sql.join(keys),
    where: criteria.where,
    implied: impliedBy(spec, criteria),
    isLarge: shape.isLarge,
    ...(shape.byFilter && { slices: slicesOf(searched, { order }) }),
  });
  const { expressions, matched } = pageKeys(searched);
  return sql<Record<string, unknown>>`
    with ${matches}, ${expressions} matched as (${matched}), ${page}
    select total.n as search_total, numnode(words.query) as search_nodes, size.table_rows as search_rows, rows.*
    from total cross join words cross join size left join (${shown(pageRows, { withKeys: true })}) as rows on true
    order by ${lastRows ? pageOrderWithLastRows(sort, order) : orderBy}`;
}

/** Columns that JSON omits as undefined; `delete` makes objects slow. */
const NOT_SENT = { search_total: undefined, search_nodes: undefined, search_rows: undefined };

/** The rows of the page and the total, which is in each row, or in one without an id. */
export function readSearched(
  { table }: Listed,
  rows: readonly Record<string, unknown>[],
): { rows: Record<string, unknown>[]; total: Total } {
  const { search_total, search_nodes, search_rows } = rows[0] ?? {};
  if (Number(search_rows) > LARGE_TABLE_ROWS) smallTables.delete(table);
  else smallTables.add(table);
  if (search_nodes === 0) throw blankQuery();
  const found = rows.filter(({ id }) => id !== null);
  for (const row of found) Object.assign(row, NOT_SENT);
  const n = Number(search_total);
  return {
    rows: found,
    total: { total: Math.min(n, SEARCH_BOUND), isLowerBound: n > SEARCH_BOUND },
  };
}
