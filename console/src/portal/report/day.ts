// A request is needed by the end of a working day; the service stores a time.
import { isoOf, localDay } from '../../ui/region/zone.ts';
const END_OF_DAY = 'T17:00';

/** Returns the local date of a time, such as "2026-11-30", or nothing if there is none. */
export function dateOf(time: string): string {
  return localDay(Date.parse(time));
}

/** Returns null for a date that is not complete. */
export function timeOfDate(date: string): string | null {
  return isoOf(`${date}${END_OF_DAY}`) ?? null;
}
