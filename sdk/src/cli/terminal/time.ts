// Times are written for people as ages and durations, and options accept durations and ISO 8601.

const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** A duration is counted back from now, or ahead. */
export type TimeDirection = 'past' | 'future';

/** Reads ISO 8601, or a duration: 90m, 2h, 7d. Returns undefined if it is neither. */
export function readTime(
  text: string,
  direction: TimeDirection = 'past',
  now = Date.now(),
): Date | undefined {
  const [, count, unit = ''] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  if (count !== undefined) {
    const milliseconds = Number(count) * (SECONDS[unit] ?? 0) * 1000;
    return new Date(direction === 'past' ? now - milliseconds : now + milliseconds);
  }
  const isIso = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text);
  const milliseconds = isIso ? Date.parse(text) : Number.NaN;
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds);
}

const UNITS: readonly [unit: string, seconds: number][] = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
];

/** Returns the two largest units: `2 d 3 h`, `14 min`, `0 s`. */
export function duration(seconds: number): string {
  let rest = Math.max(0, Math.round(seconds));
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${unit}`);
    else if (parts.length > 0) break;
    // Seconds are not shown beside other units.
    if (parts.length === 2 || (parts.length === 1 && unit === 'min')) break;
  }
  return parts.join(' ') || '0 s';
}

/** Returns the largest unit: `3 d`. */
export const largestUnit = (seconds: number): string =>
  duration(seconds).split(' ').slice(0, 2).join(' ');

export const age = (time: string, now = Date.now()): string =>
  largestUnit((now - Date.parse(time)) / 1000);

const two = (value: number): string => String(value).padStart(2, '0');

/** Returns a time in the zone of the terminal: `2026-11-15 09:30`. */
export function localTime(time: string): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Returns a time in the zone of the terminal: `09:30:05`. */
export function clockTime(time: string): string {
  const date = new Date(time);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
