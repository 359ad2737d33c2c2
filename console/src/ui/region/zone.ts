// Local times of the reader's zone, such as "2026-11-30T20:00", and the instants that they name.
import { region } from './region.ts';

const DAY_MS = 86_400_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  formatters.set(timeZone, made);
  return made;
}

/** Returns the clock of the zone at an instant, as if it were UTC. */
function clockAt(at: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Returns local time such as "2026-11-12T14:03", the format of date and time inputs; empty for no time. */
export function localTime(at: number, timeZone = region().timeZone): string {
  return Number.isNaN(at) ? '' : new Date(clockAt(at, timeZone)).toISOString().slice(0, 16);
}

/** Returns a day such as "2026-11-12". */
export const localDay = (at: number, timeZone?: string): string =>
  localTime(at, timeZone).slice(0, 10);

const LOCAL = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::\d{2})?)?$/;

/**
 * Returns the instant of a local time or day; undefined if the text is neither. A time that occurs twice, when the clocks go
 * back, is the first one; one that the clocks skip is as far after the change as it would be.
 */
export function instantOf(local: string, timeZone = region().timeZone): number | undefined {
  const [, day, clock = '00:00'] = LOCAL.exec(local) ?? [];
  const wall = Date.parse(`${day}T${clock}:00Z`);
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(`${day}T${clock}`))
    return undefined;
  const before = wall - (clockAt(wall - DAY_MS, timeZone) - (wall - DAY_MS));
  const after = wall - (clockAt(wall + DAY_MS, timeZone) - (wall + DAY_MS));
  const named = before < after ? [before, after] : [after, before];
  return named.find((at) => clockAt(at, timeZone) === wall) ?? before;
}

/** Returns the time for the API; undefined for an empty or half-typed field. */
export function isoOf(local: string, timeZone?: string): string | undefined {
  const at = instantOf(local, timeZone);
  return at === undefined ? undefined : new Date(at).toISOString();
}

/** Days are not all 24 hours long. */
export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the first instant of a day; the clocks of some zones skip midnight. */
export const startOf = (day: string, timeZone?: string): number =>
  instantOf(day, timeZone) ?? Number.NaN;

/** Returns the first instant of the day of a time. */
export const startOfDay = (at: number, timeZone?: string): number =>
  startOf(localDay(at, timeZone), timeZone);

/** Monday is 1 and Sunday 7. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

export const daysBetween = (one: string, other: string): number =>
  Math.round((Date.parse(other) - Date.parse(one)) / DAY_MS);

export const yearOf = (at: number, timeZone?: string): number =>
  Number(localDay(at, timeZone).slice(0, 4));

/** Returns the zone of entered times with its offset at that time, such as "Europe/Berlin, GMT+1". */
export function zoneName(at: number, timeZone = region().timeZone): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'shortOffset', timeZone });
  const offset = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  return offset === undefined || offset === timeZone ? timeZone : `${timeZone}, ${offset}`;
}
