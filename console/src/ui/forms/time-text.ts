// People enter times as "30 Nov 20:00", like everywhere in the console, or in ISO 8601. Tests need no browser.
import { dateTime, localInput } from '../marks/time.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ISO = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[T ](?<clock>\d{1,2}:\d{2}))?$/i;
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
  const iso = ISO.exec(plain)?.groups;
  const groups = iso ?? WORDS.exec(plain)?.groups;
  if (!groups) return undefined;
  const { year, month = '', day, clock = '0:00' } = groups;
  return {
    year: year === undefined ? undefined : Number(year),
    month: iso ? Number(month) - 1 : months.indexOf(month.slice(0, 3).toLowerCase()),
    day: Number(day),
    clock,
  };
}

/** Returns undefined for a day or an hour that does not exist, such as 31 Feb. */
function dateOf({ month, day, clock }: Parts, year: number): Date | undefined {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  const at = new Date(year, month, day, hour, minute);
  const exists = at.getMonth() === month && at.getDate() === day;
  return exists && hour < 24 && minute < 60 ? at : undefined;
}

/**
 * Returns local time such as "2026-11-30T20:00"; undefined if the text is not a time. A day without a year is taken for
 * next year's if it would be long past.
 */
export function readTime(text: string, now: number): string | undefined {
  const parts = partsOf(text);
  if (!parts) return undefined;
  const thisYear = new Date(now).getFullYear();
  const at = dateOf(parts, parts.year ?? thisYear);
  const isLongAgo =
    at !== undefined && parts.year === undefined && at.getTime() < now - HALF_A_YEAR_MS;
  const meant = isLongAgo ? dateOf(parts, thisYear + 1) : at;
  return meant && localInput(meant.toISOString());
}

/** Formats "2026-11-30T20:00" as "30 Nov 2026 20:00"; a text that is not a time stays as it is. */
export function showTime(local: string): string {
  const at = new Date(local);
  if (local === '' || Number.isNaN(at.getTime())) return local;
  // A field has no room for the weekday.
  return dateTime(at.toISOString()).replace(/^[a-z]+ /i, '');
}

/** A field has this value while its text is not a time. */
export const UNREADABLE = 'unreadable';

/** Returns the time of a field for the API: null if it is empty, undefined if its text is not a time. */
export function instantIn(local: string): string | null | undefined {
  if (local === '') return null;
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** Returns the zone of entered times, such as "Europe/Berlin, GMT+1". */
export const zoneName = (at: number, timeZone?: string): string => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'shortOffset', timeZone });
  const offset = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  const { timeZone: name } = format.resolvedOptions();
  return offset === undefined || offset === name ? name : `${name}, ${offset}`;
};
