// Public holidays are pasted as lines such as "2026-12-25 Christmas Day" or "24.12.2026 Christmas Eve 08:00-12:00".
import { type Hours, readClock, type Span } from './hours.ts';

export interface NamedDate {
  date: string;
  name: string;
  hours: Hours;
}

export interface PastedDates {
  dates: readonly NamedDate[];
  /** Lines that were not read, with the reason. */
  faults: readonly { line: string; text: string }[];
}

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/;
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/;
const SEPARATORS = new Set([' ', '\t', ',', ';', ':', '|', '"', '-', '–']);
const MAX_NAME = 100;

/** Returns the date and the rest of the line. */
function readDate(line: string): { date: string; rest: string } | undefined {
  const iso = ISO.exec(line);
  const [all = '', first = '', month = '', last = ''] = iso ?? DOTTED.exec(line) ?? [];
  if (all === '') return undefined;
  const [year, day] = iso ? [first, last] : [last, first];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = Date.parse(`${date}T00:00:00Z`);
  const isDate = !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
  return isDate ? { date, rest: line.slice(all.length) } : undefined;
}

/** Takes separators off both ends, one by one, so that a long line takes time in proportion to its length. */
function trimSeparators(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && SEPARATORS.has(text.charAt(from))) from += 1;
  while (to > from && SEPARATORS.has(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

function readSpan(word: string): Span | undefined {
  const [from, to, ...more] = word.split(/[-–]/);
  if (from === undefined || to === undefined || more.length > 0) return undefined;
  // A number alone may belong to the name.
  if (!from.includes(':') || !to.includes(':')) return undefined;
  const [begin, end] = [readClock(from), readClock(to)];
  return begin === undefined || end === undefined ? undefined : [begin, end];
}

/** Hours stand at the end of the line. */
function readName(rest: string): { name: string; hours: Hours } {
  const words = trimSeparators(rest).split(/\s/).filter(Boolean);
  const hours: Span[] = [];
  for (let word = words.at(-1); word !== undefined; word = words.at(-1)) {
    const span = readSpan(trimSeparators(word));
    if (!span) break;
    hours.unshift(span);
    words.pop();
  }
  return { name: trimSeparators(words.join(' ')), hours };
}

function readLine(line: string): NamedDate | string {
  const found = readDate(line);
  if (!found) return 'It does not begin with a date such as 2026-12-25.';
  const { name, hours } = readName(found.rest);
  if (name === '') return 'The name is missing.';
  if (name.length > MAX_NAME) return `The name has more than ${MAX_NAME} characters.`;
  return { date: found.date, name, hours };
}

export function readPasted(text: string): PastedDates {
  const dates: NamedDate[] = [];
  const faults: { line: string; text: string }[] = [];
  const known = new Set<string>();
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const read = readLine(line);
    if (typeof read === 'string') faults.push({ line, text: read });
    else if (known.has(read.date)) faults.push({ line, text: `${read.date} is there twice.` });
    else {
      known.add(read.date);
      dates.push(read);
    }
  }
  return { dates, faults };
}
