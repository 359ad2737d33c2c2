// The end of a hold is shown as a time of the reader's zone.
import { clockTime } from '../../ui/marks/time.ts';
import { dateFormat } from '../../ui/region/region.ts';
import { daysBetween, localDay } from '../../ui/region/zone.ts';

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
