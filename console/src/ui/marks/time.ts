// Times as text: relative for a week, then a date. Pure, so that tests need no browser.
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const units: readonly [seconds: number, name: string][] = [
  [DAY, 'd'],
  [HOUR, 'h'],
  [MINUTE, 'm'],
];

const secondsSince = (iso: string, now: number): number =>
  Math.round((now - Date.parse(iso)) / 1000);

/** "3 m", "5 h", "6 d", as many as there are. */
function inUnits(seconds: number): string {
  const [size = MINUTE, name = 'm'] = units.find(([unit]) => seconds >= unit) ?? [];
  return `${Math.floor(seconds / size)} ${name}`;
}

/** An age: "3 m", "5 h", "6 d"; "now" under a minute, "in 2 h" for a time ahead. */
export function relativeTime(iso: string, now: number): string {
  const seconds = secondsSince(iso, now);
  if (Math.abs(seconds) < MINUTE) return 'now';
  const text = inUnits(Math.abs(seconds));
  return seconds < 0 ? `in ${text}` : text;
}

const formats = {
  thisMonth: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hour12: false },
  thisYear: { day: 'numeric', month: 'short' },
  dateTime: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  },
  earlier: { day: 'numeric', month: 'short', year: 'numeric' },
  exact: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hour12: false,
  },
  clock: { hour: '2-digit', minute: '2-digit', hour12: false },
  seconds: { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Building a formatter takes as long as formatting hundreds of times. */
const formatters = new Map<string, Intl.DateTimeFormat>();
const formatterOf = (name: keyof typeof formats, timeZone?: string): Intl.DateTimeFormat => {
  const key = `${name} ${timeZone}`;
  const kept = formatters.get(key);
  if (kept) return kept;
  const made = new Intl.DateTimeFormat('en-GB', { ...formats[name], timeZone });
  formatters.set(key, made);
  return made;
};

const MONTH = 31 * DAY;

/**
 * Under seven days relative, for a month "12 Nov 14:03", then "12 Nov", and with the year where it is another. The
 * clock is left out where nobody counts hours any more, so that the text fits a column of a list.
 */
export function shortTime(iso: string, now: number, timeZone?: string): string {
  const at = Date.parse(iso);
  const distance = Math.abs(now - at) / 1000;
  if (distance < 7 * DAY) return relativeTime(iso, now);
  const isThisYear = new Date(at).getUTCFullYear() === new Date(now).getUTCFullYear();
  const name = !isThisYear ? 'earlier' : distance < MONTH ? 'thisMonth' : 'thisYear';
  return formatterOf(name, timeZone).format(at).replace(',', '');
}

export const isOverdue = (iso: string, now: number): boolean => secondsSince(iso, now) >= MINUTE;

/** A time that was ahead once, such as a planned begin: "in 9 h", then "1 d ago". */
export function plannedTime(iso: string, now: number, timeZone?: string): string {
  const text = shortTime(iso, now, timeZone);
  const isRelative = secondsSince(iso, now) < 7 * DAY;
  return isOverdue(iso, now) && isRelative ? `${text} ago` : text;
}

/** By when something is to be done: "in 9 h", and after that "overdue 12 d". */
export const dueTime = (iso: string, now: number, timeZone?: string): string =>
  isOverdue(iso, now)
    ? `overdue ${inUnits(secondsSince(iso, now))}`
    : plannedTime(iso, now, timeZone);

/** "Thu, 12 Nov 2026, 14:03:11 (13:03:11 UTC)". */
export function exactTime(iso: string, timeZone?: string): string {
  const at = new Date(iso);
  return `${formatterOf('exact', timeZone).format(at)} (${at.toISOString().slice(11, 19)} UTC)`;
}

/** "Thu 12 Nov 2026 14:03". */
export const dateTime = (iso: string, timeZone?: string): string =>
  formatterOf('dateTime', timeZone).format(Date.parse(iso)).replaceAll(',', '');

/** "2026-11-12T14:03", as inputs of date and time take it, in local time. */
export function localInput(iso: string): string {
  if (iso === '') return '';
  const at = new Date(iso);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

export const clockTime = (at: number, timeZone?: string): string =>
  formatterOf('clock', timeZone).format(at);

/** "14:03:11". */
export const secondTime = (at: number, timeZone?: string): string =>
  formatterOf('seconds', timeZone).format(at);

/** "26 m", "3 h 12 m", "2 d 4 h"; seconds only under a minute. */
export function duration(seconds: number): string {
  const whole = Math.floor(Math.abs(seconds));
  if (whole < MINUTE) return `${whole} s`;
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)} m`;
  if (whole < DAY) return `${Math.floor(whole / HOUR)} h ${Math.floor((whole % HOUR) / MINUTE)} m`;
  return `${Math.floor(whole / DAY)} d ${Math.floor((whole % DAY) / HOUR)} h`;
}

/** "1:02:03", as long as it is. */
export function exactDuration(seconds: number): string {
  const whole = Math.abs(Math.round(seconds));
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${Math.floor(whole / HOUR)}:${two(Math.floor((whole % HOUR) / MINUTE))}:${two(whole % MINUTE)}`;
}
