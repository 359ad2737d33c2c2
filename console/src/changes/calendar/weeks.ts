// Weeks begin on Monday, in the time zone of the reader. A day is named "2026-11-16", as in the URL.
import { localDay, plusDays, startOf, weekdayOf } from '../../ui/region/zone.ts';

/** The window of a day ends where the next one begins. */
export interface Day {
  name: string;
  begin: number;
  end: number;
}

/** Returns the Monday of the week of this time. */
export function mondayOf(at: number): string {
  const day = localDay(at);
  return plusDays(day, 1 - weekdayOf(day));
}

/** Returns the Monday of the named week; of the current week if the name is absent or not a date. */
export function weekOf(name: string | undefined, now: number): string {
  const at = name === undefined ? Number.NaN : startOf(name);
  return mondayOf(Number.isNaN(at) ? now : at);
}

export const dayNamed = (name: string): Day => ({
  name,
  begin: startOf(name),
  end: startOf(plusDays(name, 1)),
});

export const daysOf = (monday: string): Day[] =>
  Array.from({ length: 7 }, (_, index) => dayNamed(plusDays(monday, index)));
