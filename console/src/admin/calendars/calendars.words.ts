// Hours and days of calendars are put in words. Times of a calendar are local, so no region of the reader changes them.
import { dateFormat } from '../../ui/region/region.ts';
import { plusDays, weekdayOf } from '../../ui/region/days.ts';
import { startOf } from '../../ui/region/zone.ts';

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

export const dayLabels: Readonly<Record<Weekday, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

const shortLabel = (day: Weekday | undefined): string =>
  day === undefined ? '' : dayLabels[day].slice(0, 3);

type Spans = readonly (readonly string[])[];

/** Returns "08:00–12:00, 13:00–17:00", or "closed". */
export const hoursText = (hours: Spans): string =>
  hours.length === 0 ? 'closed' : hours.map(([from, to]) => `${from}–${to}`).join(', ');

interface Run {
  days: Weekday[];
  hours: string;
}

/** Consecutive days of the same hours are one run. */
function runsOf(weekly: Partial<Record<Weekday, Spans>>): Run[] {
  const runs: Run[] = [];
  for (const day of weekdays) {
    const hours = hoursText(weekly[day] ?? []);
    const last = runs.at(-1);
    if (last?.hours === hours) last.days.push(day);
    else runs.push({ days: [day], hours });
  }
  return runs.filter(({ hours }) => hours !== 'closed');
}

const daysText = ({ days }: Run): string => {
  const [first, last] = [days[0], days.at(-1)];
  if (days.length === 1) return shortLabel(first);
  return `${shortLabel(first)} ${days.length === 2 ? 'and' : 'to'} ${shortLabel(last)}`;
};

/** Returns "Mon to Thu 09:00–17:00; Fri 09:00–15:00". */
export function weekText(weekly: Partial<Record<Weekday, Spans>>): string {
  const runs = runsOf(weekly);
  if (runs.length === 0) return 'Always closed';
  if (runs[0]?.days.length === weekdays.length)
    return runs[0].hours === '00:00–24:00' ? 'Round the clock' : `Every day ${runs[0].hours}`;
  return runs.map((run) => `${daysText(run)} ${run.hours}`).join('; ');
}

const dayFormat = dateFormat({ weekday: 'short', day: 'numeric', month: 'short' });
const fullFormat = dateFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** A half-typed date is shown as it is. */
const dateText = (format: typeof dayFormat, date: string): string =>
  Number.isNaN(Date.parse(date)) ? date : format(Date.parse(date), 'UTC');

/** Returns "Fri 25 Dec". */
export const shortDate = (date: string): string => dateText(dayFormat, date);
/** Returns "Fri 25 Dec 2026". */
export const fullDate = (date: string): string => dateText(fullFormat, date);

export const isWeekend = (date: string): boolean => weekdayOf(date) > 5;

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** Returns "clocks go forward 1 h" on a day that is shorter than 24 hours. */
export function clockChangeText(date: string, timeZone: string): string | undefined {
  const hours = (startOf(plusDays(date, 1), timeZone) - startOf(date, timeZone)) / HOUR_MS;
  if (hours === DAY_HOURS || Number.isNaN(hours)) return undefined;
  const by = Math.round(Math.abs(DAY_HOURS - hours) * 60);
  const text = by % 60 === 0 ? `${by / 60} h` : `${by} min`;
  return `clocks go ${hours < DAY_HOURS ? 'forward' : 'back'} ${text}`;
}

/** Returns "8 h" or "6 h 30 min": open time counts in hours, because a day of it is no day. */
export function openHoursText(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ') || '0 h';
}

const MINUTES = 1440;

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Returns begin and length of the hours in percent of a day. */
export const barsOf = (hours: Spans): { from: number; length: number }[] =>
  hours.map(([from = '00:00', to = '00:00']) => ({
    from: (minuteOf(from) / MINUTES) * 100,
    length: ((minuteOf(to) - minuteOf(from)) / MINUTES) * 100,
  }));

/** Returns "3 dates" or "1 date". */
export const datesText = (count: number): string => `${count} ${count === 1 ? 'date' : 'dates'}`;
