// Finds and counts the matches of a search up to a bound, within one statement, so that a page takes one round trip and
// one plan for all words. Common table expressions are evaluated only when they are read, and a condition without
// columns is tested once and before any row is read: so each way costs nothing unless its condition holds.
import { type RawBuilder, sql } from 'kysely';
import {
  impliedWords,
  parsedQuery,
  type QueryText,
  SEARCH_BOUND,
  type SearchSpec,
} from './query.ts';

/** The text index finds all matches in a table of up to so many rows soon enough. */
export const LARGE_TABLE_ROWS = 150_000;
/** Rows of a larger one that are tested first, to learn how frequent the words are. */
const PROBED_ROWS = 1000;
/**
 * Microseconds, measured at 5 million incidents: to test a row without an index, and to read one by the text index. The
 * index reads all rows that have a word before it returns the first match, and those of a prefix twice.
 */
const COST = { test: 0.7, read: 1.2, word: 0.14, prefix: 0.25 };
/** Tested rows at most, as a multiple of those among which the bound is expected. */
const TESTING_MARGIN = 1.5;

const beyond = sql.lit(SEARCH_BOUND + 1);

/** Where a search looks. */
export interface Searched {
  table: string;
  search: SearchSpec;
  text: QueryText;
  /** Columns that identify a match and its position. */
  keys: RawBuilder<unknown>;
  /** The condition of the rows besides the words. */
  where: RawBuilder<boolean>;
  /** Values of filters whose words are in the vector. */
  implied: readonly string[];
  isLarge: boolean;
  /** Slices of the rows that meet the condition, where an index has them; otherwise a sample of the table is tested. */
  slices?: { count: number; rows: (most: RawBuilder<unknown>) => RawBuilder<unknown> };
}

/** A guard: a condition on a single row of an expression. */
export const only = (name: string, condition: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(select ${condition} from ${sql.ref(name)})`;

/** Tests a row without an index: for the operator PostgreSQL might choose the text index. */
export const isMatch = ({ vector }: SearchSpec): RawBuilder<boolean> =>
  sql<boolean>`ts_match_vq(${sql.ref(vector)}, (select query from words))`;

/** Rows that the text index finds. */
const indexed = ({ vector }: SearchSpec, query: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(vector)} @@ (select ${sql.ref(query)} from words)`;

export const indexedMatch = (search: SearchSpec): RawBuilder<boolean> =>
  indexed(search, 'indexed_query');

/** Rows spread over the table, the same in every statement. */
const sample = ({ table, where }: Searched, rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select * from ${sql.table(table)}
    tablesample system (least(100, 100 * ${rows} / greatest(1, (select table_rows from size)))) repeatable (0)
    where ${where}`;

/**
 * Common table expressions: `words`, the parsed query; `size`, the estimated rows of the table; `found`, the keys of all
 * matches, if they are within the bound; `total`, their number `n`, or one more than the bound.
 */
export function matchesSql(searched: Searched): RawBuilder<unknown> {
  const { table, search, text, keys, where, implied, isLarge } = searched;
  const more = implied.flatMap((value) => impliedWords(value) ?? []);
  const withImplied = (query: string) => sql.join([sql.ref(query), ...more], sql` && `);
  const byIndex = sql`
    select ${keys} from ${sql.table(table)} where ${where} and ${indexedMatch(search)} limit ${beyond}`;
  return sql`
    words as materialized (
      select query, tail, lead, ${withImplied('query')} as indexed_query, ${withImplied('lead')} as indexed_lead
      from (${parsedQuery(text)}) as parsed),
    size as materialized (select reltuples as table_rows from pg_class where oid = ${sql.lit(table)}::regclass),
    ${isLarge ? matchesInLargeTable(searched) : sql`found as materialized (${byIndex})`},
    total as materialized (select count(*)::int as n from found)`;
}

/** Tests some rows, and chooses the fastest way by their matches. */
function matchesInLargeTable(searched: Searched): RawBuilder<unknown> {
  const { table, search, keys, where, slices } = searched;
  const name = sql.table(table);
  const rows = (most: RawBuilder<unknown>) => slices?.rows(most) ?? sample(searched, most);
  const perSlice = Math.ceil(PROBED_ROWS / (slices?.count ?? 1));
  const matchesOf = (query: string) =>
    sql`count(*) filter (where ${sql.ref(search.vector)} @@ (select ${sql.ref(query)} from words))::float8`;
  const tested = rows(sql`(select tested_rows from ways)`);
  // All rows of the filters were tested, if there are fewer.
  const isWhole = slices
    ? sql`(select count(*) from (${tested}) as rows) < tested_rows`
    : sql`false`;
  const isOpen = (way: RawBuilder<unknown>) => only('proof', sql`is_open and ${way}`);
  return sql`
    probe as materialized (
      select greatest(1, count(*))::float8 as probed, ${matchesOf('query')} as matches, ${matchesOf('lead')} as leads,
        ${matchesOf('tail')} as tails
      from (select * from (${rows(sql.lit(perSlice))}) as rows limit ${sql.lit(PROBED_ROWS)}) as rows),
    costs as materialized (
      select ${sql.lit(SEARCH_BOUND + 1)} * probed / greatest(matches, 0.5) as expected_rows,
        ${slices ? sql`probed < ${sql.lit(perSlice)}` : sql`false`} as is_small,
        tails / probed * table_rows * ${sql.lit(COST.prefix)}
          + least(leads, tails) / probed * table_rows * ${sql.lit(COST.word)} as by_query,
        case when lead is not null then leads / probed * table_rows * ${sql.lit(COST.word)}
          + least(table_rows, ${sql.lit(SEARCH_BOUND + 1)} * probed / greatest(matches, 0.5)) * leads / probed
            * ${sql.lit(COST.read)} end as by_lead
      from probe, size, words),
    ways as materialized (
      select is_small or expected_rows * ${sql.lit(COST.test)} < least(by_query, by_lead) as by_testing,
        coalesce(by_lead < by_query, false) as by_lead,
        ${sql.lit(TESTING_MARGIN)} * expected_rows as tested_rows
      from costs),
    tested as materialized (
      select ${keys} from (${tested}) as ${name}
      where ${only('ways', sql`by_testing`)} and ${isMatch(search)} limit ${beyond}),
    proof as materialized (
      select not (by_testing and ((select count(*) from tested) = ${beyond} or ${isWhole})) as is_open, by_lead from ways),
    found as materialized (
      select ${keys} from tested where ${only('proof', sql`not is_open`)}
      union all
      (select ${keys} from ${name} where ${isOpen(sql`not by_lead`)}
        and ${where} and ${indexedMatch(search)} limit ${beyond})
      union all
      (select ${keys} from ${name} where ${isOpen(sql`by_lead`)}
        and ${where} and ${indexed(search, 'indexed_lead')} and ${isMatch(search)} limit ${beyond}))`;
}
