// Times that people enter: "30 Nov 20:00" as everywhere else in the console, or ISO 8601. Pure, without a browser.
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

/** Undefined for a day or an hour that does not exist, such as 31 Feb. */
function dateOf({ month, day, clock }: Parts, year: number): Date | undefined {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  const at = new Date(year, month, day, hour, minute);
  const exists = at.getMonth() === month && at.getDate() === day;
  return exists && hour < 24 && minute < 60 ? at : undefined;
}

/** The time as "2026-11-30T20:00", in the zone of the reader; undefined if the text is none. Without a year, the next one. */
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

/** "30 Nov 2026 20:00" of "2026-11-30T20:00"; a text that is no time stays as it is. */
export function showTime(local: string): string {
  const at = new Date(local);
  if (local === '' || Number.isNaN(at.getTime())) return local;
  // A field has no room for the weekday.
  return dateTime(at.toISOString()).replace(/^[a-z]+ /i, '');
}

/** The value of a field whose text is no time; no time can be made of it. */
export const UNREADABLE = 'unreadable';

/** A time of a field as the API takes it: null if it is empty, undefined if its text is no time. */
export function instantIn(local: string): string | null | undefined {
  if (local === '') return null;
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** "Europe/Berlin, GMT+1": the zone that entered times are in. */
export const zoneName = (at: number, timeZone?: string): string => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'shortOffset', timeZone });
  const offset = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  const { timeZone: name } = format.resolvedOptions();
  return offset === undefined || offset === name ? name : `${name}, ${offset}`;
};
