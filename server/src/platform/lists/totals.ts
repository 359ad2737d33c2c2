// Totals are exact at any size where aggregates cover the request: writes append deltas (by trigger), a fold moves them
// into the aggregates, a reader adds both up in one snapshot. Other requests are counted up to a bound.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../postgres/tables.ts';
import {
  type ColumnCondition,
  comparedColumn,
  comparedValue,
  comparedValues,
  type Criteria,
  every,
} from './conditions.ts';
import { foldDeltas, type FoldSpec, READER_FOLDS_ABOVE } from './fold.ts';
import type { ListCriteria, UntypedListSpec, Total, TotalsSpec } from './list-spec.ts';
import { type CoveredPart, coveredParts, isDated, type TotalQuery } from './total-queries.ts';

/** The statement is separate from the reading of its rows, so that it can be sent together with others. */
export interface Counting {
  statement: RawBuilder<Record<string, number>>;
  read: (db: Db, rows: readonly Record<string, number>[]) => Promise<Total>;
}

export const COUNT_BOUND = 50_000;

const utcDay = (timestamp: string): string => new Date(timestamp).toISOString().slice(0, 10);
const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** PostgreSQL does not know the length of an array before it has the value, so it would plan each time. */
const MAX_LISTED = 8;

/**
 * Whole days are read from aggregates and deltas, the partial days at both ends from the table. `isGrouped` reads all
 * values of the dimension, not their sum.
 */
export function sourcesOf(spec: TotalsSpec, query: TotalQuery, { isGrouped = false } = {}) {
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
    // The dimension is a literal, so that PostgreSQL knows which part of the aggregates it reads without the values.
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
 * PostgreSQL expects far more rows of some facets than there are, unless it knows their values, and so would plan each
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

/** The totals of all parts are read in one statement, so in one snapshot. */
const totalCounting = (parts: readonly CoveredPart[]): Counting => {
  const statements = parts.map(({ spec, query, where, except }, part) => {
    const total = except
      ? sql`total - (select count(*) from ${sql.table(spec.table)} where ${except})`
      : sql`total`;
    return sql`
        select ${sql.lit(part)}::int as part, ${total} as total, unfolded
        from (${totalSql(spec, query, where)}) as counted`;
  });
  return {
    statement: sql`${sql.join(statements, sql` union all `)}`,
    read: async (db, rows) => {
      for (const { part = 0, unfolded = 0 } of rows) {
        const folded = parts[part];
        if (folded && unfolded > READER_FOLDS_ABOVE) await foldDeltas(db, foldOf(folded.spec));
      }
      const total = rows.reduce((sum, row) => sum + Number(row['total']), 0);
      return { total, isLowerBound: false };
    },
  };
};

/** A delta belongs to slots alone and by each dimension, by day and over all days. */
const foldOf = ({ deltas, totals, facets, dimensions, isPartial }: TotalsSpec): FoldSpec => {
  const always = sql`'-infinity'::date`;
  const day = sql`taken.day`;
  return {
    deltas,
    totals,
    facets,
    slots: [
      ...(isPartial
        ? []
        : [
            { dimension: 'all', value: sql`''`, day },
            { dimension: 'all', value: sql`''`, day: always },
          ]),
      ...Object.entries(dimensions).flatMap(([column, granularity]) => {
        const slot = { dimension: column, value: sql.ref(column) };
        return [...(granularity === 'daily' ? [{ ...slot, day }] : []), { ...slot, day: always }];
      }),
    ],
    columns: [
      { name: 'n', aggregate: sql`sum(n)`, merge: (stored, added) => sql`${stored} + ${added}` },
    ],
    // Otherwise each record would leave a row for every state it went through.
    removedAtZero: 'n',
  };
};

/** Moves a batch of deltas into the aggregates and returns their number. */
export const foldTotals = (db: Db, spec: TotalsSpec): Promise<number> =>
  foldDeltas(db, foldOf(spec));

/** Each of `parts`, which exclude each other, is counted by the index that fits it. */
function boundedCounting(
  table: string,
  parts: readonly RawBuilder<boolean>[],
  bound: number,
): Counting {
  const most = sql.lit(bound + 1);
  // PostgreSQL reads the parts one after the other and stops at the limit.
  const matched = parts.map(
    (where) => sql`(select 1 from ${sql.table(table)} where ${where} limit ${most})`,
  );
  return {
    statement: sql`
      select count(*) as n from (
        select from (${sql.join(matched, sql` union all `)}) as parts limit ${most}) as matched`,
    read: async (_db, [row]) => {
      const n = row?.['n'] ?? 0;
      return { total: Math.min(n, bound), isLowerBound: n > bound };
    },
  };
}

export const runCounting = async (db: Db, { statement, read }: Counting): Promise<Total> =>
  read(db, (await statement.execute(db)).rows);

/** Returns undefined for a list without a total. */
export function countingOf(
  { total, table, countBound = COUNT_BOUND }: UntypedListSpec,
  request: ListCriteria,
  criteria: Criteria,
): Counting | undefined {
  if (total === 'none') return undefined;
  const parts = total === 'bounded' ? undefined : coveredParts(total, request, criteria);
  return parts ? totalCounting(parts) : boundedCounting(table, criteria.alternatives, countBound);
}
