// Runs every list from one specification: filters, keyset, order, total and the choice of plan.
import { type RawBuilder, sql } from 'kysely';
import {
  type Alternative,
  type ColumnCondition,
  type Condition,
  conditionOf,
  conditionSql,
  every,
  type Filter,
  isNamed,
  mayMatch,
} from './filters.ts';
import type { Db } from '../postgres/tables.ts';
import { isPreparedChoice, type ListColumns, selectedColumns, withFields } from './columns.ts';
import { fittingRows, rowBytes, withinPageBytes } from './page-bytes.ts';
import {
  COMMON_SEARCH_BOUND,
  hasCommonMatches,
  impliedWords,
  isCommon,
  SEARCH_BOUND,
  searchCondition,
  walkingTheSort,
} from './search.ts';
import type { SearchSpec } from './search.ts';
import {
  lastRowColumn,
  type LastRows,
  matchedInOrder,
  orderWithLastRows,
  sortValues,
} from './last-rows.ts';
import { lagAlternatives, type PageStart } from './lags.ts';
import { readTotal, type TotalsSpec, totalQuery } from './totals.ts';

/** `Row` is a row of the list, with exactly these columns unless fields are requested. */
export interface ListSpec<Row = Readonly<Record<string, unknown>>> extends ListColumns<
  keyof Row & string
> {
  name: string;
  table: string;
  /** Sort columns, with the type to which a cursor's value is cast. */
  sorts: Record<string, 'text' | 'timestamptz'>;
  /** Sorts in which some rows come last in both orders. */
  lastRows?: Record<string, LastRows>;
  /** The sort in whose order each filter has an index. */
  mainSort: string;
  /** The column that splits those indexes, after the filter and before the sort, with all its values. */
  parts?: { column: string; values: readonly string[] };
  filters: Record<string, Filter>;
  /** Row ids are secret, so cursors contain them encrypted. */
  hasSecretIds?: true;
  search?: SearchSpec;
  /** Converts a row for the response, where that differs from its columns. */
  present?(row: Row): object;
  /** A condition that applies to every caller. */
  where?: RawBuilder<boolean>;
  /** none: no total, for unbounded lists. bounded: counted up to a bound. Otherwise from aggregates where possible. */
  total: 'none' | 'bounded' | TotalsSpec;
}

/** Rows that the caller may see. `key` identifies the scope, so that a cursor is not valid for another caller. */
export interface Scope {
  key: string;
  filters?: Record<string, readonly string[]>;
  where?: RawBuilder<boolean>;
}

/** Which rows a request is about. */
export type ListCriteria = Pick<ListRequest, 'filters' | 'q' | 'scope' | 'now'>;

export interface ListRequest {
  /** The time at which conditions that depend on it are evaluated. */
  now: Date;
  /** Only the columns that these fields are made of are read; by default all. */
  fields?: readonly string[] | undefined;
  filters: Record<string, readonly string[]>;
  q?: string | undefined;
  scope: Scope;
  sort: string;
  order: 'asc' | 'desc';
  limit: number;
  /** The end of the previous page (sort value and id), or the number of rows to skip. */
  after?: readonly [value: string, id: string] | undefined;
  offset?: number | undefined;
}

export interface Total {
  total: number;
  isLowerBound: boolean;
}

export interface Page<Row> {
  rows: Row[];
  hasMore: boolean;
  /** Bytes of the large columns. */
  bytes: number;
  /** Whether the page has fewer rows than requested because of its byte limit. */
  isCut: boolean;
  total?: Total;
  /** The value of a row in a cursor, where it is not the sort column. */
  sortValue?: (row: object) => string;
}

export const COUNT_BOUND = 50_000;
/**
 * Up to this many matches are collected and sorted; above, walking the sort index finds enough of them soon.
 * The bound is higher where a walk may read millions of other rows: with a sort that the filters have no index for, with
 * a range of another column, and for a named condition, whose matches may all be at the far end of the sort.
 */
const FEW_MATCHES = { mainSort: 1000, otherSort: 25_000, lastRows: 10_000, named: COUNT_BOUND };

/** The part of a specification that does not depend on the type of its rows. */
type Listed = Omit<ListSpec, 'present'>;

const conditionsOf = (
  spec: Listed,
  { scope, filters, now }: Pick<ListRequest, 'scope' | 'filters' | 'now'>,
): Condition[] =>
  [scope.filters ?? {}, filters].flatMap(Object.entries).map(([name, values]) => {
    const filter = spec.filters[name];
    if (!filter) throw new Error(`${spec.name} has no filter ${name}`);
    return conditionOf(filter, values, now.toISOString());
  });

/** The condition of a request without its `q`, for a list that is searched by other means. */
export const filterCondition = <Row>(
  specOfRow: ListSpec<Row>,
  request: Pick<ListRequest, 'scope' | 'filters' | 'now'>,
): RawBuilder<boolean> => {
  const spec: Listed = specOfRow;
  const conditions = conditionsOf(spec, request);
  return every([spec.where, request.scope.where, ...conditions.map(conditionSql)]);
};

/** Each of `parts`, which exclude each other, is counted by the index that fits it. */
export async function countUpTo(
  db: Db,
  table: string,
  parts: readonly Pick<Alternative, 'where'>[],
  bound: number,
): Promise<Total> {
  const most = sql.lit(bound + 1);
  // PostgreSQL reads the parts one after the other and stops at the limit.
  const matched = parts.map(
    ({ where }) => sql`(select 1 from ${sql.table(table)} where ${where} limit ${most})`,
  );
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select from (${sql.join(matched, sql` union all `)}) as parts limit ${most}) as matched`.execute(
    db,
  );
  const n = rows[0]?.n ?? 0;
  return { total: Math.min(n, bound), isLowerBound: n > bound };
}

/** How a page is found: by collecting all matches and sorting them, or by walking the index of the sort. */
type Way = 'collect' | 'walk' | 'as the planner likes';

type EqualCondition = ColumnCondition & { test: 'in' };

const isEqual = (condition: Condition): condition is EqualCondition => condition.test === 'in';

interface CountResult {
  total?: Total;
  way: Way;
}

interface Criteria {
  conditions: Condition[];
  /** Condition other than the filters. */
  rest: RawBuilder<boolean>;
  /** The complete condition. */
  where: RawBuilder<boolean>;
  /** The complete condition as conditions that exclude each other, each of which may have an index of its own. */
  alternatives: Alternative[];
}

const wayFor = ({ total, isLowerBound }: Total, few: number): Way =>
  !isLowerBound && total <= few ? 'collect' : 'as the planner likes';

/** Few matches are collected. Matches of a common word are counted only up to a bound. */
async function countSearched(
  db: Db,
  spec: Listed,
  { q = '', scope }: ListRequest,
  criteria: Criteria,
): Promise<CountResult> {
  const search = searchOf(spec);
  const isCommonWord =
    (await isCommon(db, spec.table, search, q)) && criteria.conditions.length === 0;
  const visible = every([spec.where, scope.where]);
  if (isCommonWord && (await hasCommonMatches(db, spec.table, search, q, visible))) {
    return { total: { total: COMMON_SEARCH_BOUND, isLowerBound: true }, way: 'walk' };
  }
  const implied = criteria.conditions
    .filter((one) => !isNamed(one))
    .filter(({ column, values }) => search.filterable?.includes(column) && values.length === 1)
    .map(({ values: [value = ''] }) => impliedWords(search, value));
  const where = every([criteria.where, ...implied]);
  const total = await countUpTo(db, spec.table, [{ where }], SEARCH_BOUND);
  return { total, way: total.isLowerBound ? 'walk' : 'collect' };
}

function searchOf({ name, search }: Listed): SearchSpec {
  if (!search) throw new Error(`${name} cannot be searched`);
  return search;
}

/** The total comes first, because it determines how the page is read. */
async function count(
  db: Db,
  spec: Listed,
  request: ListRequest,
  criteria: Criteria,
): Promise<CountResult> {
  const { scope, q } = request;
  if (spec.total === 'none') return { way: 'as the planner likes' };
  if (q !== undefined) return countSearched(db, spec, request, criteria);
  const query =
    spec.total === 'bounded' || scope.where
      ? undefined
      : totalQuery(spec.total, criteria.conditions);
  const total =
    spec.total === 'bounded' || !query
      ? await countUpTo(db, spec.table, criteria.alternatives, COUNT_BOUND)
      : { total: await readTotal(db, spec.total, query, criteria.where), isLowerBound: false };
  return { total, way: wayFor(total, FEW_MATCHES[orderOfMatches(spec, request, criteria)]) };
}

/** How the matches may be spread over the sort. */
function orderOfMatches(
  { mainSort, lastRows }: Listed,
  { sort }: ListRequest,
  { conditions }: Criteria,
): keyof typeof FEW_MATCHES {
  if (lastRows?.[sort]) return 'lastRows';
  if (conditions.some(isNamed)) return 'named';
  if (sort === mainSort && conditions.every((one) => !isNamed(one) && one.lag)) return 'mainSort';
  const hasOtherRange = conditions.some(
    (one) => !isNamed(one) && !isEqual(one) && one.type === 'timestamptz' && one.column !== sort,
  );
  return sort === mainSort && !hasOtherRange ? 'mainSort' : 'otherSort';
}

/** The complete condition, split by the alternatives of a named one. */
function alternativesOf(conditions: readonly Condition[], rest: RawBuilder<boolean>) {
  const split = conditions.filter(isNamed).find(({ areDisjoint }) => areDisjoint);
  const others = every([rest, ...conditions.filter((one) => one !== split).map(conditionSql)]);
  const complete = (given: readonly Alternative[]): Alternative[] =>
    given
      .filter(({ only }) => mayMatch(conditions, only))
      .map(({ where, walks, only }) => ({
        where: every([where, others]),
        ...(only && { only }),
        ...(walks && { walks: complete(walks) }),
      }));
  const possible = split ? complete(split.alternatives) : [{ where: others }];
  return possible.length > 0 ? possible : [{ where: sql<boolean>`false` }];
}

/** The same page by either method; it starts after a sort value and an id. */
function pageSql(spec: Listed, request: ListRequest, criteria: Criteria, way: Way) {
  const { sort, order, limit, after, offset = 0 } = request;
  const keys = [sql.ref(sort), sql.ref('id')];
  const lastRows = spec.lastRows?.[sort];
  const orderBy = lastRows
    ? orderWithLastRows(order)
    : sql.join(keys.map((key) => sql`${key} ${sql.raw(order)}`));
  const typeName = spec.sorts[sort] ?? 'text';
  const type = sql.raw(typeName);
  const seek =
    after &&
    sql<boolean>`(${sql.join(keys)}) ${order === 'asc' ? sql`>` : sql`<`} (${after[0]}::${type}, ${after[1]})`;
  const table = sql.table(spec.table);
  const isBounded = spec.large.length > 0;
  const columns = sql.join([
    ...selectedColumns(spec, table),
    ...(lastRows ? [sql.ref(lastRowColumn), sql`sort_key`] : []),
    ...(isBounded ? [sql`${rowBytes(spec)} as row_bytes`] : []),
  ]);
  const names = [...spec.columns, ...(lastRows ? [lastRowColumn] : [])];
  const bounded = (page: RawBuilder<Record<string, unknown>>) =>
    isBounded ? withinPageBytes(page, names, orderBy) : page;
  const slice = sql`order by ${orderBy} limit ${limit + 1} offset ${offset}`;
  const matchedKeys = lastRows ? sql`*` : sql`id`;
  // Only keys are collected and sorted; full rows are read for the page alone.
  const pageOf = (matched: RawBuilder<unknown>) =>
    bounded(sql<Record<string, unknown>>`
      with matched as materialized (${matched}), page as (select ${matchedKeys} from matched ${slice})
      select ${columns} from page join ${table} using (id) order by ${orderBy}`);

  if (lastRows) {
    const most = way === 'collect' ? undefined : limit + 1 + offset;
    const { alternatives, conditions } = criteria;
    const { table: name } = spec;
    return pageOf(
      matchedInOrder(
        { table: name, sort, type: typeName, order, lastRows, alternatives, conditions, after },
        most,
      ),
    );
  }
  if (way === 'collect') {
    const collected = criteria.alternatives.map(
      ({ where }) => sql`select ${sql.join(keys)} from ${table} where ${every([where, seek])}`,
    );
    return pageOf(sql.join(collected, sql` union all `));
  }
  const walks = sort === spec.mainSort ? walksOf(criteria, { order, after: after?.[0], seek }) : [];
  if (walks.length > 1) {
    const most = limit + 1 + offset;
    const slices = walks.map(
      (where) => sql`(
        select ${sql.join(keys)} from ${table} where ${where} order by ${orderBy} limit ${most})`,
    );
    return pageOf(sql.join(slices, sql` union all `));
  }
  const parts = way === 'walk' || sort !== spec.mainSort ? undefined : partsOf(spec, criteria);
  if (parts) {
    return pageOf(sql`
      select picked.* from unnest(${parts.values}::text[]) as part (value) cross join lateral (
        select ${sql.join(keys)} from ${table}
        where ${parts.column} = part.value and ${every([parts.where, seek])}
        order by ${orderBy} limit ${limit + 1 + offset}) as picked`);
  }
  return bounded(sql<Record<string, unknown>>`
    select ${columns} from ${table} where ${every([criteria.where, seek])} ${slice}`);
}

/** Conditions that exclude each other, each with an index in the order of the main sort: a page of each has the page. */
function walksOf(
  { conditions, where, alternatives }: Criteria,
  start: PageStart,
): readonly RawBuilder<boolean>[] {
  const classes = lagAlternatives(conditions, start);
  if (classes) return classes.map((one) => every([where, one]));
  return alternatives
    .flatMap((one) => one.walks ?? [one])
    .map((one) => every([one.where, start.seek]));
}

/** Walks each part of a filter's index: a page of each part, merged, contains the page. */
function partsOf({ parts }: Listed, { conditions, rest }: Criteria) {
  if (!parts || !conditions.some(isEqual)) return undefined;
  const isPart = (one: Condition): one is EqualCondition =>
    isEqual(one) && one.column === parts.column;
  return {
    column: sql.ref(parts.column),
    values: [...new Set(conditions.find(isPart)?.values ?? parts.values)],
    where: every([rest, ...conditions.filter((one) => !isPart(one)).map(conditionSql)]),
  };
}

/**
 * Whether one index has the whole page in order, for any values: at most one filter with one value besides the
 * part. Then the statement has one good plan and few texts.
 */
const hasOnePlan = (spec: Listed, { sort, q, scope }: ListRequest, { conditions }: Criteria) =>
  sort === spec.mainSort &&
  q === undefined &&
  !scope.where &&
  conditions.every(isEqual) &&
  conditions.filter(isEqual).filter(({ column }) => column !== spec.parts?.column).length <= 1 &&
  conditions
    .filter(isEqual)
    .every(({ column, values }) => column === spec.parts?.column || values.length === 1);

export function criteriaOf(spec: Listed, request: ListCriteria): Criteria {
  const { scope, q } = request;
  const conditions = conditionsOf(spec, request);
  const text = q === undefined ? undefined : searchCondition(searchOf(spec), q);
  const rest = every([spec.where, scope.where, text]);
  const where = every([rest, ...conditions.map(conditionSql)]);
  return { conditions, rest, where, alternatives: alternativesOf(conditions, rest) };
}

/** Reads a page of a list. */
export type ReadList<Row> = (
  deps: { db: Db; unprepared: Db },
  spec: ListSpec<Row>,
  request: ListRequest,
) => Promise<Page<Row>>;

/** `db` prepares its statements, which saves PostgreSQL their analysis; see `hasOnePlan`. */
export async function list<Row>(
  { db, unprepared }: { db: Db; unprepared: Db },
  specOfRow: ListSpec<Row>,
  request: ListRequest,
): Promise<Page<Row>> {
  const { limit, fields, sort } = request;
  const spec: Listed = withFields<Listed>(specOfRow, fields, sort);
  const criteria = criteriaOf(spec, request);
  const settled = hasOnePlan(spec, request, criteria) ? db : unprepared;
  const { total, way } = await count(settled, spec, request, criteria);
  const page = pageSql(spec, request, criteria, way);
  const isPrepared = way !== 'collect' && (!fields || isPreparedChoice(spec.name, spec.columns));
  const { rows } =
    way === 'walk'
      ? await walkingTheSort(unprepared, (tx) => page.execute(tx))
      : await page.execute(isPrepared ? settled : unprepared);
  const fitting = fittingRows(rows, limit);
  const sortValue = sortValues(fitting.rows, sort);
  return { ...fitting, rows: fitting.rows as Row[], sortValue, ...(total && { total }) };
}
