// The stats of incidents equal a recount of their events, aggregate by aggregate and over HTTP.
import type { Instance, Json } from '../../support/harness.ts';

/** Each aggregate row has these counts: created, resolved, breached, resolutions in the histogram. */
type Counts = Map<string, number[]>;

const eventNames = ['incident.created', 'incident.resolved', 'sla.breached'];

const add = (counts: Counts, key: string, numbers: readonly number[]): void =>
  void counts.set(
    key,
    numbers.map((n, i) => n + (counts.get(key)?.[i] ?? 0)),
  );

/** Reads the aggregates after all deltas are folded. */
export async function readAggregates(instance: Instance): Promise<Counts> {
  const rows = await instance.sql(
    `select dimension, value, day::text, created, resolved, breached,
       (select coalesce(sum(resolve_seconds[i][2]), 0)::int from generate_subscripts(resolve_seconds, 1) as i) as timed
     from incident_stats`,
  );
  const counts: Counts = new Map();
  for (const { dimension, value, day, created, resolved, breached, timed } of rows)
    add(counts, [dimension, value, day].join(' '), [created, resolved, breached, timed]);
  return counts;
}

const mondayOf = (day: string): string => {
  const time = Date.parse(day);
  const weekday = (new Date(time).getUTCDay() + 6) % 7;
  return new Date(time - weekday * 86_400_000).toISOString().slice(0, 10);
};

interface EventOfIncident {
  type: string;
  day: string;
  seconds: number;
  data: Json;
}

const readEvents = (instance: Instance): Promise<EventOfIncident[]> =>
  instance.sql(
    `select type, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day, data,
       extract(epoch from occurred_at - created_at)::float8 as seconds
     from events join incidents on incidents.id = record_id
     where record_type = 'incident' and type = any($1)`,
    [eventNames],
  );

const incidentOf = ({ data }: EventOfIncident): Json => data.incident ?? data;

const columns = ['priority', 'assignment_group', 'category'];
const columnSets = [0, 1, 2, 3, 4, 5, 6, 7].map((set) => columns.filter((_, n) => set & (1 << n)));

/** Returns the value as the aggregates name it; undefined if one of the values is null. */
function valueOf(values: readonly (string | null)[]): string | undefined {
  if (values.includes(null)) return undefined;
  const texts = values.map(String);
  return texts
    .map((text, n) => (n < texts.length - 1 ? `${Array.from(text).length}:${text}` : text))
    .join('');
}

function recount(occurred: readonly EventOfIncident[]): Counts {
  const counts: Counts = new Map();
  for (const event of occurred) {
    const incident = incidentOf(event);
    const numbers = eventNames.map((name) => (event.type === name ? 1 : 0));
    for (const set of columnSets) {
      const value = valueOf(set.map((name) => incident[name]));
      if (value === undefined) continue;
      for (const [interval, first] of [
        ['day', event.day],
        ['week', mondayOf(event.day)],
      ])
        add(counts, [`${interval}:${set.join()}`, value, first].join(' '), [
          ...numbers,
          numbers[1] ?? 0,
        ]);
    }
  }
  return counts;
}

/** `before` are the aggregates of records that were loaded without events. */
async function differentAggregates(
  instance: Instance,
  before: Counts,
  events: readonly EventOfIncident[],
): Promise<string[]> {
  const expected = recount(events);
  for (const [key, numbers] of before) add(expected, key, numbers);
  const stored = await readAggregates(instance);
  return [...new Set([...expected.keys(), ...stored.keys()])].flatMap((key) => {
    const [a, b] = [expected.get(key)?.join(), stored.get(key)?.join()];
    return a === b ? [] : [`stats ${key}: recounted ${a}, stored ${b}`];
  });
}

const nearestRank = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.ceil(sorted.length * share) - 1] ?? null;

const MAX_ERROR = 0.05;

/** Compares the resolutions of the run; records that were loaded have no time to resolve. */
async function differentPercentiles(
  instance: Instance,
  events: readonly EventOfIncident[],
): Promise<string[]> {
  const resolved = events.filter(({ type }) => type === 'incident.resolved');
  const days = [...new Set(resolved.map(({ day }) => day))].toSorted();
  const [from, to] = [days[0], days.at(-1)];
  if (!from || !to) return ['nothing was resolved'];
  const { body } = await instance.call('GET', `/incidents/stats?from=${from}&to=${to}T23:59:59Z`);
  return days.flatMap((day) => {
    const times = resolved.filter((one) => one.day === day).map(({ seconds }) => seconds);
    const sorted = times.toSorted((a, b) => a - b);
    const point = body.data.find(({ at }: Json) => at.startsWith(day));
    return [0.5, 0.9].flatMap((share) => {
      const exact = nearestRank(sorted, share) ?? 0;
      const shown = point?.[`resolve_seconds_p${share * 100}`];
      const isNear = exact < 1 ? shown === 0 : Math.abs(shown - exact) <= MAX_ERROR * exact;
      return isNear ? [] : [`p${share * 100} of ${day}: ${shown}, exact ${exact}`];
    });
  });
}

/** Compares after folding everything; empty if the stats are those of the events. */
export async function differencesOfStats(instance: Instance, before: Counts): Promise<string[]> {
  const [left] = await instance.sql('select count(*)::int as n from incident_stat_deltas');
  const events = await readEvents(instance);
  return [
    ...(left.n === 0 ? [] : [`${left.n} deltas of stats are left after folding`]),
    ...eventNames
      .filter((name) => !events.some(({ type }) => type === name))
      .map((name) => `no ${name} occurred`),
    ...(await differentAggregates(instance, before, events)),
    ...(await differentPercentiles(instance, events)),
  ];
}
