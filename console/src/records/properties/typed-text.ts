// A typed number is checked before it is sent.
const NUMBER = /^-?\d{1,16}(?:[.,]\d{1,16})?$/;
/** The service stores decimals up to this size. */
const MAX_DECIMAL = 1e9;

/** Returns null for no text, undefined for a text that is no such number. A comma may separate the decimals. */
export function readNumber(text: string, places: number): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  if (!NUMBER.test(typed)) return undefined;
  const value = Number(typed.replace(',', '.'));
  const isInRange = places === 0 ? Number.isSafeInteger(value) : Math.abs(value) <= MAX_DECIMAL;
  // Zeros at the end are no further decimals.
  return Number(value.toFixed(places)) === value && isInRange ? value : undefined;
}

export const numberFault = (places: number): string =>
  places === 0 ? 'Enter a whole number.' : `Enter a number with at most ${places} decimals.`;

/** Returns null for no text, undefined for a text that is not the address of a page. */
export function readUrl(text: string): string | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  const isAddress = /^https?:\/\//i.test(typed) && URL.canParse(typed);
  return isAddress ? typed : undefined;
}

export const URL_FAULT = 'Enter an address that begins with https:// or http://.';
