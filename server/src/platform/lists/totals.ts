// Exact totals at any size: writes append deltas (by trigger), a fold moves them into aggregates, a reader adds both up in one snapshot.
import { type RawBuilder, sql } from 'kysely';
import { type FoldSpec, foldDeltas, foldIfMany } from './fold.ts';
import {
  type ColumnCondition,
  comparedColumn,
  comparedValue,
  comparedValues,
  type Condition,
  every,
  isNamed,
} from './filters.ts';
import type { Db } from '../postgres/tables.ts';
import type { Counting } from './counting.ts';

export interface TotalsSpec {
  table: string;
  deltas: string;
  totals: string;
  /** Columns by which every aggregate row is grouped; queries may combine them freely. */
  facets: readonly string[];
  /**
   * Columns of which a query may name at most one. `daily` ones are kept by day; for one with very many
   * values that would be about a row per record, so a query with dates is counted in the table.
   */
  dimensions: Readonly<Record<string, 'daily' | 'total'>>;
  /**
   * Dimensions with addresses of people. They are kept as given, by each release that folds, and added up regardless of
   * case when they are read.
   */
  addresses: readonly string[];
  /** The timestamp whose UTC day the aggregates are kept by. */
  dayOf: string;
}

export interface TotalQuery {
  dimension: string;
  conditions: ColumnCondition[];
  after?: string | undefined;
  before?: string | undefined;
}

/** The query in terms of the aggregates, or undefined if they do not cover it. */
export function totalQuery(spec: TotalsSpec, conditions: Condition[]): TotalQuery | undefined {
  if (conditions.some(isNamed)) return undefined;
  const ofColumns = conditions.filter((one) => !isNamed(one));
  const equal = ofColumns.filter((one) => one.test === 'in');
  const dates = ofColumns.filter((one) => one.test !== 'in');
  const columns = equal.map((one) => one.column);
  const dimensions = columns.filter((column) => column in spec.dimensions);
  const reached =
    new Set(columns).size === columns.length &&
    columns.every((column) => spec.facets.includes(column) || column in spec.dimensions) &&
    dimensions.length <= 1 &&
    dates.every((one) => one.column === spec.dayOf && one.test !== 'since');
  if (!reached) return undefined;
  const bound = (test: Condition['test']) => dates.find((one) => one.test === test)?.values[0];
  return {
    dimension: dimensions[0] ?? 'all',
    conditions: equal,
    after: bound('after'),
    before: bound('before'),
  };
}

const utcDay = (timestamp: string): string => new Date(timestamp).toISOString().slice(0, 10);
const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

const isDated = ({ after, before }: TotalQuery): boolean =>
  after !== undefined || before !== undefined;

/** Of an array PostgreSQL does not know the length before it has the value, so it would plan each time. */
const MAX_LISTED = 8;

/**
 * Where the rows of a query are: whole days in aggregates and deltas, the partial days at both ends in the table.
 * `isGrouped`: all values of the dimension, not their sum.
 */
function sourcesOf(spec: TotalsSpec, query: TotalQuery, { isGrouped = false } = {}) {
  const { after, before, dimension, conditions } = query;
  const equals = (condition: ColumnCondition, column = condition.column) => {
    const { values } = condition;
    const compared = comparedColumn({ ...condition, column });
    return values.length <= MAX_LISTED
      ? sql`${compared} in (${sql.join(values.map((value) => comparedValue(condition, value)))})`
      : sql`${compared} = any(${comparedValues(condition, values)})`;
  };
  const wholeDays = every([
    ...(after === undefined ? [] : [sql`day > ${utcDay(after)}::date`]),
    ...(before === undefined ? [] : [sql`day < ${utcDay(before)}::date`]),
  ]);
  const inPart = every([
    // Written into the statement, so that PostgreSQL knows which part of the aggregates it reads without the values.
    sql`dimension = ${sql.lit(dimension)}`,
    ...(dimension === 'all' && !isGrouped ? [sql`value = ''`] : []),
    ...conditions.filter(({ column }) => column === dimension).map((one) => equals(one, 'value')),
    isDated(query) ? sql`day <> '-infinity' and ${wholeDays}` : sql`day = '-infinity'`,
  ]);
  const ofFacets = every(
    conditions.filter(({ column }) => column !== dimension).map((one) => equals(one)),
  );
  const inDeltas = every([...conditions.map((one) => equals(one)), wholeDays]);
  const created = sql.ref(spec.dayOf);
  const midnight = (day: string) => `${day}T00:00:00.000Z`;
  const edges = [
    ...(after === undefined
      ? []
      : [sql`${created} < ${midnight(dayAfter(utcDay(after)))}::timestamptz`]),
    ...(before === undefined ? [] : [sql`${created} >= ${midnight(utcDay(before))}::timestamptz`]),
  ];
  const atTheEdges = isDated(query) ? sql<boolean>`(${sql.join(edges, sql` or `)})` : undefined;
  return { inPart, ofFacets, inDeltas, atTheEdges };
}

/**
 * Of some facets PostgreSQL expects far more rows than there are, unless it knows their values, and so would plan each
 * time: a quarter of a millisecond. Without dates there are few rows, so all are read and those of the facets added up.
 */
const readsAllFacets = ({ facets }: TotalsSpec, query: TotalQuery): boolean =>
  !isDated(query) &&
  !facets.every((facet) => query.conditions.some(({ column }) => column === facet));

/** One statement is one snapshot, so a concurrent fold is seen entirely or not at all. */
function totalSql(spec: TotalsSpec, query: TotalQuery, where: RawBuilder<boolean>) {
  if (isDated(query) && spec.dimensions[query.dimension] === 'total') {
    return sql<{ total: number; unfolded: number }>`
      select count(*) as total, 0 as unfolded from ${sql.table(spec.table)} where ${where}`;
  }
  const { inPart, ofFacets, inDeltas, atTheEdges } = sourcesOf(spec, query);
  const counted = atTheEdges
    ? sql`(select count(*) from ${sql.table(spec.table)} where ${where} and ${atTheEdges})`
    : sql`0`;
  const folded = readsAllFacets(spec, query)
    ? sql`select coalesce(sum(n) filter (where ${ofFacets}), 0) from ${sql.table(spec.totals)} where ${inPart}`
    : sql`select coalesce(sum(n), 0) from ${sql.table(spec.totals)} where ${inPart} and ${ofFacets}`;
  return sql<{ total: number; unfolded: number }>`
    select
      (${folded})::bigint
        + coalesce(sum(n) filter (where ${inDeltas}), 0)::bigint
        + ${counted} as total,
      count(*) as unfolded
    from ${sql.table(spec.deltas)}`;
}

/** The query by the values of a column, or undefined if the aggregates do not cover it. */
export function groupedQuery(
  spec: TotalsSpec,
  query: TotalQuery | undefined,
  column: string,
): TotalQuery | undefined {
  if (!query) return undefined;
  if (spec.facets.includes(column))
    return isDated(query) && spec.dimensions[query.dimension] === 'total' ? undefined : query;
  const isReached = query.dimension === 'all' || query.dimension === column;
  if (!isReached || (isDated(query) && spec.dimensions[column] !== 'daily')) return undefined;
  return column in spec.dimensions ? { ...query, dimension: column } : undefined;
}

export interface ValueCount {
  value: string;
  count: number;
}

/** The column `value` in a count by values: an address counts once, in one of its spellings. */
export const groupedValue = ({ addresses }: Pick<TotalsSpec, 'addresses'>, column: string) =>
  addresses.includes(column)
    ? { shown: sql`min(value)`, group: sql`lower(value)` }
    : { shown: sql`value`, group: sql`value` };

/** The most frequent values of a column, in one snapshot. */
export async function readTotalsBy(
  db: Db,
  spec: TotalsSpec,
  query: TotalQuery,
  where: RawBuilder<boolean>,
  { column, limit }: { column: string; limit: number },
): Promise<ValueCount[]> {
  const isGrouped = column === query.dimension;
  const { inPart, ofFacets, inDeltas, atTheEdges } = sourcesOf(spec, query, { isGrouped });
  const name = sql.ref(column);
  const { shown, group } = groupedValue(spec, column);
  const { rows } = await sql<ValueCount>`
    select ${shown} as value, sum(n)::bigint as count from (
      select ${isGrouped ? sql.ref('value') : name} as value, n from ${sql.table(spec.totals)}
        where ${inPart} and ${ofFacets}
      union all select ${name}, n from ${sql.table(spec.deltas)} where ${inDeltas}
      ${
        atTheEdges
          ? sql`union all select ${name}, 1 from ${sql.table(spec.table)} where ${where} and ${atTheEdges}`
          : sql``
      }) as counted
    where value is not null group by ${group} having sum(n) > 0
    order by count desc, 1 limit ${limit}`.execute(db);
  return rows;
}

/** The statement of a total, and how its rows are read. */
export const totalCounting = (
  spec: TotalsSpec,
  query: TotalQuery,
  where: RawBuilder<boolean>,
): Counting => {
  const fold = foldOf(spec);
  return {
    statement: totalSql(spec, query, where),
    read: async (db, rows) => {
      const { total = 0, unfolded = 0 } = rows[0] ?? {};
      await foldIfMany(db, fold, unfolded);
      return { total, isLowerBound: false };
    },
  };
};

/** The slots of the aggregates that a delta belongs to: alone and by each dimension, by day and over all days. */
const foldOf = ({ deltas, totals, facets, dimensions }: TotalsSpec): FoldSpec => {
  const always = sql`'-infinity'::date`;
  const day = sql`taken.day`;
  return {
    deltas,
    totals,
    facets,
    slots: [
      { dimension: 'all', value: sql`''`, day },
      { dimension: 'all', value: sql`''`, day: always },
      ...Object.entries(dimensions).flatMap(([column, kept]) => {
        const slot = { dimension: column, value: sql.ref(column) };
        return [...(kept === 'daily' ? [{ ...slot, day }] : []), { ...slot, day: always }];
      }),
    ],
    columns: [
      { name: 'n', aggregate: sql`sum(n)`, merge: (kept, added) => sql`${kept} + ${added}` },
    ],
    // Otherwise each record would leave a row for every state it passed.
    removedAtZero: 'n',
  };
};

/** Moves a batch of deltas into the aggregates and returns their number. */
export const foldTotals = (db: Db, spec: TotalsSpec): Promise<number> =>
  foldDeltas(db, foldOf(spec));
