import { withAllGroupNames } from '../../identity/index.ts';
import { type Fault, invalid } from '../../platform/errors.ts';
import { ok, type Reply, type RequestContext } from '../../platform/http/request/context.ts';
import { MAX_POINTS, type StatsParameters } from './stats.schema.ts';
import { pointOf } from './stats.points.ts';
import { type Interval, readStats, type StatsFilters } from './stats.sql.ts';

const DAY_MS = 86_400_000;
/** The first Monday after the epoch, which was a Thursday. */
const MONDAY_MS = 4 * DAY_MS;

const spans: Record<Interval, { ms: number; origin: number; byDefault: number }> = {
  day: { ms: DAY_MS, origin: 0, byDefault: 30 },
  week: { ms: 7 * DAY_MS, origin: MONDAY_MS, byDefault: 26 },
};

/** Returns the start of the interval that a time is in. */
const beginOf = (interval: Interval, time: number): number => {
  const { ms, origin } = spans[interval];
  return origin + Math.floor((time - origin) / ms) * ms;
};

/** Returns the bounds of all intervals from the one that contains `from` up to `to`. */
function requirePeriod(query: StatsParameters, interval: Interval, now: Date) {
  const { ms, byDefault } = spans[interval];
  const to = query.to === undefined ? now.getTime() : Date.parse(query.to);
  const from = query.from === undefined ? to - byDefault * ms : Date.parse(query.from);
  const refuse = (code: Fault['code'], message: string) =>
    invalid([{ in: 'query', pointer: query.to ? '/to' : '/from', code, message }]);
  if (to <= from) throw refuse('too_small', 'to must be after from.');
  const first = beginOf(interval, from);
  const points = Math.ceil((to - first) / ms);
  if (points > MAX_POINTS)
    throw refuse(
      'too_large',
      `The period has ${points} intervals; at most ${MAX_POINTS} are returned. Shorten the period or use \`interval=week\`.`,
    );
  return Array.from({ length: points + 1 }, (_, n) => new Date(first + n * ms).toISOString());
}

const dayOf = (begin = ''): string => begin.slice(0, 10);

export async function getStats(sent: RequestContext<unknown, StatsParameters>): Promise<Reply> {
  const request = await withAllGroupNames(sent);
  const { query, deps, now } = request;
  const { interval = 'day', from: _, to: __, ...filters } = query;
  const bounds = requirePeriod(query, interval, now);
  const begins = bounds.slice(0, -1);
  const rows = await readStats(deps.db, {
    interval,
    first: dayOf(begins[0]),
    last: dayOf(begins.at(-1)),
    filters: filters as StatsFilters,
  });
  const byDay = Map.groupBy(rows, ({ day }) => day);
  const data = begins.map((at) => pointOf(at, byDay.get(dayOf(at)) ?? []));
  return ok({ interval, from: bounds[0], to: bounds.at(-1), data });
}
