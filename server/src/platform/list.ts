// Every list: filters, keyset, order, total and the choice of plan, from one description of the list.
import { type RawBuilder, sql } from 'kysely';
import { type Condition, conditionSql, every, type Filter } from './conditions.ts';
import type { Db } from './db.ts';
import { readTotal, type TotalsSpec, totalQuery } from './totals.ts';

export interface ListSpec {
  name: string;
  table: string;
  columns: readonly string[];
  /** What the list can be sorted by, with the type a cursor's value is read back as. */
  sorts: Record<string, 'text' | 'timestamptz'>;
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
/** Up to this many matches are collected and sorted; above, walking the sort index meets enough of them soon. */
const FEW_MATCHES = 1000;

const conditionsOf = (spec: ListSpec, filters: Record<string, readonly string[]>): Condition[] =>
  Object.entries(filters).map(([name, values]) => {
    const filter = spec.filters[name];
    if (!filter) throw new Error(`${spec.name} has no filter ${name}`);
    return { ...filter, values };
  });

async function countUpTo(db: Db, table: string, where: RawBuilder<boolean>): Promise<Total> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n
    from (select from ${sql.table(table)} where ${where} limit ${sql.lit(COUNT_BOUND + 1)}) as matched
  `.execute(db);
  const n = rows[0]?.n ?? 0;
  return { total: Math.min(n, COUNT_BOUND), isLowerBound: n > COUNT_BOUND };
}

/** The total comes first: it also tells which plan the page wants. */
async function totalOf(
  db: Db,
  spec: ListSpec,
  conditions: Condition[],
  scope: Scope,
  where: RawBuilder<boolean>,
): Promise<Total | undefined> {
  if (spec.total === 'none') return undefined;
  const query =
    spec.total === 'bounded' || scope.where ? undefined : totalQuery(spec.total, conditions);
  if (spec.total === 'bounded' || !query) return countUpTo(db, spec.table, where);
  return { total: await readTotal(db, spec.total, query, where), isLowerBound: false };
}

export async function list(db: Db, spec: ListSpec, request: ListRequest): Promise<Page> {
  const { scope, sort, order, limit, after, offset } = request;
  const conditions = [
    ...conditionsOf(spec, scope.filters ?? {}),
    ...conditionsOf(spec, request.filters),
  ];
  const where = every([spec.where, scope.where, ...conditions.map(conditionSql)]);
  const total = await totalOf(db, spec, conditions, scope, where);

  const keys = [sql.ref(sort), sql.ref('id')];
  const direction = sql.raw(order);
  const orderBy = sql.join(keys.map((key) => sql`${key} ${direction}`));
  const type = sql.raw(spec.sorts[sort] ?? 'text');
  const seek =
    after &&
    sql<boolean>`(${sql.join(keys)}) ${order === 'asc' ? sql`>` : sql`<`} (${after[0]}::${type}, ${after[1]})`;
  const columns = sql.join(spec.columns.map((column) => sql.ref(column)));
  const matching = sql`select ${columns} from ${sql.table(spec.table)} where ${every([where, seek])}`;
  const few = total !== undefined && !total.isLowerBound && total.total <= FEW_MATCHES;
  const source = few
    ? sql`with matched as materialized (${matching}) select ${columns} from matched`
    : matching;
  const { rows } = await sql<Record<string, unknown>>`
    ${source} order by ${orderBy} limit ${limit + 1} offset ${offset ?? 0}`.execute(db);
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit, ...(total && { total }) };
}
