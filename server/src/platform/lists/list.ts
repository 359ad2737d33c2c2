// Every list: filters, keyset, order, total and the choice of plan, from one description of the list.
import { type RawBuilder, sql } from 'kysely';
import { type Condition, conditionSql, every, type Filter } from './filters.ts';
import type { Db } from '../postgres/tables.ts';
import { cappedBytes, columnBytes, fittingRows, withinPageBytes } from './page-bytes.ts';
import {
  COMMON_SEARCH_BOUND,
  hasCommonMatches,
  impliedWords,
  isCommon,
  SEARCH_BOUND,
  searchCondition,
  walkingTheSort,
} from './search.ts';
import { readTotal, type TotalsSpec, totalQuery } from './totals.ts';

export interface ListSpec {
  name: string;
  table: string;
  columns: readonly string[];
  /** Those of them that may have more than some kilobytes; a page is bounded by their bytes. */
  large: readonly (string | RawBuilder<unknown>)[];
  /** What the list can be sorted by, with the type a cursor's value is read back as. */
  sorts: Record<string, 'text' | 'timestamptz'>;
  /** The sort in whose order each filter has an index. */
  mainSort: string;
  /** The column by which those indexes are parted, after the filter and before the sort, with all its values. */
  parts?: { column: string; values: readonly string[] };
  filters: Record<string, Filter>;
  /** The id of a row is a secret of those who may not read it in the list: cursors carry it encrypted. */
  hasSecretIds?: true;
  /** Columns that the full text of `q` covers and that can be filtered by. */
  searched?: readonly string[];
  /** A row as it is answered, where that is not the columns as they are. */
  present?: (row: Record<string, unknown>) => object;
  /** Holds for every row of the list, whoever asks. */
  where?: RawBuilder<boolean>;
  /** none: a list that grows without end. bounded: counted up to a bound. Else from aggregates where they reach. */
  total: 'none' | 'bounded' | TotalsSpec;
}

/** What the caller may see of the list. `key` names it, so that a cursor of one caller is foreign to another. */
export interface Scope {
  key: string;
  filters?: Record<string, readonly string[]>;
  where?: RawBuilder<boolean>;
}

export interface ListRequest {
  filters: Record<string, readonly string[]>;
  q?: string | undefined;
  scope: Scope;
  sort: string;
  order: 'asc' | 'desc';
  limit: number;
  /** Where the page before ended: the sort value, then the id; or how many rows to pass over. */
  after?: readonly [value: string, id: string] | undefined;
  offset?: number | undefined;
}

interface Total {
  total: number;
  isLowerBound: boolean;
}

export interface Page {
  rows: Record<string, unknown>[];
  hasMore: boolean;
  /** Of the large columns. */
  bytes: number;
  /** Whether it has fewer rows than were criteria for because more would be too many bytes. */
  isCut: boolean;
  total?: Total;
}

const COUNT_BOUND = 50_000;
/**
 * Up to this many matches are collected and sorted; above, walking the sort index meets enough of them soon.
 * A sort that the filters have no index for may walk through millions of others: there it is worth to collect more.
 */
const FEW_MATCHES = { mainSort: 1000, otherSort: 25_000 };

const conditionsOf = (spec: ListSpec, filters: Record<string, readonly string[]>): Condition[] =>
  Object.entries(filters).map(([name, values]) => {
    const filter = spec.filters[name];
    if (!filter) throw new Error(`${spec.name} has no filter ${name}`);
    return { ...filter, values };
  });

async function countUpTo(
  db: Db,
  table: string,
  where: RawBuilder<boolean>,
  bound: number,
): Promise<Total> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n
    from (select from ${sql.table(table)} where ${where} limit ${sql.lit(bound + 1)}) as matched
  `.execute(db);
  const n = rows[0]?.n ?? 0;
  return { total: Math.min(n, bound), isLowerBound: n > bound };
}

/** How a page is found: by collecting all matches and sorting them, or by walking the index of the sort. */
type Way = 'collect' | 'walk' | 'as the planner likes';

const isEqual = (condition: Condition): boolean => condition.test === 'in';

interface CountResult {
  total?: Total;
  way: Way;
}

interface Criteria {
  conditions: Condition[];
  /** What holds besides the conditions. */
  rest: RawBuilder<boolean>;
  /** All of it. */
  where: RawBuilder<boolean>;
}

const wayFor = ({ total, isLowerBound }: Total, few: number): Way =>
  !isLowerBound && total <= few ? 'collect' : 'as the planner likes';

/** Few matches are collected. Of a common word only so many are counted as are soon found. */
async function countSearched(
  db: Db,
  spec: ListSpec,
  { q = '', scope }: ListRequest,
  criteria: Criteria,
): Promise<CountResult> {
  const isCommonWord = (await isCommon(db, spec.table, q)) && criteria.conditions.length === 0;
  const visible = every([spec.where, scope.where]);
  if (isCommonWord && (await hasCommonMatches(db, spec.table, q, visible))) {
    return { total: { total: COMMON_SEARCH_BOUND, isLowerBound: true }, way: 'walk' };
  }
  const implied = criteria.conditions
    .filter(({ column, values }) => spec.searched?.includes(column) && values.length === 1)
    .map(({ values: [value = ''] }) => impliedWords(value));
  const where = every([criteria.where, ...implied]);
  const total = await countUpTo(db, spec.table, where, SEARCH_BOUND);
  return { total, way: total.isLowerBound ? 'walk' : 'collect' };
}

/** The total comes first: it also tells which way the page wants. */
async function count(db: Db, spec: ListSpec, request: ListRequest, criteria: Criteria): Promise<CountResult> {
  const { scope, q } = request;
  if (spec.total === 'none') return { way: 'as the planner likes' };
  if (q !== undefined) return countSearched(db, spec, request, criteria);
  const query =
    spec.total === 'bounded' || scope.where ? undefined : totalQuery(spec.total, criteria.conditions);
  const total =
    spec.total === 'bounded' || !query
      ? await countUpTo(db, spec.table, criteria.where, COUNT_BOUND)
      : { total: await readTotal(db, spec.total, query, criteria.where), isLowerBound: false };
  const few = FEW_MATCHES[request.sort === spec.mainSort ? 'mainSort' : 'otherSort'];
  return { total, way: wayFor(total, few) };
}

/** The same page by each way; a sort value and an id say where it begins. */
function pageSql(spec: ListSpec, request: ListRequest, criteria: Criteria, way: Way) {
  const { sort, order, limit, after, offset = 0 } = request;
  const keys = [sql.ref(sort), sql.ref('id')];
  const orderBy = sql.join(keys.map((key) => sql`${key} ${sql.raw(order)}`));
  const type = sql.raw(spec.sorts[sort] ?? 'text');
  const seek =
    after &&
    sql<boolean>`(${sql.join(keys)}) ${order === 'asc' ? sql`>` : sql`<`} (${after[0]}::${type}, ${after[1]})`;
  const table = sql.table(spec.table);
  const isBounded = spec.large.length > 0;
  const columns = sql.join([
    ...spec.columns.map((column) => sql`${table}.${sql.ref(column)}`),
    ...(isBounded ? [sql`${rowBytes(spec)} as row_bytes`] : []),
  ]);
  const bounded = (page: RawBuilder<Record<string, unknown>>) =>
    isBounded ? withinPageBytes(page, spec.columns, orderBy) : page;
  const slice = sql`order by ${orderBy} limit ${limit + 1} offset ${offset}`;
  // Of all that is collected only keys are kept; the page alone is read in full.
  const pageOf = (matched: RawBuilder<unknown>) =>
    bounded(sql<Record<string, unknown>>`
      with matched as materialized (${matched}), page as (select id from matched ${slice})
      select ${columns} from page join ${table} using (id) order by ${orderBy}`);

  if (way === 'collect') {
    return pageOf(sql`select ${sql.join(keys)} from ${table} where ${every([criteria.where, seek])}`);
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

const rowBytes = ({ table, large }: ListSpec): RawBuilder<number> =>
  cappedBytes(
    large.map((part) =>
      columnBytes(typeof part === 'string' ? sql`${sql.table(table)}.${sql.ref(part)}` : part),
    ),
  );

/** A filter's index is walked part by part: a page of each, merged, is the page of all. */
function partsOf({ parts }: ListSpec, { conditions, rest }: Criteria) {
  if (!parts || !conditions.some(isEqual)) return undefined;
  const isPart = (one: Condition) => isEqual(one) && one.column === parts.column;
  return {
    column: sql.ref(parts.column),
    values: [...new Set(conditions.find(isPart)?.values ?? parts.values)],
    where: every([rest, ...conditions.filter((one) => !isPart(one)).map(conditionSql)]),
  };
}

/**
 * Whether one index holds the whole page in its order, whatever the values: one filter with one value besides the
 * part, or none. Then the statement has one good plan, and few texts.
 */
const hasOnePlan = (spec: ListSpec, { sort, q, scope }: ListRequest, { conditions }: Criteria) =>
  sort === spec.mainSort &&
  q === undefined &&
  !scope.where &&
  conditions.every(isEqual) &&
  conditions.filter(({ column }) => column !== spec.parts?.column).length <= 1 &&
  conditions.every(({ column, values }) => column === spec.parts?.column || values.length === 1);

/** `db` names its statements, which spares PostgreSQL their analysis; see `hasOnePlan`. */
export async function list(
  { db, unprepared }: { db: Db; unprepared: Db },
  spec: ListSpec,
  request: ListRequest,
): Promise<Page> {
  const { scope, q, limit } = request;
  const conditions = [
    ...conditionsOf(spec, scope.filters ?? {}),
    ...conditionsOf(spec, request.filters),
  ];
  const text = q === undefined ? undefined : searchCondition(q);
  const rest = every([spec.where, scope.where, text]);
  const where = every([rest, ...conditions.map(conditionSql)]);
  const criteria = { conditions, rest, where };
  const settled = hasOnePlan(spec, request, criteria) ? db : unprepared;
  const { total, way } = await count(settled, spec, request, criteria);
  const page = pageSql(spec, request, criteria, way);
  const { rows } =
    way === 'walk'
      ? await walkingTheSort(unprepared, (tx) => page.execute(tx))
      : await page.execute(way === 'collect' ? unprepared : settled);
  return { ...fittingRows(rows, limit), ...(total && { total }) };
}
