// The hours of a calendar on the line of local time, on which every day has 24 hours. Sums of whole days are prefix sums, so
// a question costs the same for a day and for a century.
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** Begin and end as HH:MM; the end is not included and may be 24:00. */
export type HoursText = readonly (readonly string[])[];

export interface CalendarHours {
  weekly: Readonly<Record<Weekday, HoursText>>;
  /** On these dates the hours replace those of the weekday. */
  exceptions: readonly { date: string; hours: HoursText }[];
}

/** Both are milliseconds of a day, of local time or of UTC; the end is not included. */
export interface Interval {
  from: number;
  to: number;
}

const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
const WEEK_DAYS = weekdays.length;
/** 1 January 1970, from which days are counted, was a Thursday. */
const WEEKDAY_OF_DAY_0 = weekdays.indexOf('thu');

const timeOfDay = (text: string): number =>
  (Number(text.slice(0, 2)) * 60 + Number(text.slice(3))) * MINUTE_MS;

const intervalsOf = (hours: HoursText): Interval[] =>
  hours
    .map(([from = '', to = '']) => ({ from: timeOfDay(from), to: timeOfDay(to) }))
    .toSorted((a, b) => a.from - b.from);

const lengthOf = (hours: readonly Interval[]): number =>
  hours.reduce((sum, { from, to }) => sum + to - from, 0);

export const dayOfDate = (date: string): number => Date.parse(date) / DAY_MS;
export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
const weekdayIndex = (day: number): number =>
  (((day + WEEKDAY_OF_DAY_0) % WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS;
export const weekdayOf = (day: number): Weekday => weekdays[weekdayIndex(day)] ?? 'mon';
export const dayOf = (local: number): number => Math.floor(local / DAY_MS);

/** Returns each sum of the values before an index, from 0 to the sum of all. */
const prefixSums = (values: readonly number[]): number[] => {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  return sums;
};

/** Returns how many of the ascending days are before `day`. */
function countBefore(days: readonly number[], day: number): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle] ?? Infinity) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

export interface LocalHours {
  hoursOn: (day: number) => readonly Interval[];
  /** Returns the open time from day 0 until then; only differences have a meaning. */
  openUntil: (local: number) => number;
  /** Returns the first local time after `from` at which `openUntil` is `amount`, which it must reach before `to`. */
  reaches: (amount: number, within: Interval) => number;
  /** False if only exceptions have hours. */
  isWeekly: boolean;
}

export function localHours({ weekly, exceptions }: CalendarHours): LocalHours {
  const week = weekdays.map((name) => intervalsOf(weekly[name]));
  const beforeWeekday = prefixSums(week.map(lengthOf));
  const openInWeek = beforeWeekday[WEEK_DAYS] ?? 0;
  const weeklyOn = (day: number): readonly Interval[] => week[weekdayIndex(day)] ?? [];

  const sorted = exceptions
    .map(({ date, hours }) => ({ day: dayOfDate(date), hours: intervalsOf(hours) }))
    .toSorted((a, b) => a.day - b.day);
  const exceptionDays = sorted.map(({ day }) => day);
  const byDay = new Map(sorted.map(({ day, hours }) => [day, hours]));
  const differences = prefixSums(
    sorted.map(({ day, hours }) => lengthOf(hours) - lengthOf(weeklyOn(day))),
  );

  const hoursOn = (day: number): readonly Interval[] => byDay.get(day) ?? weeklyOn(day);

  const openBeforeDay = (day: number): number => {
    const weeks = Math.floor((day + WEEKDAY_OF_DAY_0) / WEEK_DAYS);
    return (
      weeks * openInWeek +
      (beforeWeekday[weekdayIndex(day)] ?? 0) +
      (differences[countBefore(exceptionDays, day)] ?? 0)
    );
  };

  const openUntil = (local: number): number => {
    const day = dayOf(local);
    const time = local - day * DAY_MS;
    let open = openBeforeDay(day);
    for (const { from, to } of hoursOn(day)) {
      if (time <= from) break;
      open += Math.min(time, to) - from;
    }
    return open;
  };

  const reaches = (amount: number, { from, to }: Interval): number => {
    let [low, high] = [dayOf(from), dayOf(to - 1)];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (openBeforeDay(middle + 1) < amount) low = middle + 1;
      else high = middle;
    }
    let rest = amount - openBeforeDay(low);
    for (const hours of hoursOn(low)) {
      const length = hours.to - hours.from;
      if (rest <= length) return low * DAY_MS + hours.from + rest;
      rest -= length;
    }
    throw new Error('The hours do not reach the amount.');
  };

  return { hoursOn, openUntil, reaches, isWeekly: openInWeek > 0 };
}
