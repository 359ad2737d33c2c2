// A list is counted by the values of its columns: from aggregates where they cover it, otherwise in the table up to a bound.
import { type RawBuilder, sql } from 'kysely';
import { presentAddress } from '../postgres/addresses.ts';
import type { Db } from '../postgres/tables.ts';
import { criteriaOf } from './conditions.ts';
import type { ListCriteria, ListSpec, TotalsSpec } from './list-spec.ts';
import { type CoveredPart, coveredParts, isDated, type TotalQuery } from './total-queries.ts';
import { COUNT_BOUND, countingOf, runCounting, sourcesOf } from './totals.ts';

const MAX_VALUES = 50;

interface FacetCounts {
  by: Record<string, ValueCount[]>;
  total: number;
  /** True if more rows match than were counted. */
  isLowerBound: boolean;
  /** The counts of these columns include only some of the matches. */
  lowerBounds: string[];
}

/** Returns undefined if the aggregates do not cover the values of the column. */
function groupedQuery({ spec, query }: CoveredPart, column: string): TotalQuery | undefined {
  if (spec.facets.includes(column))
    return isDated(query) && spec.dimensions[query.dimension] === 'total' ? undefined : query;
  const isReached = query.dimension === 'all' || query.dimension === column;
  if (!isReached || (isDated(query) && spec.dimensions[column] !== 'daily')) return undefined;
  return column in spec.dimensions ? { ...query, dimension: column } : undefined;
}

/** Returns undefined if the aggregates of one of the parts do not cover the values of the column. */
function groupedParts(
  parts: readonly CoveredPart[] | undefined,
  column: string,
): CoveredPart[] | undefined {
  const grouped = parts?.flatMap((part) => {
    const query = groupedQuery(part, column);
    return query ? [{ ...part, query }] : [];
  });
  return grouped && grouped.length === parts?.length ? grouped : undefined;
}

interface ValueCount {
  value: string;
  count: number;
}

/**
 * Adds up the rows of each value, the most frequent first. A person is counted once, under the present address in one of
 * its spellings.
 */
const valueCounts = (
  { addresses }: Pick<TotalsSpec, 'addresses'>,
  column: string,
  counted: RawBuilder<unknown>,
): RawBuilder<ValueCount> => {
  const people = sql`
    (select ${presentAddress(sql`value`)} as value, n from (
      select min(value) as value, sum(n) as n from ${counted} where value is not null group by lower(value)
    ) as spelled) as people`;
  const [from, shown, group] = addresses.includes(column)
    ? [people, sql`min(value)`, sql`lower(value)`]
    : [counted, sql`value`, sql`value`];
  return sql<ValueCount>`
    select ${shown} as value, sum(n)::bigint as count from ${from}
    where value is not null group by ${group} having sum(n) > 0
    order by count desc, 1 limit ${sql.lit(MAX_VALUES)}`;
};

const countedValues = ({ spec, query, where, except }: CoveredPart, column: string) => {
  const isGrouped = column === query.dimension;
  const { inPart, ofFacets, inDeltas, atTheEdges } = sourcesOf(spec, query, { isGrouped });
  const name = sql.ref(column);
  return sql`
    select ${isGrouped ? sql.ref('value') : name} as value, n from ${sql.table(spec.totals)}
      where ${inPart} and ${ofFacets}
    union all select ${name}, n from ${sql.table(spec.deltas)} where ${inDeltas}
    ${
      atTheEdges
        ? sql`union all select ${name}, 1 from ${sql.table(spec.table)} where ${where} and ${atTheEdges}`
        : sql``
    }
    ${except ? sql`union all select ${name}, -1 from ${sql.table(spec.table)} where ${except}` : sql``}`;
};

/** Reads the most frequent values of a column, in one snapshot. */
async function readTotalsBy(
  db: Db,
  parts: readonly CoveredPart[],
  spec: TotalsSpec,
  column: string,
): Promise<ValueCount[]> {
  const counted = parts.map((part) => countedValues(part, column));
  const all = sql`(${sql.join(counted, sql` union all `)}) as counted`;
  const { rows } = await valueCounts(spec, column, all).execute(db);
  return rows;
}

/** Each of `alternatives`, which exclude each other, is counted by the index that fits it. */
async function countInTable(
  db: Db,
  spec: TotalsSpec,
  alternatives: readonly RawBuilder<boolean>[],
  column: string,
): Promise<ValueCount[]> {
  const most = sql.lit(COUNT_BOUND);
  const matched = alternatives.map(
    (where) =>
      sql`(select ${sql.ref(column)} as value from ${sql.table(spec.table)} where ${where} limit ${most})`,
  );
  const all = sql`(
    select value, 1 as n from (${sql.join(matched, sql` union all `)}) as parts limit ${most}) as matched`;
  const { rows } = await valueCounts(spec, column, all).execute(db);
  return rows;
}

export async function countFacets<Row>(
  db: Db,
  specOfRow: ListSpec<Row> & { total: TotalsSpec },
  request: ListCriteria,
  columns: readonly string[],
): Promise<FacetCounts> {
  const spec = specOfRow as unknown as ListSpec & { total: TotalsSpec };
  const criteria = criteriaOf(spec, request);
  const parts = coveredParts(spec.total, request, criteria);
  const counting = countingOf(spec, request, criteria);
  const total = counting ? await runCounting(db, counting) : { total: 0, isLowerBound: false };
  const by: Record<string, ValueCount[]> = {};
  const lowerBounds: string[] = [];
  for (const column of columns) {
    const grouped = groupedParts(parts, column);
    by[column] = grouped
      ? await readTotalsBy(db, grouped, spec.total, column)
      : await countInTable(db, spec.total, criteria.alternatives, column);
    if (!grouped && (total.isLowerBound || total.total > COUNT_BOUND)) lowerBounds.push(column);
  }
  return { by, ...total, lowerBounds };
}
