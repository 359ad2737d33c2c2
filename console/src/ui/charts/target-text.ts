// Targets of clocks are durations, which stand beside their pictures.
import { duration } from '../marks/time.ts';

const HOUR = 3600;

/** Open time counts in hours, because a day of it is no day. */
const openText = (seconds: number): string =>
  seconds < HOUR
    ? duration(seconds)
    : `${Math.floor(seconds / HOUR)} h ${Math.floor((seconds % HOUR) / 60)} m`;

/** Returns "4 h", "1 h 30 m" or "2 d 4 h", and "52 h" where only open hours count. */
export const targetText = (seconds: number, hasCalendar = false): string =>
  (hasCalendar ? openText(seconds) : duration(seconds)).replace(/ 0 [hm]$/, '');
