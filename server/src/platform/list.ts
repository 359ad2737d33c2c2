// Every list: filters, keyset, order, total and the choice of plan, from one description of the list.
import { type RawBuilder, sql } from 'kysely';
import { type Condition, conditionSql, every, type Filter } from './conditions.ts';
import type { Db } from './db.ts';
import { isCommon, SEARCH_BOUND, searchCondition, walkingTheSort } from './search.ts';
import { readTotal, type TotalsSpec, totalQuery } from './totals.ts';

export interface ListSpec {
  name: string;
  table: string;
  columns: readonly string[];
  /** What the list can be sorted by, with the type a cursor's value is read back as. */
  sorts: Record<string, 'text' | 'timestamptz'>;
  /** The sort in whose order each filter has an index. */
  mainSort: string;
  filters: Record<string, Filter>;
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

interface Counted {
  total?: Total;
  way: Way;
}

interface Asked {
  conditions: Condition[];
  where: RawBuilder<boolean>;
}

const wayFor = ({ total, isLowerBound }: Total, few: number): Way =>
  !isLowerBound && total <= few ? 'collect' : 'as the planner likes';

/** Few matches are collected; of a common word the statistics know enough, and nothing is counted. */
async function countSearched(db: Db, spec: ListSpec, q: string, asked: Asked): Promise<Counted> {
  const common = await isCommon(db, spec.table, q);
  if (common && asked.conditions.length === 0) {
    return { total: { total: SEARCH_BOUND, isLowerBound: true }, way: 'walk' };
  }
  const total = await countUpTo(db, spec.table, asked.where, SEARCH_BOUND);
  return { total, way: total.isLowerBound ? 'walk' : 'collect' };
}

/** The total comes first: it also tells which way the page wants. */
async function count(db: Db, spec: ListSpec, request: ListRequest, asked: Asked): Promise<Counted> {
  const { scope, q } = request;
  if (spec.total === 'none') return { way: 'as the planner likes' };
  if (q !== undefined) return countSearched(db, spec, q, asked);
  const query =
    spec.total === 'bounded' || scope.where ? undefined : totalQuery(spec.total, asked.conditions);
  const total =
    spec.total === 'bounded' || !query
      ? await countUpTo(db, spec.table, asked.where, COUNT_BOUND)
      : { total: await readTotal(db, spec.total, query, asked.where), isLowerBound: false };
  const few = FEW_MATCHES[request.sort === spec.mainSort ? 'mainSort' : 'otherSort'];
  return { total, way: wayFor(total, few) };
}

function pageSql(spec: ListSpec, request: ListRequest, where: RawBuilder<boolean>, way: Way) {
  const { sort, order, limit, after, offset } = request;
  const keys = [sql.ref(sort), sql.ref('id')];
  const orderBy = sql.join(keys.map((key) => sql`${key} ${sql.raw(order)}`));
  const type = sql.raw(spec.sorts[sort] ?? 'text');
  const seek =
    after &&
    sql<boolean>`(${sql.join(keys)}) ${order === 'asc' ? sql`>` : sql`<`} (${after[0]}::${type}, ${after[1]})`;
  const table = sql.table(spec.table);
  const columns = sql.join(spec.columns.map((column) => sql`${table}.${sql.ref(column)}`));
  const from = sql`from ${table} where ${every([where, seek])}`;
  const slice = sql`order by ${orderBy} limit ${limit + 1} offset ${offset ?? 0}`;
  // Of all that is collected only keys are kept; the page alone is read in full.
  return way === 'collect'
    ? sql<Record<string, unknown>>`
        with matched as materialized (select ${sql.join(keys)} ${from}),
          page as (select id from matched ${slice})
        select ${columns} from page join ${table} using (id) order by ${orderBy}`
    : sql<Record<string, unknown>>`select ${columns} ${from} ${slice}`;
}

export async function list(db: Db, spec: ListSpec, request: ListRequest): Promise<Page> {
  const { scope, q, limit } = request;
  const conditions = [
    ...conditionsOf(spec, scope.filters ?? {}),
    ...conditionsOf(spec, request.filters),
  ];
  const text = q === undefined ? undefined : searchCondition(q);
  const where = every([spec.where, scope.where, ...conditions.map(conditionSql), text]);
  const { total, way } = await count(db, spec, request, { conditions, where });
  const page = pageSql(spec, request, where, way);
  const { rows } =
    way === 'walk' ? await walkingTheSort(db, (tx) => page.execute(tx)) : await page.execute(db);
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit, ...(total && { total }) };
}
