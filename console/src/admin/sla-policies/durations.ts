// Targets are typed as durations: 30m, 4h, 1d 4h. A number alone counts minutes.
const PARTS = /^(?:(?<d>\d+) ?d)? ?(?:(?<h>\d+) ?h)? ?(?:(?<m>\d+) ?m(?:in)?)?$/;
const MINUTES = /^\d+$/;

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];
const MAX_SECONDS = 365 * DAY;

export const DURATION_HELP =
  'Type 30m, 4h, 1h 30m or 2d; a number alone counts minutes, and a day is 24 hours. Empty: no clock.';
export const DURATION_FAULT = 'Type 30m, 4h or 1d 4h.';

function secondsIn(text: string): number | undefined {
  if (MINUTES.test(text)) return Number(text) * MINUTE;
  const { d = 0, h = 0, m = 0 } = PARTS.exec(text)?.groups ?? {};
  const seconds = Number(d) * DAY + Number(h) * HOUR + Number(m) * MINUTE;
  return seconds === 0 ? undefined : seconds;
}

/** Returns the seconds; null for an empty text, undefined for one that is no duration from a minute to a year. */
export function readDuration(typed: string): number | null | undefined {
  const text = typed.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  if (text === '') return null;
  const seconds = secondsIn(text);
  return seconds !== undefined && seconds >= MINUTE && seconds <= MAX_SECONDS ? seconds : undefined;
}

/** Returns the text that gives these seconds. */
export function showDuration(seconds: number): string {
  const [d, h, m] = [
    Math.floor(seconds / DAY),
    Math.floor((seconds % DAY) / HOUR),
    Math.round((seconds % HOUR) / MINUTE),
  ];
  return [d && `${d}d`, h && `${h}h`, m && `${m}m`].filter(Boolean).join(' ') || '1m';
}
