// Hours of a day are typed as people write them, and sent as the API has them.

/** Begin and end, as they were typed. */
export type Span = readonly [from: string, to: string];
export type Hours = readonly Span[];

const CLOCK = /^(\d{1,2})(?:[:.]?(\d{2}))?$/;

/** Returns "08:30" for "8:30", "8.30", "830" and "0830", and "08:00" for "8"; undefined if the text is not a time of day. */
export function readClock(text: string): string | undefined {
  const [, hour, minute = '00'] = CLOCK.exec(text.trim()) ?? [];
  if (hour === undefined) return undefined;
  const clock = `${hour.padStart(2, '0')}:${minute}`;
  return clock <= '24:00' && minute < '60' ? clock : undefined;
}

/** Returns undefined while a time is missing or half typed. */
export function readHours(hours: Hours): [string, string][] | undefined {
  const read: [string, string][] = [];
  for (const [from, to] of hours) {
    const [begin, end] = [readClock(from), readClock(to)];
    if (begin === undefined || end === undefined) return undefined;
    read.push([begin, end]);
  }
  return read;
}

/** The API has pairs as lists. */
export const spansOf = (hours: readonly (readonly string[])[] = []): Span[] =>
  hours.map(([from = '', to = '']): Span => [from, to]);

const OFFICE: Span = ['09:00', '17:00'];
const DAY_END = '24:00';

/** A closed day opens with office hours; a further span ends with them, or with the day if the last one goes on longer. */
export function withSpan(hours: Hours): Hours {
  const last = hours.at(-1);
  if (!last) return [OFFICE];
  const end = readClock(last[1]);
  return [...hours, ['', end !== undefined && end < '17:00' ? '17:00' : DAY_END]];
}
