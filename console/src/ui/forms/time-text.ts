// People enter times of their zone as "30 Nov 20:00", "30.11.2026 20:00" or in ISO 8601. Tests need no browser.
import { instantOf, isoOf, localDay, localTime, yearOf } from '../region/zone.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ISO = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[T ](?<clock>\d{1,2}:\d{2}))?$/i;
const DOTS =
  /^(?<day>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4})?(?: (?<clock>\d{1,2}:\d{2}))?$/;
const WORDS =
  /^(?:[a-z]{3,9} )?(?<day>\d{1,2}) (?<month>[a-z]{3,9})(?: (?<year>\d{4}))?(?: (?<clock>\d{1,2}:\d{2}))?$/i;

const HALF_A_YEAR_MS = 182 * 86_400_000;

interface Parts {
  year: number | undefined;
  month: number;
  day: number;
  clock: string;
}

function partsOf(text: string): Parts | undefined {
  const plain = text.replaceAll(',', ' ').replaceAll(/\s+/g, ' ').trim();
  const inNumbers = (ISO.exec(plain) ?? DOTS.exec(plain))?.groups;
  const groups = inNumbers ?? WORDS.exec(plain)?.groups;
  if (!groups) return undefined;
  const { year, month = '', day, clock = '0:00' } = groups;
  return {
    year: year === undefined ? undefined : Number(year),
    month: inNumbers ? Number(month) - 1 : months.indexOf(month.slice(0, 3).toLowerCase()),
    day: Number(day),
    clock,
  };
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Returns undefined for a day or an hour that does not exist, such as 31 Feb. */
function localOf({ month, day, clock }: Parts, year: number): string | undefined {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  const local = `${year}-${two(month + 1)}-${two(day)}T${two(hour)}:${two(minute)}`;
  const at = instantOf(local);
  // A time that the clocks skip is shown as the one that it means.
  return at === undefined ? undefined : localTime(at);
}

/**
 * Returns local time such as "2026-11-30T20:00"; undefined if the text is not a time. A day without a year is taken for
 * next year's if it would be long past.
 */
export function readTime(text: string, now: number): string | undefined {
  const parts = partsOf(text);
  if (!parts) return undefined;
  const thisYear = yearOf(now);
  const local = localOf(parts, parts.year ?? thisYear);
  const earliest = localDay(now - HALF_A_YEAR_MS);
  const isLongAgo = local !== undefined && parts.year === undefined && local < earliest;
  return isLongAgo ? localOf(parts, thisYear + 1) : local;
}

const LOCAL = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})T(?<clock>\d{2}:\d{2})$/;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Formats "2026-11-30T20:00" as "30 Nov 2026 20:00"; a text that is not a time stays as it is. */
export function showTime(local: string): string {
  const { year, month, day, clock } = LOCAL.exec(local)?.groups ?? {};
  const name = months[Number(month) - 1];
  return name === undefined ? local : `${Number(day)} ${capital(name)} ${year} ${clock}`;
}

/** A field has this value while its text is not a time. */
export const UNREADABLE = 'unreadable';

/** Returns the time of a field for the API: null if it is empty, undefined if its text is not a time. */
export const instantIn = (local: string): string | null | undefined =>
  local === '' ? null : isoOf(local);
