// A hold ends at a time, at the reply of the requester, or not by itself. Times are those of the reader's clock.
import { clockTime } from '../../ui/marks/time.ts';

const HOUR_MS = 3_600_000;
const AFTERNOON = 14;
const MORNING = 9;

const dayAt = (now: Date, days: number, hour: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);

/** Returns the days from today to the next Monday, which is a week away on a Monday. */
const daysToMonday = (now: Date): number => (8 - now.getDay()) % 7 || 7;

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

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' });
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

const daysBetween = (one: Date, other: Date): number =>
  Math.round((dayAt(other, 0, 12).getTime() - dayAt(one, 0, 12).getTime()) / (24 * HOUR_MS));

/** Returns a text such as "14:00", "tomorrow 09:00", "Mon 09:00" or "24 Dec 09:00". */
export function endText(iso: string, now: Date): string {
  const at = new Date(iso);
  const clock = clockTime(at.getTime());
  const days = daysBetween(now, at);
  if (days <= 0) return clock;
  if (days === 1) return `tomorrow ${clock}`;
  return `${(days < 7 ? weekday : date).format(at)} ${clock}`;
}

/** Returns a text that fits a column: "14:00", "Thu 09:00" or "24 Dec". */
export function shortEndText(iso: string, now: Date): string {
  const at = new Date(iso);
  const days = daysBetween(now, at);
  if (days <= 0) return clockTime(at.getTime());
  return days < 7 ? `${weekday.format(at)} ${clockTime(at.getTime())}` : date.format(at);
}
