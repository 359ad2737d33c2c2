// Text of callers, records and models: cut without splitting a character, and as PostgreSQL stores it.

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** The beginning of a text, at most so many UTF-16 units: one less where the last would be half of a character. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const splits = maxLength > 0 && isHighSurrogate(text.charCodeAt(maxLength - 1));
  return text.slice(0, splits ? maxLength - 1 : maxLength);
}

/** The end of a text, in the same way. */
export function cutStart(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = text.length - maxLength;
  return text.slice(isLowSurrogate(text.charCodeAt(start)) ? start + 1 : start);
}

/** The beginning of a text, at most so many bytes in UTF-8. */
export const cutBytes = (text: string, maxBytes: number): string =>
  text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(maxBytes)).read);

/** PostgreSQL stores neither NUL nor half of a character, in text and in jsonb. */
export const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();
