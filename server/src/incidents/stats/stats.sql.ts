// A series is read from the aggregates and the unfolded deltas in one snapshot.
import { type RawBuilder, sql } from 'kysely';
import { every } from '../../platform/lists/conditions.ts';
import { foldDeltas, type FoldSpec, READER_FOLDS_ABOVE } from '../../platform/lists/fold.ts';
import type { Db } from '../../platform/postgres/tables.ts';

export const intervals = ['day', 'week'] as const;
export type Interval = (typeof intervals)[number];

/** Each expression selects the first day of the interval that a day is in; weeks begin on Monday. */
const firstDays: Record<Interval, RawBuilder<unknown>> = {
  day: sql`day`,
  week: sql`day - (extract(isodow from day)::integer - 1)`,
};

/** A request may filter by these columns. Each set of them has its own aggregates, so that a point is one row. */
const filtered = ['priority', 'assignment_group', 'category'] as const;
type Column = (typeof filtered)[number];
const columnSets: readonly (readonly Column[])[] = [
  [],
  ['priority'],
  ['assignment_group'],
  ['category'],
  ['priority', 'assignment_group'],
  ['priority', 'category'],
  ['assignment_group', 'category'],
  ['priority', 'assignment_group', 'category'],
];

const dimensionOf = (interval: Interval, columns: readonly Column[]): string =>
  `${interval}:${columns.join()}`;

/** Joins the values of several columns, unambiguously because of the lengths; null if one of them is null. */
const valueOf = (columns: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => {
  const last = columns.at(-1) ?? sql`''`;
  const others = columns.slice(0, -1).map((one) => sql`length(${one}) || ':' || ${one}`);
  return sql.join([...others, last], sql` || `);
};

const events = ['created', 'resolved', 'breached'] as const;

export const statsFold: FoldSpec = {
  deltas: 'incident_stat_deltas',
  totals: 'incident_stats',
  facets: [],
  slots: intervals.flatMap((interval) =>
    columnSets.map((columns) => ({
      dimension: dimensionOf(interval, columns),
      value: valueOf(columns.map((name) => sql.ref(name))),
      day: firstDays[interval],
    })),
  ),
  columns: [
    ...events.map((name) => ({
      name,
      aggregate: sql`count(*) filter (where event = ${sql.lit(name)})`,
      merge: (stored: RawBuilder<unknown>, added: RawBuilder<unknown>) => sql`${stored} + ${added}`,
    })),
    {
      name: 'resolve_seconds',
      aggregate: sql`add_histograms(null, array_agg(array[bucket::integer, 1]) filter (where bucket is not null))`,
      merge: (stored, added) => sql`add_histograms(${stored}, ${added})`,
    },
  ],
};

/** Moves a batch of deltas into the aggregates and returns their number. */
export const foldStats = (db: Db): Promise<number> => foldDeltas(db, statsFold);

export type StatsFilters = Partial<Record<Column, string[]>>;

interface StatsQuery {
  interval: Interval;
  /** `first` and `last` are the first days of the first and the last interval. */
  first: string;
  last: string;
  filters: StatsFilters;
}

export interface StatsRow {
  day: string;
  created: number;
  resolved: number;
  breached: number;
  /** The text has pairs of bucket and count, separated by spaces; a bucket may occur several times. */
  histogram: string | null;
}

/** Selects the aggregates of every combination of the filters' values. */
function inStats({ interval, first, last, filters }: StatsQuery): RawBuilder<boolean> {
  const columns = filtered.filter((name) => filters[name]);
  const sources = columns.map(
    (name) => sql`unnest(${filters[name]}::text[]) as ${sql.ref(`given_${name}`)}`,
  );
  const given = valueOf(columns.map((name) => sql.ref(`given_${name}`)));
  return every([
    sql`dimension = ${dimensionOf(interval, columns)}`,
    sources.length === 0
      ? sql`value = ''`
      : sql`value in (select ${given} from ${sql.join(sources)})`,
    sql`day between ${first}::date and ${last}::date`,
  ]);
}

function inDeltas({ interval, first, last, filters }: StatsQuery): RawBuilder<boolean> {
  return every([
    sql`${firstDays[interval]} between ${first}::date and ${last}::date`,
    ...filtered
      .filter((name) => filters[name])
      .map((name) => sql`${sql.ref(name)} = any(${filters[name]}::text[])`),
  ]);
}

/**
 * Returns at most two rows for each interval in which something happened. The caller adds the histograms: for 400 days,
 * that took PostgreSQL ten times as long as reading the rows.
 */
export async function readStats(db: Db, query: StatsQuery): Promise<StatsRow[]> {
  const sums = sql.join(events.map((name) => sql`sum(${sql.ref(name)})::bigint`));
  const counts = sql.join(events.map((name) => sql`count(*) filter (where event = ${name})`));
  const { rows } = await sql<StatsRow & { unfolded: number }>`
    select day::text, created, resolved, breached, histogram,
      (select count(*) from incident_stat_deltas) as unfolded
    from (
      select day, ${sums}, string_agg(array_to_string(resolve_seconds, ' '), ' ')
      from incident_stats where ${inStats(query)} group by day
      union all
      select ${firstDays[query.interval]}, ${counts}, string_agg(bucket || ' 1', ' ')
      from incident_stat_deltas where ${inDeltas(query)} group by 1
    ) as counted (day, created, resolved, breached, histogram)`.execute(db);
  if ((rows[0]?.unfolded ?? 0) > READER_FOLDS_ABOVE) await foldDeltas(db, statsFold);
  return rows;
}
