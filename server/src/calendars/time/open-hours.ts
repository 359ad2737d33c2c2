// Answers whether and how long a calendar is open. It is open at an instant if the local time of that instant is within the
// hours of its local date. So hours that the clock skips do not exist, and of hours that it repeats both count.
//
// All instants and amounts are in milliseconds; the end of a span is not included.
import { type CalendarHours, DAY_MS, dayOf, type LocalHours, localHours } from './weekly-hours.ts';
import { beginOfYear, offsetAt, type Period, periodsBetween, yearOf } from './zones.ts';

export interface OpenHours {
  zone: string;
  local: LocalHours;
  /** The calendar is closed from this year on; null if its hours go on. */
  endsBefore: number | null;
  /** Has the open time of whole years, once a question has needed it. */
  years: Map<number, number>;
}

export function openHours(calendar: CalendarHours & { time_zone: string }): OpenHours {
  const local = localHours(calendar);
  const years = calendar.exceptions.map(({ date }) => yearOf(Date.parse(date)));
  return {
    zone: calendar.time_zone,
    local,
    // The last day of a year in local time may end in the next year of UTC.
    endsBefore: local.isWeekly ? null : Math.max(0, ...years) + 2,
    years: new Map(),
  };
}

export function isOpen({ zone, local }: OpenHours, instant: number): boolean {
  const at = instant + offsetAt(zone, instant);
  const time = at - dayOf(at) * DAY_MS;
  return local.hoursOn(dayOf(at)).some(({ from, to }) => from <= time && time < to);
}

const openIn = ({ local }: OpenHours, { from, to, offset }: Period): number =>
  local.openUntil(to + offset) - local.openUntil(from + offset);

function openBetween(hours: OpenHours, from: number, to: number): number {
  let open = 0;
  for (const period of periodsBetween(hours.zone, from, to)) open += openIn(hours, period);
  return open;
}

function openInYear(hours: OpenHours, year: number): number {
  const known = hours.years.get(year);
  if (known !== undefined) return known;
  const open = openBetween(hours, beginOfYear(year), beginOfYear(year + 1));
  hours.years.set(year, open);
  return open;
}

/** Returns how much of the span is open; 0 if it is empty or reversed. */
export function openTime(hours: OpenHours, from: number, to: number): number {
  if (from >= to) return 0;
  const [first, last] = [yearOf(from), yearOf(to)];
  if (first === last) return openBetween(hours, from, to);
  let open =
    openBetween(hours, from, beginOfYear(first + 1)) + openBetween(hours, beginOfYear(last), to);
  for (let year = first + 1; year < last; year += 1) open += openInYear(hours, year);
  return open;
}

/** A calendar with few hours would otherwise be searched until the end of time. */
const MAX_YEARS = 30;

/** Returns when the amount is reached, which must happen in the span. */
function dueWithin(hours: OpenHours, from: number, to: number, amount: number): number {
  const { zone, local } = hours;
  let rest = amount;
  for (const period of periodsBetween(zone, from, to)) {
    const open = openIn(hours, period);
    if (open >= rest) {
      const { offset } = period;
      const within = { from: period.from + offset, to: period.to + offset };
      return local.reaches(local.openUntil(within.from) + rest, within) - offset;
    }
    rest -= open;
  }
  throw new Error('The span does not reach the amount.');
}

/**
 * Returns the first instant at which this amount has elapsed since `from`: an amount that ends with the hours of a day is due
 * at their end. Returns null if it is not reached within 30 years.
 */
export function dueAt(hours: OpenHours, from: number, amount: number): number | null {
  if (amount <= 0) return from;
  const end = Math.min(yearOf(from) + MAX_YEARS + 1, hours.endsBefore ?? Infinity);
  let rest = amount;
  let begin = from;
  for (let year = yearOf(from); year < end; year += 1) {
    const next = beginOfYear(year + 1);
    const open = begin === from ? openBetween(hours, begin, next) : openInYear(hours, year);
    if (open >= rest) return dueWithin(hours, begin, next, rest);
    rest -= open;
    begin = next;
  }
  return null;
}
