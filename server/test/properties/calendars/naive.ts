// The naive model of a calendar asks every minute whether it is within the hours of its date, and counts.
import { MINUTE_MS } from './wall-clock.ts';

export interface NaiveCalendar {
  time_zone: string;
  weekly: Record<string, string[][]>;
  exceptions: { date: string; name: string; hours: string[][] }[];
}

const DAY_MINUTES = 1440;
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const times = Array.from(
  { length: DAY_MINUTES },
  (_, minute) => `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`,
);

function hoursOfDate({ weekly, exceptions }: NaiveCalendar, day: number): string[][] {
  const noon = new Date((day + 0.5) * DAY_MINUTES * MINUTE_MS);
  const date = `${noon.getUTCFullYear()}-${twoDigits(noon.getUTCMonth() + 1)}-${twoDigits(noon.getUTCDate())}`;
  const exception = exceptions.find((one) => one.date === date);
  return exception ? exception.hours : (weekly[weekdays[noon.getUTCDay()] ?? ''] ?? []);
}

/** Returns whether each minute is open; `locals` are their local times. */
export function openMinutes(calendar: NaiveCalendar, locals: Int32Array): boolean[] {
  let last: number | undefined;
  let hours: string[][] = [];
  return Array.from(locals, (local) => {
    const day = Math.floor(local / DAY_MINUTES);
    if (day !== last) hours = hoursOfDate(calendar, day);
    last = day;
    const time = times[local - day * DAY_MINUTES] ?? '';
    // The texts are compared, so that 24:00 is after every minute of the day.
    return hours.some(([from = '', to = '']) => from <= time && time < to);
  });
}

/** The minutes begin at an instant in milliseconds. */
export interface NaiveWindow {
  from: number;
  open: boolean[];
}

/** Adds up the open part of every minute between two instants. */
export function naiveOpenTime(window: NaiveWindow, from: number, to: number): number {
  let open = 0;
  const first = Math.floor((from - window.from) / MINUTE_MS);
  for (let minute = first; window.from + minute * MINUTE_MS < to; minute += 1) {
    if (!window.open[minute]) continue;
    const begin = window.from + minute * MINUTE_MS;
    open += Math.min(to, begin + MINUTE_MS) - Math.max(from, begin);
  }
  return open;
}

/** Counts minutes until the amount has elapsed; undefined if the window ends before. */
export function naiveDueAt(window: NaiveWindow, from: number, amount: number): number | undefined {
  if (amount === 0) return from;
  let rest = amount;
  const first = Math.floor((from - window.from) / MINUTE_MS);
  for (let minute = first; minute < window.open.length; minute += 1) {
    if (!window.open[minute]) continue;
    const begin = Math.max(from, window.from + minute * MINUTE_MS);
    const length = window.from + (minute + 1) * MINUTE_MS - begin;
    if (rest <= length) return begin + rest;
    rest -= length;
  }
  return undefined;
}
