// The form shows times in minutes, instants as the browser enters them, and lists as text.
import type { Settings, SettingsUpdate } from '../../api/index.ts';
import { isoOf, localTime } from '../../ui/region/zone.ts';

export type Freeze = Settings['change_freezes'][number];
export type Template = Settings['change_templates'][number];
export type Category = Settings['categories'][number];
export type Defaults = Template['defaults'];

/** Returns undefined if the text is not a whole number from `least`. */
export function wholeNumber(text: string, least: number): number | undefined {
  const value = Number(text);
  return text.trim() !== '' && Number.isInteger(value) && value >= least ? value : undefined;
}

/** Returns undefined unless all numbers are valid. */
export function numbersOf<Name extends string>(
  texts: Readonly<Record<Name, string>>,
  read: (text: string) => number | undefined,
): Record<Name, number> | undefined {
  const entries = (Object.keys(texts) as Name[]).map((name) => [name, read(texts[name])] as const);
  return entries.some(([, value]) => value === undefined)
    ? undefined
    : (Object.fromEntries(entries) as Record<Name, number>);
}

/** Returns "240" for 14,400 seconds; a target need not be whole minutes. */
export const minutesOf = (seconds: number): string => String(seconds / 60);

export function secondsOf(minutes: string): number | undefined {
  const seconds = Math.round(Number(minutes) * 60);
  return minutes.trim() !== '' && Number.isFinite(seconds) && seconds >= 1 ? seconds : undefined;
}

const MB = 1024 * 1024;

export const megabytesOf = (bytes: number): string => String(bytes / MB);

/** Returns undefined if the text is not an amount; zero is one. */
export function bytesOf(megabytes: string): number | undefined {
  const bytes = Math.round(Number(megabytes) * MB);
  return megabytes.trim() !== '' && Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : undefined;
}

/** Returns an instant as a field for local date and time expects it. */
export const localOf = (iso: string): string => localTime(Date.parse(iso));

export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

export interface FreezeFields {
  name: string;
  from: string;
  to: string;
  classes: string;
  /** Fields have no seconds; those of the saved period survive unless a field is edited. */
  saved?: Freeze;
}

export const freezeFields = (saved: Freeze): FreezeFields => ({
  name: saved.name,
  from: localOf(saved.from),
  to: localOf(saved.to),
  classes: (saved.classes ?? []).join(', '),
  saved,
});

const instantOf = (local: string, saved: string | undefined): string | undefined =>
  saved !== undefined && localOf(saved) === local ? saved : isoOf(local);

/** Returns undefined while a period is incomplete. */
export function freezesOf(rows: readonly FreezeFields[]): Freeze[] | undefined {
  const freezes = rows.map(({ name, from, to, classes, saved }): Freeze | undefined => {
    const [start, end] = [instantOf(from, saved?.from), instantOf(to, saved?.to)];
    if (name.trim() === '' || start === undefined || end === undefined) return undefined;
    const only = listOf(classes);
    return { name: name.trim(), from: start, to: end, ...(only.length > 0 && { classes: only }) };
  });
  return freezes.every((one) => one !== undefined) ? freezes : undefined;
}

/** Empty texts are left out of a template. */
export const templateTexts = [
  ['description', 'Description'],
  ['implementation_plan', 'Implementation plan'],
  ['test_plan', 'Test plan'],
  ['backout_plan', 'Backout plan'],
] as const;

/** Removes empty values. */
export const cleanDefaults = (defaults: Defaults): Defaults =>
  Object.fromEntries(
    Object.entries(defaults).filter(
      ([, value]) =>
        value !== undefined &&
        value !== null &&
        value !== '' &&
        !(Array.isArray(value) && value.length === 0),
    ),
  );

export const templatesOf = (templates: readonly Template[]): SettingsUpdate['change_templates'] =>
  templates.some(({ name }) => name.trim() === '')
    ? undefined
    : templates.map(({ name, defaults }) => ({
        name: name.trim(),
        defaults: cleanDefaults(defaults),
      }));

/** Returns undefined while a category has no name. */
export const categoriesOf = (rows: readonly Category[]): Category[] | undefined =>
  rows.some(({ name }) => name.trim() === '')
    ? undefined
    : rows.map(({ name, subcategories }) => ({
        name: name.trim(),
        subcategories: [...subcategories],
      }));
