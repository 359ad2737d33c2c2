// A time zone is read as periods in which local time is UTC plus one offset. Each year of a zone is read once per process.
import { Temporal } from 'temporal-polyfill';
import type { Interval } from './weekly-hours.ts';

/** Instants in milliseconds, and how far local time is ahead of UTC. */
export interface Period extends Interval {
  offset: number;
}

const NANOSECONDS_PER_MS = 1e6;

export const yearOf = (instant: number): number => new Date(instant).getUTCFullYear();
export const beginOfYear = (year: number): number => Date.UTC(year, 0, 1);

function readYear(zone: string, year: number): readonly Period[] {
  const end = beginOfYear(year + 1);
  const periods: Period[] = [];
  let from = beginOfYear(year);
  let at = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    const to = Math.min(next?.epochMilliseconds ?? end, end);
    periods.push({ from, to, offset: at.offsetNanoseconds / NANOSECONDS_PER_MS });
    if (next === null || to === end) return periods;
    from = to;
    at = next;
  }
}

/** Calendars may name each zone that Intl knows, and questions are about years that the routes limit. */
const zones = new Map<string, Map<number, readonly Period[]>>();

/** Returns the periods of a year of UTC, in their order and without gaps. */
function periodsOfYear(zone: string, year: number): readonly Period[] {
  const known = zones.get(zone)?.get(year);
  if (known) return known;
  const years = zones.get(zone) ?? new Map<number, readonly Period[]>();
  const periods = readYear(zone, year);
  zones.set(zone, years.set(year, periods));
  return periods;
}

/** Returns the periods of a span, cut to it. A period ends with its year, too. */
export function periodsBetween(zone: string, from: number, to: number): Period[] {
  const found: Period[] = [];
  for (let year = yearOf(from); beginOfYear(year) < to; year += 1) {
    for (const { from: begin, to: end, offset } of periodsOfYear(zone, year)) {
      if (begin < to && from < end)
        found.push({ from: Math.max(begin, from), to: Math.min(end, to), offset });
    }
  }
  return found;
}

export function offsetAt(zone: string, instant: number): number {
  const period = periodsOfYear(zone, yearOf(instant)).find(({ to }) => instant < to);
  return period?.offset ?? 0;
}
