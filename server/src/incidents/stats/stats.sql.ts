// Stats of incidents in PostgreSQL: their aggregates, and a series read from them and the unfolded deltas in one snapshot.
import { type RawBuilder, sql } from 'kysely';
import { every } from '../../platform/lists/filters.ts';
import { foldDeltas, foldIfMany, type FoldSpec, type Slot } from '../../platform/lists/fold.ts';
import type { Db } from '../../platform/postgres/tables.ts';

export const intervals = ['day', 'week'] as const;
export type Interval = (typeof intervals)[number];

/** The first day of the interval that a day is in; weeks begin on Monday. */
const firstDays: Record<Interval, RawBuilder<unknown>> = {
  day: sql`day`,
  week: sql`day - (extract(isodow from day)::integer - 1)`,
};

/** Columns that a request may filter by, besides the priority; each combination of them has aggregates of its own. */
const columnSets = [
  [],
  ['assignment_group'],
  ['category'],
  ['assignment_group', 'category'],
] as const;
type FilteredColumn = 'assignment_group' | 'category';

const dimensionOf = (interval: Interval, columns: readonly FilteredColumn[]): string =>
  `${interval}:${columns.join()}`;

/** The value of several columns as one, unambiguous because of the length; null if one of them is null. */
const valueOf = (columns: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => {
  const [first = sql`''`, second] = columns;
  return second ? sql`length(${first}) || ':' || ${first} || ${second}` : first;
};

const slots: Slot[] = intervals.flatMap((interval) =>
  columnSets.map((columns) => ({
    dimension: dimensionOf(interval, columns),
    value: valueOf(columns.map((name) => sql.ref(name))),
    day: firstDays[interval],
  })),
);

const events = ['created', 'resolved', 'breached'] as const;

const statsFold: FoldSpec = {
  deltas: 'incident_stat_deltas',
  totals: 'incident_stats',
  facets: ['priority'],
  slots,
  columns: [
    ...events.map((name) => ({
      name,
      aggregate: sql`count(*) filter (where event = ${sql.lit(name)})`,
      merge: (kept: RawBuilder<unknown>, added: RawBuilder<unknown>) => sql`${kept} + ${added}`,
    })),
    {
      name: 'resolve_seconds',
      aggregate: sql`add_histograms(null, array_agg(array[bucket::integer, 1]) filter (where bucket is not null))`,
      merge: (kept, added) => sql`add_histograms(${kept}, ${added})`,
    },
  ],
};

/** Moves a batch of deltas into the aggregates and returns their number. */
export const foldStats = (db: Db): Promise<number> => foldDeltas(db, statsFold);

export interface StatsFilters {
  priority?: string[] | undefined;
  assignment_group?: string[] | undefined;
  category?: string[] | undefined;
}

export interface StatsQuery extends StatsFilters {
  interval: Interval;
  /** First days of the first and the last interval. */
  first: string;
  last: string;
}

export interface StatsRow {
  day: string;
  created: number;
  resolved: number;
  breached: number;
  /** Buckets of the histogram. */
  p50: number | null;
  p90: number | null;
}

const isIn = (column: string, values: readonly string[] | undefined) =>
  values && sql`${sql.ref(column)} = any(${values}::text[])`;

/** The aggregates of a query. */
function inStats({ interval, priority, assignment_group, category, first, last }: StatsQuery) {
  const given = { assignment_group, category };
  const columns = (['assignment_group', 'category'] as const).filter((name) => given[name]);
  const aliases = columns.map((name) => sql.ref(`given_${name}`));
  const sources = columns.map(
    (name, n) => sql`unnest(${given[name]}::text[]) as ${aliases[n] ?? sql``}`,
  );
  const values =
    sources.length === 0
      ? sql`value = ''`
      : sql`value in (select ${valueOf(aliases)} from ${sql.join(sources)})`;
  return every([
    sql`dimension = ${dimensionOf(interval, columns)}`,
    values,
    sql`day between ${first}::date and ${last}::date`,
    isIn('priority', priority),
  ]);
}

/** Intervals in which something happened. The median is the value that half of the resolutions do not exceed. */
export async function readStats(db: Db, query: StatsQuery): Promise<StatsRow[]> {
  const { interval, priority, assignment_group, category, first, last } = query;
  const inDeltas = every([
    sql`${firstDays[interval]} between ${first}::date and ${last}::date`,
    isIn('priority', priority),
    isIn('assignment_group', assignment_group),
    isIn('category', category),
  ]);
  const counts = sql.join(events.map((name) => sql.ref(name)));
  const total = (name: string) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`;
  const counted = (name: string) => sql`(event = ${sql.lit(name)})::integer`;
  const reached = (share: number) =>
    sql`min(bucket) filter (where reached >= ceil(of_all * ${sql.lit(share)}::numeric))`;
  const { rows } = await sql<StatsRow & { unfolded: number }>`
    with kept as materialized (
      select day, ${counts}, resolve_seconds
      from incident_stats where ${inStats(query)}
    ), added as materialized (
      select ${firstDays[interval]} as day, event, bucket from incident_stat_deltas where ${inDeltas}
    ), counted as (
      select day, ${sql.join(events.map(total))} from (
        select day, ${counts} from kept
        union all select day, ${sql.join(events.map(counted))} from added) as both_of
      group by day
    ), histogram as (
      select day, bucket, sum(n) as n from (
        select day, resolve_seconds[i][1] as bucket, resolve_seconds[i][2] as n
        from kept cross join lateral generate_subscripts(resolve_seconds, 1) as i
        union all select day, bucket, 1 from added where bucket is not null) as both_of
      group by day, bucket
    ), ranked as (
      select day, bucket, sum(n) over (partition by day order by bucket) as reached,
        sum(n) over (partition by day) as of_all
      from histogram
    ), percentiles as (
      select day, ${reached(0.5)} as p50, ${reached(0.9)} as p90 from ranked group by day
    )
    select day::text, ${counts}, p50, p90,
      (select count(*) from incident_stat_deltas) as unfolded
    from counted left join percentiles using (day)`.execute(db);
  await foldIfMany(db, statsFold, rows[0]?.unfolded ?? 0);
  return rows;
}
