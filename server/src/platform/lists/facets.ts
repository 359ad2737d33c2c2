// Counts of a list by the values of its columns: from aggregates where they reach, else in the table up to a bound.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../postgres/tables.ts';
import { COUNT_BOUND, countingOf, runCounting } from './count.ts';
import { criteriaOf } from './criteria.ts';
import type { ListCriteria, ListSpec } from './list-spec.ts';
import {
  groupedQuery,
  groupedValue,
  readTotalsBy,
  totalQuery,
  type TotalsSpec,
  type ValueCount,
} from './totals.ts';

/** Values of each column. */
const MAX_VALUES = 50;

interface FacetCounts {
  by: Record<string, ValueCount[]>;
  total: number;
  /** More rows match than were counted. */
  isLowerBound: boolean;
  /** Columns whose counts are of some of the matches only. */
  lowerBounds: string[];
}

async function countInTable(
  db: Db,
  spec: TotalsSpec,
  where: RawBuilder<boolean>,
  column: string,
): Promise<ValueCount[]> {
  const { shown, group } = groupedValue(spec, column);
  const { rows } = await sql<ValueCount>`
    select ${shown} as value, count(*) as count from (
      select ${sql.ref(column)} as value from ${sql.table(spec.table)} where ${where}
      limit ${sql.lit(COUNT_BOUND)}) as matched
    where value is not null group by ${group} order by count desc, 1 limit ${sql.lit(MAX_VALUES)}`.execute(
    db,
  );
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
  const { conditions, where } = criteria;
  const isPlain = request.q === undefined && !request.scope.where;
  const query = isPlain ? totalQuery(spec.total, conditions) : undefined;
  const counting = countingOf(spec, request, criteria);
  const total = counting ? await runCounting(db, counting) : { total: 0, isLowerBound: false };
  const by: Record<string, ValueCount[]> = {};
  const lowerBounds: string[] = [];
  for (const column of columns) {
    const grouped = groupedQuery(spec.total, query, column);
    by[column] = grouped
      ? await readTotalsBy(db, spec.total, grouped, where, { column, limit: MAX_VALUES })
      : await countInTable(db, spec.total, where, column);
    if (!grouped && (total.isLowerBound || total.total > COUNT_BOUND)) lowerBounds.push(column);
  }
  return { by, ...total, lowerBounds };
}
