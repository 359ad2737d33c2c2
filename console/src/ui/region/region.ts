// Dates, times and numbers are shown by the language tag and the time zone of the reader's profile, else of the browser.
// Only this folder uses Intl and the local fields of Date: a test refuses them elsewhere.

interface Region {
  locale: string;
  timeZone: string;
}

interface Chosen {
  locale?: string | null;
  time_zone?: string | null;
}

const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A browser may lack a language or a zone that the service knows. */
function isKnown(make: () => unknown): boolean {
  try {
    make();
    return true;
  } catch {
    return false;
  }
}

/** Until the profile is loaded, and in tests. */
let current: Region = { locale: 'en-GB', timeZone: browserZone() };
let generation = 0;

export const region = (): Readonly<Region> => current;

export function setRegion({ locale, time_zone: timeZone }: Chosen): void {
  const tag = locale ?? globalThis.navigator?.language ?? current.locale;
  const zone = timeZone ?? browserZone();
  const next = {
    locale: isKnown(() => Intl.getCanonicalLocales(tag)) ? tag : 'en-GB',
    timeZone: isKnown(() => new Intl.DateTimeFormat('en', { timeZone: zone }))
      ? zone
      : browserZone(),
  };
  if (next.locale === current.locale && next.timeZone === current.timeZone) return;
  current = next;
  generation += 1;
}

/** Building a formatter takes as long as formatting hundreds of times, so each is built once for a region. */
function forRegion<T>(make: (region: Region) => T): () => T {
  let made: { of: number; value: T } | undefined;
  return () => {
    if (made?.of !== generation) made = { of: generation, value: make(current) };
    return made.value;
  };
}

/** Commas separate words in English only; the texts are in columns. */
const withoutCommas = (text: string, { locale }: Region): string =>
  locale.startsWith('en') ? text.replaceAll(',', '') : text;

export interface DateFormat {
  (at: number | Date, timeZone?: string): string;
  range: (from: number | Date, to: number | Date) => string;
}

/** `timeZone` of the options replaces that of the reader, for days that the service counts in UTC. */
export function dateFormat(options: Intl.DateTimeFormatOptions): DateFormat {
  const makeFor = (of: Region, timeZone = options.timeZone ?? of.timeZone) =>
    new Intl.DateTimeFormat(of.locale, { ...options, timeZone });
  const own = forRegion((of) => makeFor(of));
  const others = forRegion(() => new Map<string, Intl.DateTimeFormat>());
  const inZone = (timeZone: string): Intl.DateTimeFormat => {
    const known = others().get(timeZone) ?? makeFor(current, timeZone);
    others().set(timeZone, known);
    return known;
  };
  const format = (at: number | Date, timeZone?: string): string =>
    withoutCommas((timeZone === undefined ? own() : inZone(timeZone)).format(at), current);
  return Object.assign(format, {
    range: (from: number | Date, to: number | Date): string => own().formatRange(from, to),
  });
}

export function numberFormat(options: Intl.NumberFormatOptions = {}): (value: number) => string {
  const own = forRegion(({ locale }) => new Intl.NumberFormat(locale, options));
  return (value) => own().format(value);
}

/** Returns a number such as "12,345", "12’345" or "١٢٬٣٤٥". */
export const numberText = numberFormat();

/** Returns digits without grouping, such as the minutes of a duration. */
export const digits = numberFormat({ useGrouping: false, maximumFractionDigits: 0 });

export const twoDigits = numberFormat({ useGrouping: false, minimumIntegerDigits: 2 });

/** The words of the console are English. */
export const listText = (parts: readonly string[]): string =>
  new Intl.ListFormat('en-GB').format(parts);

const UNITS = { d: 'day', h: 'hour', m: 'minute' } as const;
export type TimeUnit = keyof typeof UNITS;

const inUnit = (unit: TimeUnit) =>
  numberFormat({ style: 'unit', unit: UNITS[unit], unitDisplay: 'narrow' });
const ages = { d: inUnit('d'), h: inUnit('h'), m: inUnit('m') };
const ahead = forRegion(
  ({ locale }) => new Intl.RelativeTimeFormat(locale, { style: 'narrow', numeric: 'always' }),
);

const isEnglish = (): boolean => current.locale.startsWith('en');

/** Returns an age such as "3 m" or "6 T", in the units of the language. */
export const ageText = (count: number, unit: TimeUnit): string =>
  isEnglish() ? `${digits(count)} ${unit}` : ages[unit](count);

/** Returns a text such as "in 2 h" or "in 2 Std.". */
export const aheadText = (count: number, unit: TimeUnit): string =>
  isEnglish() ? `in ${ageText(count, unit)}` : ahead().format(count, UNITS[unit]);
