// The hours of a day must be in one piece each and must not overlap, and a date has one exception.
import { type Fault, invalid } from '../platform/errors.ts';
import { canonicalTimeZone } from '../platform/http/input/formats.ts';
import type { CalendarDefinition, Hours } from './calendars.schema.ts';
import { type CalendarHours, type Weekday, weekdays } from './time/weekly-hours.ts';

const faultAt = (pointer: string, message: string): Fault => ({
  in: 'body',
  pointer,
  code: 'not_allowed',
  message,
});

/** Times of a day are compared as texts, in which 24:00 comes last. */
function hoursFaults(hours: Hours, pointer: string): Fault[] {
  const reversed = hours.findIndex(([from = '', to = '']) => from >= to);
  if (reversed !== -1)
    return [
      faultAt(
        `${pointer}/${reversed}`,
        'The end must be after the begin. Hours past midnight are two parts: until 24:00, and from 00:00 of the next day.',
      ),
    ];
  const overlapping = hours.findIndex(([from = '', to = ''], at) =>
    hours.slice(0, at).some(([begin = '', end = '']) => from < end && begin < to),
  );
  return overlapping === -1
    ? []
    : [faultAt(`${pointer}/${overlapping}`, 'The hours of a day must not overlap.')];
}

function exceptionFaults(exceptions: CalendarDefinition['exceptions']): Fault[] {
  const dates = exceptions.map(({ date }) => date);
  const known = new Set<string>();
  const repeated = dates.findIndex((date) => known.size === known.add(date).size);
  return [
    ...exceptions.flatMap(({ hours }, at) => hoursFaults(hours, `/exceptions/${at}/hours`)),
    ...(repeated === -1
      ? []
      : [
          faultAt(
            `/exceptions/${repeated}/date`,
            `${dates[repeated]} already has an exception: name all its hours in one.`,
          ),
        ]),
  ];
}

const sortHours = (hours: Hours): Hours => hours.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));

export interface StoredDefinition extends CalendarDefinition {
  weekly: Record<Weekday, Hours>;
}

export const orderedWeek = (hoursOf: (day: Weekday) => Hours): StoredDefinition['weekly'] =>
  Object.fromEntries(weekdays.map((day) => [day, hoursOf(day)])) as StoredDefinition['weekly'];

/** Returns the definition in the form in which it is stored: all weekdays, hours and exceptions in their order. */
export function validDefinition(given: CalendarDefinition): StoredDefinition & CalendarHours {
  const { time_zone, weekly, exceptions } = given;
  const faults = [
    ...weekdays.flatMap((day) => hoursFaults(weekly[day] ?? [], `/weekly/${day}`)),
    ...exceptionFaults(exceptions),
  ];
  if (faults.length > 0) throw invalid(faults);
  return {
    time_zone: canonicalTimeZone(time_zone),
    weekly: orderedWeek((day) => sortHours(weekly[day] ?? [])),
    exceptions: exceptions
      .map((exception) => ({ ...exception, hours: sortHours(exception.hours) }))
      .toSorted((a, b) => (a.date < b.date ? -1 : 1)),
  };
}
