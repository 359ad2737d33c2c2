// The keys of a page of a search. Few matches are sorted. Many are looked for in the order of the sort: in a window of
// it, then, if they are elsewhere, by sorting them, or in a larger window, such as behind a flood of equal records.
import { type RawBuilder, sql } from 'kysely';
import { type Criteria, searchOf } from '../criteria.ts';
import { conditionSql, every } from '../filters.ts';
import type { PageStart } from '../pages/lags.ts';
import { matchedInOrder } from '../pages/last-rows.ts';
import type { Listed, ListRequest } from '../list-spec.ts';
import { pageParts, walksOf } from '../pages/page-sql.ts';
import { indexedMatch, isMatch, only } from './matches.ts';
import { SEARCH_BOUND } from './query.ts';

/** Rows in the order of the sort among which a page of frequent matches is looked for. */
const WINDOW_ROWS = 10_000;
/** If it is not there, up to so many matches are collected and sorted. */
const COLLECTED_MATCHES = 10_000;
/** If there are more, it is looked for among so many rows before all matches are sorted. */
const FAR_WINDOW_ROWS = 250_000;

const isMany = only('total', sql`n > ${sql.lit(SEARCH_BOUND)}`);
const isFew = only('total', sql`n <= ${sql.lit(SEARCH_BOUND)}`);
const isNearby = only('walk', sql`not is_short`);
const isShort = every([isMany, only('walk', sql`is_short`)]);
const isFar = every([isShort, only('collection', sql`n > ${sql.lit(COLLECTED_MATCHES)}`)]);
/** Of a large table: so frequent that the bound was met by testing rows. */
const isDense = only('proof', sql`not is_open`);

/** A request without its `q`. */
export interface SearchedPage {
  spec: Listed;
  request: ListRequest;
  criteria: Criteria;
  /** An index has the rows of the filters in the order of the sort. */
  byFilter: boolean;
  isLarge: boolean;
}

/** Common table expressions, each with a comma, and the statement of the keys. */
interface Keys {
  expressions: RawBuilder<unknown>;
  matched: RawBuilder<unknown>;
}

/** The first rows of each index of the filters, or of the table, in the order of the sort. */
export function slicesOf(
  { spec, request, criteria, byFilter }: SearchedPage,
  start: PageStart,
  also = sql<boolean>`true`,
): { count: number; rows: (most: RawBuilder<unknown>) => RawBuilder<unknown> } {
  const { table, orderBy, keys } = pageParts(spec, request);
  const walks = byFilter ? walksOf(spec, criteria, start) : [every([spec.where, start.seek])];
  const isUnfiltered = criteria.conditions.length === 0 && !request.scope.where;
  const columns =
    byFilter || isUnfiltered ? sql.join([...keys, sql.ref(searchOf(spec).vector)]) : sql`*`;
  const slice = (where: RawBuilder<boolean>, most: RawBuilder<unknown>) => sql`
    (select ${columns} from ${table} where ${every([where, also])} order by ${orderBy} limit ${most})`;
  return {
    count: walks.length,
    rows: (most) =>
      sql.join(
        walks.map((where) => slice(where, most)),
        sql` union all `,
      ),
  };
}

export function pageKeys(page: SearchedPage): Keys {
  const { spec, request, criteria, byFilter, isLarge } = page;
  const { lastRows, keys, table, seek } = pageParts(spec, request);
  if (lastRows) return keysWithLastRows(page);
  const key = sql.join(keys);
  const { near, far } = byFilter ? bySlices(page) : byWindow(page);
  const collected = sql`
    select ${key} from ${table} where ${every([isShort, criteria.where, seek])} and ${indexedMatch(searchOf(spec))}`;
  const soon = sql`
    select ${key} from found where ${every([isFew, seek])}
    union all select ${key} from walked where ${every([isMany, isNearby])}`;
  // All matches in a small table are soon collected.
  if (!isLarge) return { expressions: near, matched: sql`${soon} union all ${collected}` };
  return {
    expressions: sql`
      ${near}
      collected as materialized (${collected} and not ${isDense} limit ${sql.lit(COLLECTED_MATCHES + 1)}),
      collection as materialized (
        select case when ${isDense} then ${sql.lit(COLLECTED_MATCHES + 1)} else (select count(*) from collected) end as n),
      ${far}`,
    matched: sql`
      ${soon}
      union all select ${key} from collected where not (${isFar})
      union all select ${key} from far`,
  };
}

const startOf = ({ spec, request }: SearchedPage): PageStart => ({
  order: request.order,
  after: request.after?.[0],
  seek: pageParts(spec, request).seek,
});

interface Ways {
  near: RawBuilder<unknown>;
  far: RawBuilder<unknown>;
}

/** Frequent matches are found soon in each slice; of others, a slice may have none. */
function bySlices(page: SearchedPage): Ways {
  const { spec, request, isLarge } = page;
  const { keys, most } = pageParts(spec, request);
  const inSlices = (guards: RawBuilder<boolean>[]) => {
    const { rows } = slicesOf(page, startOf(page), every([...guards, isMatch(searchOf(spec))]));
    return sql`select ${sql.join(keys)} from (${rows(most)}) as slices`;
  };
  const isFrequent = isLarge ? isDense : sql<boolean>`false`;
  return {
    near: sql`
      walked as materialized (${inSlices([isMany, isFrequent])}),
      walk as materialized (select not ${isFrequent} as is_short),`,
    far: sql`far as materialized (${inSlices([isFar])}),`,
  };
}

/** Rows of a window are tested for the words and the filters. */
function byWindow(page: SearchedPage): Ways {
  const { spec, request, criteria } = page;
  const { keys, table, seek, most } = pageParts(spec, request);
  const key = sql.join(keys);
  const search = searchOf(spec);
  const filtered = every([request.scope.where, ...criteria.conditions.map(conditionSql)]);
  const window = (rows: number) => slicesOf(page, startOf(page)).rows(sql.lit(rows));
  const inWindow = (rows: number, guard: RawBuilder<boolean>) => sql`
    select ${key} from (${window(rows)}) as ${table}
    where ${every([guard, filtered, isMatch(search)])} limit ${most}`;
  return {
    near: sql`
      walked as materialized (${inWindow(WINDOW_ROWS, isMany)}),
      walk as materialized (
        select (select count(*) from walked) < ${most}
          and (select count(*) from (${window(WINDOW_ROWS)}) as rows) = ${sql.lit(WINDOW_ROWS)} as is_short),`,
    far: sql`
      far_window as materialized (${inWindow(FAR_WINDOW_ROWS, isFar)}),
      far as materialized (
        select ${key} from far_window where (select count(*) from far_window) = ${most}
        union all
        select ${key} from ${table} where ${isFar} and (select count(*) from far_window) < ${most}
          and ${every([criteria.where, seek])} and ${indexedMatch(search)}),`,
  };
}

/** In an order in which some rows come last: few matches are sorted, many are met in the order. */
function keysWithLastRows({ spec, request, criteria }: SearchedPage): Keys {
  const { sort, order, after } = request;
  const { lastRows, type, most } = pageParts(spec, request);
  if (!lastRows) throw new Error(`${spec.name} has no last rows by ${sort}`);
  const { conditions, alternatives } = criteria;
  const ordering = { table: spec.table, sort, type, order, lastRows, conditions, after };
  const isFound = every([isFew, sql`id in (select id from found)`]);
  const match = every([isMany, isMatch(searchOf(spec))]);
  const matching = alternatives.map((one) => ({ ...one, where: every([match, one.where]) }));
  const few = matchedInOrder({ ...ordering, alternatives: [{ where: isFound }] }, undefined);
  const many = matchedInOrder({ ...ordering, alternatives: matching }, most);
  return {
    expressions: sql``,
    matched: sql`select * from (${few}) as few union all select * from (${many}) as many`,
  };
}
