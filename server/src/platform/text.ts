// Text of callers, records and models is cut without splitting a character, and made storable in PostgreSQL; values of
// the API become words in sentences that people read.

/** The command line corrects names in the same way; one file of the SDK's sources, which imports nothing, serves both. */
export { nearest } from '../../../sdk/src/nearest.ts';

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** Keeps the first `maxLength` UTF-16 units; one less where the last would be half of a character. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const splits = maxLength > 0 && isHighSurrogate(text.charCodeAt(maxLength - 1));
  return text.slice(0, splits ? maxLength - 1 : maxLength);
}

/** Keeps the last `maxLength` UTF-16 units in the same way. */
export function cutStart(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = text.length - maxLength;
  return text.slice(isLowSurrogate(text.charCodeAt(start)) ? start + 1 : start);
}

/** Keeps the beginning of a text, at most `maxBytes` in UTF-8. */
export const cutBytes = (text: string, maxBytes: number): string =>
  text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(maxBytes)).read);

/** PostgreSQL stores neither NUL nor half of a character, in text and in jsonb. */
export const toStorable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

/** `in_progress` becomes "in progress". */
export const inWords = (value: string): string => value.replaceAll('_', ' ');

let long: Intl.DateTimeFormat | undefined;

/** Loading the names of months takes 20 ms of CPU, so a process that names none does not. */
const longFormat = (): Intl.DateTimeFormat =>
  (long ??= new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }));

/** Readers are in different zones, so the text names that of the time: "15 November 2026 at 17:30 UTC". */
export const timeInWords = (time: string): string => `${longFormat().format(new Date(time))} UTC`;

/** Writes "1 event" and "2 events". */
export const countOf = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
