// Counts the matches of a request, and chooses by their number how its page is found.
import { sql } from 'kysely';
import type { Db } from '../postgres/tables.ts';
import { type Criteria, isEqual } from './criteria.ts';
import { type Alternative, isNamed } from './filters.ts';
import type { Counting, Total } from './counting.ts';
import type { ListCriteria, Listed, ListRequest } from './list-spec.ts';
import { totalCounting, totalQuery } from './totals.ts';

export const COUNT_BOUND = 50_000;
/**
 * Up to this many matches are collected and sorted; above, walking the sort index finds enough of them soon.
 * The bound is higher where a walk may read millions of other rows: with a sort that the filters have no index for, with
 * a range of another column, and for a named condition, whose matches may all be at the far end of the sort.
 */
const FEW_MATCHES = { mainSort: 1000, otherSort: 25_000, lastRows: 10_000, named: COUNT_BOUND };

/** Each of `parts`, which exclude each other, is counted by the index that fits it. */
function boundedCounting(
  table: string,
  parts: readonly Pick<Alternative, 'where'>[],
  bound: number,
): Counting {
  const most = sql.lit(bound + 1);
  // PostgreSQL reads the parts one after the other and stops at the limit.
  const matched = parts.map(
    ({ where }) => sql`(select 1 from ${sql.table(table)} where ${where} limit ${most})`,
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

/** How a page is found: by collecting all matches and sorting them, or mostly by walking the index of the sort. */
export type Way = 'collect' | 'as the planner likes';

interface CountResult {
  total?: Total;
  way: Way;
}

const wayFor = ({ total, isLowerBound }: Total, few: number): Way =>
  !isLowerBound && total <= few ? 'collect' : 'as the planner likes';

/** Counts from aggregates where they cover the request, otherwise up to a bound. */
export function countingOf(
  { total, table }: Listed,
  { scope, q }: ListCriteria,
  { conditions, where, alternatives }: Criteria,
): Counting | undefined {
  if (total === 'none') return undefined;
  const isPlain = q === undefined && !scope.where;
  const query = total !== 'bounded' && isPlain ? totalQuery(total, conditions) : undefined;
  return total === 'bounded' || !query
    ? boundedCounting(table, alternatives, COUNT_BOUND)
    : totalCounting(total, query, where);
}

/** The total comes first, because it determines how the page is read. */
export async function count(
  db: Db,
  spec: Listed,
  request: ListRequest,
  criteria: Criteria,
): Promise<CountResult> {
  const counting = countingOf(spec, request, criteria);
  if (!counting) return { way: request.scope.rows ? 'collect' : 'as the planner likes' };
  const total = await runCounting(db, counting);
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
