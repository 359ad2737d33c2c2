// Times of the demonstration are relative to its start, in days and times of day of UTC.
import { DAY, HOUR, MINUTE } from './history.ts';

/** Returns a time of day, such as 22:30, so many days from today. */
export const dayAt =
  (now: number) =>
  (days: number, time: `${number}:${number}`): number => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return Math.floor(now / DAY) * DAY + days * DAY + hours * HOUR + minutes * MINUTE;
  };

export const iso = (time: number): string => new Date(time).toISOString();

/** Returns the next month end at least ten days away: from the last day of the month until the end of the second day after it. */
export function monthEnd(now: number): { from: number; to: number } {
  const soon = new Date(now + 10 * DAY);
  const nextMonth = Date.UTC(soon.getUTCFullYear(), soon.getUTCMonth() + 1, 1);
  return { from: nextMonth - DAY, to: nextMonth + 2 * DAY };
}
