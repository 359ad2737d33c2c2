// The timeline is grouped by days; the headings of the last two are words.
import { dateFormat } from '../../ui/region/region.ts';
import { yearOf } from '../../ui/region/zone.ts';

const DAY_MS = 86_400_000;

const formats = {
  near: dateFormat({ weekday: 'long', day: 'numeric', month: 'long' }),
  far: dateFormat({ day: 'numeric', month: 'long', year: 'numeric' }),
};

/** Both arguments are midnights; a day on which the clocks change is an hour shorter or longer. */
export function dayName(day: number, today: number): string {
  const days = Math.round((today - day) / DAY_MS);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  const isNear = yearOf(day) === yearOf(today);
  return formats[isNear ? 'near' : 'far'](day);
}
