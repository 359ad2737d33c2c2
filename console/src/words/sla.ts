// The clocks of records are worded the same on every page.
import { duration } from '../ui/marks/time.ts';

export const slaMetrics = ['first_response', 'update', 'resolution'] as const;
export type SlaMetric = (typeof slaMetrics)[number];

export const metricLabels: Readonly<Record<SlaMetric, string>> = {
  first_response: 'First response',
  update: 'Next update',
  resolution: 'Resolution',
};

/** Cells of lists have room for a word. */
export const metricMarks: Readonly<Record<SlaMetric, string>> = {
  first_response: 'Reply',
  update: 'Update',
  resolution: 'Solve',
};

const HOUR = 3600;

/** Open time counts in hours, because a day of it is no day. */
const openText = (seconds: number): string =>
  seconds < HOUR
    ? duration(seconds)
    : `${Math.floor(seconds / HOUR)} h ${Math.floor((seconds % HOUR) / 60)} m`;

/** Returns "4 h", "1 h 30 m" or "2 d 4 h", and "52 h" where only open hours count. */
export const targetText = (seconds: number, hasCalendar = false): string =>
  (hasCalendar ? openText(seconds) : duration(seconds)).replace(/ 0 [hm]$/, '');
