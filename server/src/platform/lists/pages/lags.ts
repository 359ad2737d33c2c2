// Filters by a time that follows the time of the sort, such as the resolution after the creation. Walking the sort would
// pass all rows that are far from the filtered time; rows of a similar lag are near it.
import { type RawBuilder, sql } from 'kysely';
import { type Condition, every, isNamed } from '../filters.ts';

/** Where a page starts: the value of the sort, and the condition of the rows after it. */
export interface PageStart {
  order: 'asc' | 'desc';
  after?: string | undefined;
  seek?: RawBuilder<boolean> | undefined;
}

/**
 * Conditions that exclude each other, one for each class of lags, or undefined without such a filter. A row of a class
 * that is after a time is at most the largest lag before it in the sort; one that is before a time, at least the smallest.
 */
export function lagAlternatives(
  conditions: readonly Condition[],
  start: PageStart,
): readonly RawBuilder<boolean>[] | undefined {
  const bounded = conditions.flatMap((one) =>
    !isNamed(one) && one.lag ? [{ ...one, lag: one.lag }] : [],
  );
  const lag = bounded[0]?.lag;
  if (!lag) return undefined;
  const times = (test: string) =>
    bounded.flatMap((one) => (one.test === test ? [Date.parse(one.values[0] ?? '')] : []));
  const smallest = [0, ...lag.bounds];
  return smallest.map((least, n) => {
    const most = smallest[n + 1] ?? Infinity;
    const from = Math.max(...times('after')) - most;
    const to = Math.min(...times('before')) - least;
    return every([sql`${lag.classOf} = ${sql.lit(n)}`, ...boundsOf(lag.behind, from, to, start)]);
  });
}

/** PostgreSQL starts a scan at one of two bounds on the same side, so only the nearer one is given. */
function boundsOf(
  column: string,
  from: number,
  to: number,
  { order, after, seek }: PageStart,
): (RawBuilder<boolean> | undefined)[] {
  const at = after === undefined ? undefined : Date.parse(after);
  const bound = (time: number, test: RawBuilder<unknown>) =>
    Number.isFinite(time)
      ? sql<boolean>`${sql.ref(column)} ${test} ${new Date(time).toISOString()}::timestamptz`
      : undefined;
  const [first, last] = [bound(from, sql`>=`), bound(to, sql`<=`)];
  if (at === undefined) return [first, last];
  if (order === 'asc') return [from > at ? first : seek, last];
  return [first, to < at ? last : seek];
}
