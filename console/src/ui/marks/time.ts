// Times are shown relative for a week, then as a date, by the region of the reader. Tests need no browser.
import {
  ageText,
  aheadText,
  dateFormat,
  digits,
  twoDigits,
  type TimeUnit,
} from '../region/region.ts';
import { localTime, yearOf } from '../region/zone.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const units: readonly [seconds: number, name: TimeUnit][] = [
  [DAY, 'd'],
  [HOUR, 'h'],
  [MINUTE, 'm'],
];

const secondsSince = (iso: string, now: number): number =>
  Math.round((now - Date.parse(iso)) / 1000);

/** Returns the largest whole unit. */
function inUnits(seconds: number): [count: number, unit: TimeUnit] {
  const [size = MINUTE, name = 'm'] = units.find(([unit]) => seconds >= unit) ?? [];
  return [Math.floor(seconds / size), name];
}

/** Returns an age such as "3 m", "5 h" or "6 d"; "now" under a minute, "in 2 h" for a time ahead. */
export function relativeTime(iso: string, now: number): string {
  const seconds = secondsSince(iso, now);
  if (Math.abs(seconds) < MINUTE) return 'now';
  const [count, unit] = inUnits(Math.abs(seconds));
  return (seconds < 0 ? aheadText : ageText)(count, unit);
}

const formats = {
  thisMonth: dateFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
  thisYear: dateFormat({ day: 'numeric', month: 'short' }),
  dateTime: dateFormat({
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }),
  earlier: dateFormat({ day: 'numeric', month: 'short', year: 'numeric' }),
  exact: dateFormat({
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }),
  weekday: dateFormat({ weekday: 'short', day: 'numeric', month: 'short' }),
  clock: dateFormat({ hour: '2-digit', minute: '2-digit' }),
  seconds: dateFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit' }),
} as const;

const MONTH = 31 * DAY;
/** A column of a list has room for "30 Sept 20:00"; languages with longer times get the day. */
const MAX_LENGTH = 13;

/**
 * Returns a relative time for seven days, "12 Nov 14:03" for a month, then "12 Nov", and the year if it differs. The
 * clock is left out where hours no longer matter, so that the text fits a column of a list.
 */
export function shortTime(iso: string, now: number, timeZone?: string): string {
  const at = Date.parse(iso);
  const distance = Math.abs(now - at) / 1000;
  if (distance < 7 * DAY) return relativeTime(iso, now);
  const isThisYear = yearOf(at, timeZone) === yearOf(now, timeZone);
  const name = !isThisYear ? 'earlier' : distance < MONTH ? 'thisMonth' : 'thisYear';
  const text = formats[name](at, timeZone);
  return text.length > MAX_LENGTH ? formats.thisYear(at, timeZone) : text;
}

export const isOverdue = (iso: string, now: number): boolean => secondsSince(iso, now) >= MINUTE;

/** Words a planned time, such as the start of a change: "in 9 h", then "1 d ago". */
export function plannedTime(iso: string, now: number, timeZone?: string): string {
  const text = shortTime(iso, now, timeZone);
  const isRelative = secondsSince(iso, now) < 7 * DAY;
  return isOverdue(iso, now) && isRelative ? `${text} ago` : text;
}

/** Words a due time: "in 9 h", then "overdue 12 d". */
export const dueTime = (iso: string, now: number, timeZone?: string): string =>
  isOverdue(iso, now)
    ? `overdue ${ageText(...inUnits(secondsSince(iso, now)))}`
    : plannedTime(iso, now, timeZone);

const dayOf = (at: number, timeZone?: string): string => formats.earlier(at, timeZone);

/** Names the day as people say it: "Today 14:03", "Yesterday 14:03", "Thu 12 Nov" and "12 Nov 2025". */
export function dayTime(iso: string, now: number, timeZone?: string): string {
  const at = Date.parse(iso);
  const day = dayOf(at, timeZone);
  const near = {
    [dayOf(now - DAY * 1000, timeZone)]: 'Yesterday',
    [dayOf(now, timeZone)]: 'Today',
  };
  if (near[day] !== undefined) return `${near[day]} ${clockTime(at, timeZone)}`;
  const isThisYear = yearOf(at, timeZone) === yearOf(now, timeZone);
  return isThisYear ? formats.weekday(at, timeZone) : day;
}

/** Returns a text such as "Thu 12 Nov 2026 14:03:11 CET (13:03:11 UTC)". */
export function exactTime(iso: string, timeZone?: string): string {
  const at = Date.parse(iso);
  return `${formats.exact(at, timeZone)} (${new Date(at).toISOString().slice(11, 19)} UTC)`;
}

/** Returns a text such as "Thu 12 Nov 2026 14:03". */
export const dateTime = (iso: string, timeZone?: string): string =>
  formats.dateTime(Date.parse(iso), timeZone);

/** Returns a text such as "12 Nov 2026" for a day without a time, which is the same everywhere. */
export const dayText = (day: string): string => dayOf(Date.parse(day), 'UTC');

export const localInput = (iso: string): string => localTime(Date.parse(iso));

export const clockTime = (at: number, timeZone?: string): string => formats.clock(at, timeZone);

/** Returns a text such as "14:03:11". */
export const secondTime = (at: number, timeZone?: string): string => formats.seconds(at, timeZone);

/** Returns a text such as "26 m", "3 h 12 m" or "2 d 4 h"; seconds only under a minute. */
export function duration(seconds: number): string {
  const whole = Math.floor(Math.abs(seconds));
  const [minutes, hours, days] = [MINUTE, HOUR, DAY].map((unit) => Math.floor(whole / unit));
  const [m, h, d] = [minutes, hours, days].map((count) => digits(count ?? 0));
  if (whole < MINUTE) return `${digits(whole)} s`;
  if (whole < HOUR) return `${m} m`;
  if (whole < DAY) return `${h} h ${digits(Math.floor((whole % HOUR) / MINUTE))} m`;
  return `${d} d ${digits(Math.floor((whole % DAY) / HOUR))} h`;
}

/** Returns a text such as "1:02:03"; the hours are not limited. */
export function exactDuration(seconds: number): string {
  const whole = Math.abs(Math.round(seconds));
  const minutes = twoDigits(Math.floor((whole % HOUR) / MINUTE));
  return `${digits(Math.floor(whole / HOUR))}:${minutes}:${twoDigits(whole % MINUTE)}`;
}
