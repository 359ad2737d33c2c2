// Times are shown relative for a week, then as a date. Tests need no browser.
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

/** Returns a text in the largest whole unit: "3 m", "5 h", "6 d". */
function inUnits(seconds: number): string {
  const [size = MINUTE, name = 'm'] = units.find(([unit]) => seconds >= unit) ?? [];
  return `${Math.floor(seconds / size)} ${name}`;
}

/** Returns an age such as "3 m", "5 h" or "6 d"; "now" under a minute, "in 2 h" for a time ahead. */
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
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  clock: { hour: '2-digit', minute: '2-digit', hour12: false },
  seconds: { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Building a formatter takes as long as formatting hundreds of times. */
const formatters = new Map<string, Intl.DateTimeFormat>();
const formatterOf = (name: keyof typeof formats, timeZone?: string): Intl.DateTimeFormat => {
  const key = `${name} ${timeZone}`;
  const cached = formatters.get(key);
  if (cached) return cached;
  const made = new Intl.DateTimeFormat('en-GB', { ...formats[name], timeZone });
  formatters.set(key, made);
  return made;
};

const MONTH = 31 * DAY;

/**
 * Returns a relative time for seven days, "12 Nov 14:03" for a month, then "12 Nov", and the year if it differs. The
 * clock is left out where hours no longer matter, so that the text fits a column of a list.
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

/** Words a planned time, such as the start of a change: "in 9 h", then "1 d ago". */
export function plannedTime(iso: string, now: number, timeZone?: string): string {
  const text = shortTime(iso, now, timeZone);
  const isRelative = secondsSince(iso, now) < 7 * DAY;
  return isOverdue(iso, now) && isRelative ? `${text} ago` : text;
}

/** Words a due time: "in 9 h", then "overdue 12 d". */
export const dueTime = (iso: string, now: number, timeZone?: string): string =>
  isOverdue(iso, now)
    ? `overdue ${inUnits(secondsSince(iso, now))}`
    : plannedTime(iso, now, timeZone);

const dayOf = (at: number, timeZone?: string): string =>
  formatterOf('earlier', timeZone).format(at);

/** Names the day as people say it: "Today 14:03", "Yesterday 14:03", "Thu 12 Nov" and "12 Nov 2025". */
export function dayTime(iso: string, now: number, timeZone?: string): string {
  const at = Date.parse(iso);
  const day = dayOf(at, timeZone);
  const near = {
    [dayOf(now - DAY * 1000, timeZone)]: 'Yesterday',
    [dayOf(now, timeZone)]: 'Today',
  };
  if (near[day] !== undefined) return `${near[day]} ${clockTime(at, timeZone)}`;
  const isThisYear = new Date(at).getUTCFullYear() === new Date(now).getUTCFullYear();
  return isThisYear ? formatterOf('weekday', timeZone).format(at).replace(',', '') : day;
}

/** Returns a text such as "Thu, 12 Nov 2026, 14:03:11 (13:03:11 UTC)". */
export function exactTime(iso: string, timeZone?: string): string {
  const at = new Date(iso);
  return `${formatterOf('exact', timeZone).format(at)} (${at.toISOString().slice(11, 19)} UTC)`;
}

/** Returns a text such as "Thu 12 Nov 2026 14:03". */
export const dateTime = (iso: string, timeZone?: string): string =>
  formatterOf('dateTime', timeZone).format(Date.parse(iso)).replaceAll(',', '');

/** Returns local time such as "2026-11-12T14:03", the format of date and time inputs. */
export function localInput(iso: string): string {
  if (iso === '') return '';
  const at = new Date(iso);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

export const clockTime = (at: number, timeZone?: string): string =>
  formatterOf('clock', timeZone).format(at);

/** Returns a text such as "14:03:11". */
export const secondTime = (at: number, timeZone?: string): string =>
  formatterOf('seconds', timeZone).format(at);

/** Returns a text such as "26 m", "3 h 12 m" or "2 d 4 h"; seconds only under a minute. */
export function duration(seconds: number): string {
  const whole = Math.floor(Math.abs(seconds));
  if (whole < MINUTE) return `${whole} s`;
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)} m`;
  if (whole < DAY) return `${Math.floor(whole / HOUR)} h ${Math.floor((whole % HOUR) / MINUTE)} m`;
  return `${Math.floor(whole / DAY)} d ${Math.floor((whole % DAY) / HOUR)} h`;
}

/** Returns a text such as "1:02:03"; the hours are not limited. */
export function exactDuration(seconds: number): string {
  const whole = Math.abs(Math.round(seconds));
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${Math.floor(whole / HOUR)}:${two(Math.floor((whole % HOUR) / MINUTE))}:${two(whole % MINUTE)}`;
}
