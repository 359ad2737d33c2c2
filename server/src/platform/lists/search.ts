// One statement reads a page of a search and its total, so in one round trip and with one plan for all words. Few matches
// are collected by the text index and sorted; many are found in the order of the sort. Each part is behind a condition
// without columns, which PostgreSQL tests once, before it reads a row.
import { type RawBuilder, sql } from 'kysely';
import { conditionSql, type Criteria, criteriaOf, every } from './conditions.ts';
import type { UntypedListSpec, ListRequest } from './list-spec.ts';
import { pageParts } from './page.ts';
import { nullParts, scansOf } from './scans.ts';
import { parsedQuery, type QueryText, SEARCH_BOUND, vectorOf } from './search-query.ts';

/**
 * The text index reads every occurrence of each word before it returns the first match. In a table of more rows than this,
 * a sample is tested first: if more than its share, and more than so many of all rows, are expected to match, they are
 * soon found without the index.
 */
const LARGE_TABLE_ROWS = 20_000;
const SAMPLED_ROWS = 1000;
const FREQUENT = { share: 0.01, matches: 10_000 };
/** A page of many matches is searched for among these first rows of the sort, before all of them are collected. */
const WINDOW_ROWS = 10_000;

const beyondBound = sql.lit(SEARCH_BOUND + 1);

/** The common table expression has a single row. */
const only = (name: string, condition: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(select ${condition} from ${sql.ref(name)})`;

const isFew = only('total', sql`n <= ${sql.lit(SEARCH_BOUND)}`);
const isMany = only('total', sql`n > ${sql.lit(SEARCH_BOUND)}`);

/** The window has the first rows in the order of the sort, after the cursor. `where` remains to be tested. */
function windowOf(spec: UntypedListSpec, request: ListRequest, criteria: Criteria) {
  const { table, key, keys, nulls, inOrder, seek } = pageParts(spec, request);
  const scans = nulls
    ? nullParts(spec, request, criteria, nulls)
    : scansOf(spec, request, criteria).scans;
  const all = [{ where: every([spec.where, seek]), orderBy: inOrder(key) }];
  const [parts, columns] =
    scans.length > 0 ? [scans, sql`${keys}, ${vectorOf(spec)}`] : [all, sql`*`];
  const tested = [request.scope.where, ...criteria.conditions.map(conditionSql)];
  // Each part has as many, so that the first ones of all are among them.
  const most = nulls ? WINDOW_ROWS : Math.ceil(WINDOW_ROWS / parts.length);
  const slices = parts.map(
    ({ where, orderBy }) => sql`(
      select ${columns} from ${table} where ${where} order by ${orderBy} limit ${sql.lit(most)})`,
  );
  const merged = nulls || parts.length === 1 ? sql`` : sql`order by ${inOrder(key)}`;
  return {
    most,
    rows: sql`select * from (${sql.join(slices, sql` union all `)}) as slices ${merged} limit ${sql.lit(most)}`,
    where: scans.length > 0 ? sql<boolean>`true` : every(tested),
  };
}

/**
 * Selects the first matches of a frequent word, one index after the other where indexes have the rows of the filters: for
 * all of them at once PostgreSQL would collect the rows before it tests the first. A cursor does not change the total.
 */
function frequentMatches(
  spec: UntypedListSpec,
  { after: _, ...request }: ListRequest,
  criteria: Criteria,
  tested: readonly RawBuilder<boolean>[],
): RawBuilder<unknown> {
  const { table, keys } = pageParts(spec, request);
  const { scans } = scansOf(spec, request, criteria);
  if (scans.length === 0)
    return sql`select ${keys} from ${table} where ${every([...tested, criteria.where])}`;
  const parts = scans.map(
    ({ where, orderBy }) => sql`(
      select ${keys} from ${table} where ${every([...tested, where])} order by ${orderBy} limit ${beyondBound})`,
  );
  return sql`select * from (${sql.join(parts, sql` union all `)}) as parts`;
}

/** `request` is without its `q`, which `text` has. */
export function searchedPage(
  spec: UntypedListSpec,
  { q: _, ...request }: ListRequest,
  text: QueryText,
): RawBuilder<Record<string, unknown>> {
  const criteria = criteriaOf(spec, request);
  const { table, keys, seek, inOrder, presentRows, shownKey, most, pageOf } = pageParts(
    spec,
    request,
  );
  const vector = vectorOf(spec);
  const isIndexed = sql<boolean>`${vector} @@ (select query from words)`;
  // The function uses no index: for the operator PostgreSQL might choose the text index.
  const isTested = sql<boolean>`ts_match_vq(${vector}, (select query from words))`;
  const isFrequent = only('sampled', sql`is_frequent`);
  const window = windowOf(spec, request, criteria);
  const isNear = only('near_end', sql`is_complete`);
  const before = sql`
    words as materialized (${parsedQuery(text)}),
    size as materialized (select reltuples as n from pg_class where oid = ${sql.lit(spec.table)}::regclass),
    sampled as materialized (
      select count(*) > ${sql.lit(FREQUENT.share * SAMPLED_ROWS)}
        and count(*) * (select n from size) > ${sql.lit(FREQUENT.matches * SAMPLED_ROWS)} as is_frequent from (
        select ${vector} from ${table}
        tablesample system (least(100, 100 * ${sql.lit(SAMPLED_ROWS)} / greatest(1, (select n from size)))) repeatable (0)
        where ${every([only('size', sql`n > ${sql.lit(LARGE_TABLE_ROWS)}`), spec.where])}
        limit ${sql.lit(SAMPLED_ROWS)}) as ${table}
      where ${isTested}),
    found as materialized (
      (select ${keys} from ${table} where not ${isFrequent} and ${criteria.where} and ${isIndexed} limit ${beyondBound})
      union all
      (${frequentMatches(spec, request, criteria, [isFrequent, isTested])} limit ${beyondBound})),
    total as materialized (select count(*)::int as n from found),
    near as materialized (
      select ${keys} from (${window.rows}) as ${table} where ${every([isMany, window.where, isTested])} limit ${most}),
    near_end as materialized (
      select case when (select count(*) from near) = ${most} then true
        else (select count(*) from (${window.rows}) as rows) < ${sql.lit(window.most)} end as is_complete
      where ${isMany}),`;
  const matched = sql`
    select ${keys} from found where ${every([isFew, seek])}
    union all select ${keys} from near where ${isNear}
    union all select ${keys} from ${table} where not ${isNear} and ${every([criteria.where, seek])} and ${isIndexed}`;
  const { expressions, rows } = pageOf(matched, before);
  return sql<Record<string, unknown>>`
    with ${expressions}
    select total.n as search_total, numnode(words.query) as search_nodes, rows.*
    from total cross join words left join (${presentRows(rows, { withKeys: true })}) as rows on true
    order by ${inOrder(sql.ref(shownKey))}`;
}
