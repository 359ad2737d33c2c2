// A hold ends at a time, at the reply of the requester, or not by itself. Times are those of the reader's zone.
import { clockTime } from '../../ui/marks/time.ts';
import { dateFormat } from '../../ui/region/region.ts';
import { daysBetween, instantOf, localDay, plusDays, weekdayOf } from '../../ui/region/zone.ts';

const HOUR_MS = 3_600_000;
const AFTERNOON = '14:00';
const MORNING = '09:00';

const dayAt = (now: Date, days: number, clock: string): Date =>
  new Date(instantOf(`${plusDays(localDay(now.getTime()), days)}T${clock}`) ?? Number.NaN);

/** Returns the days from today to the next Monday, which is a week away on a Monday. */
const daysToMonday = (now: Date): number => 8 - weekdayOf(localDay(now.getTime()));

interface HoldTime {
  id: string;
  label: string;
  at: Date;
  /** The message says why the time cannot be chosen now; its place among the keys stays. */
  unavailable?: string;
}

export function holdTimes(now: Date): HoldTime[] {
  const afternoon = dayAt(now, 0, AFTERNOON);
  return [
    { id: 'hour', label: 'In 1 hour', at: new Date(now.getTime() + HOUR_MS) },
    {
      id: 'afternoon',
      label: 'This afternoon',
      at: afternoon,
      ...(afternoon <= now && { unavailable: 'It has begun.' }),
    },
    { id: 'tomorrow', label: 'Tomorrow morning', at: dayAt(now, 1, MORNING) },
    { id: 'monday', label: 'Next Monday', at: dayAt(now, daysToMonday(now), MORNING) },
  ];
}

const weekday = dateFormat({ weekday: 'short' });
const date = dateFormat({ day: 'numeric', month: 'short' });

const daysUntil = (now: Date, at: Date): number =>
  daysBetween(localDay(now.getTime()), localDay(at.getTime()));

/** Returns a text such as "14:00", "tomorrow 09:00", "Mon 09:00" or "24 Dec 09:00". */
export function endText(iso: string, now: Date): string {
  const at = new Date(iso);
  const clock = clockTime(at.getTime());
  const days = daysUntil(now, at);
  if (days <= 0) return clock;
  if (days === 1) return `tomorrow ${clock}`;
  return `${(days < 7 ? weekday : date)(at)} ${clock}`;
}

/** Returns a text that fits a column: "14:00", "Thu 09:00" or "24 Dec". */
export function shortEndText(iso: string, now: Date): string {
  const at = new Date(iso);
  const days = daysUntil(now, at);
  if (days <= 0) return clockTime(at.getTime());
  return days < 7 ? `${weekday(at)} ${clockTime(at.getTime())}` : date(at);
}
