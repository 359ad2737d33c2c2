// The profile offers languages and time zones; no other page needs their names.
import { region } from './region.ts';

/** Names the language of a tag in English, such as "Swiss High German"; undefined for an unknown one. */
export const localeName = (tag: string): string | undefined =>
  new Intl.DisplayNames('en', { type: 'language' }).of(tag);

export const timeZones = (): string[] => Intl.supportedValuesOf('timeZone');

const sampleOptions = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** Shows a time and a number as a region writes them. */
export const sample = (locale: string, at: number): string =>
  `${new Intl.DateTimeFormat(locale, { ...sampleOptions, timeZone: region().timeZone }).format(at)} · ${new Intl.NumberFormat(locale).format(1234.5)}`;
