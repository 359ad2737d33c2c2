// Lists the parts of a span that are open, for people to look at.
import type { OpenHours } from './open-hours.ts';
import { DAY_MS, dayOf, dayOfDate, type Interval } from './weekly-hours.ts';
import { periodsBetween } from './zones.ts';

function* partsOfDays({ zone, local }: OpenHours, from: number, to: number): Generator<Interval> {
  for (const { offset, ...period } of periodsBetween(zone, from, to)) {
    const [begin, end] = [period.from + offset, period.to + offset];
    for (let day = dayOf(begin); day * DAY_MS < end; day += 1) {
      for (const hours of local.hoursOn(day)) {
        const part = {
          from: Math.max(begin, day * DAY_MS + hours.from) - offset,
          to: Math.min(end, day * DAY_MS + hours.to) - offset,
        };
        if (part.from < part.to) yield part;
      }
    }
  }
}

/** Parts that meet become one. */
function* join(parts: Iterable<Interval>): Generator<Interval> {
  let last: Interval | undefined;
  for (const part of parts) {
    if (last?.to === part.from) {
      last = { from: last.from, to: part.to };
    } else {
      if (last) yield last;
      last = part;
    }
  }
  if (last) yield last;
}

/** Yields the open parts in their order. */
export const openParts = (hours: OpenHours, from: number, to: number): Generator<Interval> =>
  join(partsOfDays(hours, from, to));

/** Every offset from UTC is shorter. */
const MAX_OFFSET_MS = DAY_MS;

function* partsOfDay(hours: OpenHours, day: number): Generator<Interval> {
  const [begin, end] = [day * DAY_MS, (day + 1) * DAY_MS];
  const around = [begin - MAX_OFFSET_MS, end + MAX_OFFSET_MS] as const;
  for (const { from, to, offset } of periodsBetween(hours.zone, ...around)) {
    const [first, last] = [Math.max(begin, from + offset), Math.min(end, to + offset)];
    if (first < last) yield* partsOfDays(hours, first - offset, last - offset);
  }
}

/** Returns the open parts of a local date. The clock may skip some of its hours, or repeat them. */
export const partsOfDate = (hours: OpenHours, date: string): Interval[] => [
  ...join(partsOfDay(hours, dayOfDate(date))),
];
