// The form of a calendar has times as they were typed, and pasted lines that were not added yet.
import type { Calendar, CalendarPreview } from '../../api/index.ts';
import { type Weekday, weekdays } from './calendars.words.ts';
import { type Hours, readHours, spansOf } from './hours.ts';
import { type NamedDate, readPasted } from './pasted-dates.ts';

export interface ExceptionValue extends NamedDate {
  /** Rows keep their keys while their dates are edited. */
  key: string;
}

export type WeekValue = Readonly<Record<Weekday, Hours>>;

export interface CalendarValues {
  name: string;
  time_zone: string;
  weekly: WeekValue;
  exceptions: readonly ExceptionValue[];
  /** Lines that were pasted. */
  pasted: string;
  /** The first date of the days that are shown; empty for today. */
  from: string;
}

const OFFICE: Hours = [['09:00', '17:00']];

export const blankValues = (time_zone: string): CalendarValues => ({
  name: '',
  time_zone,
  weekly: { mon: OFFICE, tue: OFFICE, wed: OFFICE, thu: OFFICE, fri: OFFICE, sat: [], sun: [] },
  exceptions: [],
  pasted: '',
  from: '',
});

const weekOf = <T>(valueOf: (day: Weekday) => T): Record<Weekday, T> =>
  Object.fromEntries(weekdays.map((day): [string, T] => [day, valueOf(day)])) as Record<Weekday, T>;

export const valuesOf = ({ name, time_zone, weekly, exceptions }: Calendar): CalendarValues => ({
  name,
  time_zone,
  weekly: weekOf((day) => spansOf(weekly[day])),
  exceptions: exceptions.map(({ hours, ...rest }) => ({
    ...rest,
    hours: spansOf(hours),
    key: rest.date,
  })),
  pasted: '',
  from: '',
});

const workdays: readonly Weekday[] = ['tue', 'wed', 'thu', 'fri'];

/** Gives Tuesday to Friday the hours of Monday. */
export const withMonday = (week: WeekValue): WeekValue => ({
  ...week,
  ...Object.fromEntries(workdays.map((day) => [day, week.mon])),
});

let lastKey = 0;
const nextKey = (): string => `added ${(lastKey += 1)}`;

export const newException = (): ExceptionValue => ({
  key: nextKey(),
  date: '',
  name: '',
  hours: [],
});

/** Adds dates in their order; each replaces the one that is there. */
export function withDates(
  before: readonly ExceptionValue[],
  added: readonly NamedDate[],
): readonly ExceptionValue[] {
  if (added.length === 0) return before;
  const replaced = new Set(added.map(({ date }) => date));
  return sortDates([
    ...before.filter(({ date }) => !replaced.has(date)),
    ...added.map((one) => ({ ...one, key: nextKey() })),
  ]);
}

export const sortDates = (exceptions: readonly ExceptionValue[]): readonly ExceptionValue[] =>
  exceptions.toSorted((one, other) => (one.date < other.date ? -1 : 1));

const DATE = /^\d{4}-\d{2}-\d{2}$/;

function readWeek(week: WeekValue): Record<Weekday, string[][]> | undefined {
  const read = weekOf((day) => readHours(week[day]));
  const isComplete = Object.values(read).every((hours) => hours !== undefined);
  return isComplete ? (read as Record<Weekday, string[][]>) : undefined;
}

function readExceptions(all: readonly ExceptionValue[]) {
  const read = all.flatMap(({ date, name, hours: typed }) => {
    const hours = readHours(typed);
    const isComplete = DATE.test(date) && name.trim() !== '' && hours !== undefined;
    return isComplete ? [{ date, name: name.trim(), hours }] : [];
  });
  return read.length === all.length ? read : undefined;
}

/** Returns undefined while the values are incomplete. Pasted lines count before they are added, so that none is lost. */
export function bodyOf({ name, time_zone, weekly: week, exceptions: all, pasted }: CalendarValues) {
  const { dates, faults } = readPasted(pasted);
  const weekly = readWeek(week);
  const exceptions = readExceptions(withDates(all, dates));
  if (weekly === undefined || exceptions === undefined || faults.length > 0) return undefined;
  return { name: name.trim(), time_zone, weekly, exceptions };
}

export type CalendarBody = NonNullable<ReturnType<typeof bodyOf>>;

export function previewOf(values: CalendarValues): CalendarPreview | undefined {
  const body = bodyOf(values);
  if (body === undefined) return undefined;
  const { name: _, ...calendar } = body;
  return { ...calendar, ...(values.from !== '' && { from: values.from }) };
}
