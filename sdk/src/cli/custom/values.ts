// Texts of options and cells become values of custom fields by the type of the field, and values become texts for people.
import type { Field } from '../../index.ts';
import { localTime } from '../terminal/time.ts';

type FieldType = Field['type'];

/** Returns undefined for a text that no value has. The service validates what is left. */
type Reader = (text: string) => unknown;

const asGiven: Reader = (text) => text;

const readInteger: Reader = (text) => {
  const value = /^[+-]?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
};

/** The service stores these digits, and JavaScript does not round them. */
const readDecimal: Reader = (text) =>
  /^[+-]?\d{1,10}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined;

/** A comma within a choice is escaped, as it is in filters of lists. */
const readList: Reader = (text) =>
  text
    .split(/(?<!\\),/)
    .map((one) => one.replaceAll('\\,', ',').trim())
    .filter(Boolean);

const special: Partial<Record<FieldType, readonly [read: Reader, expected: string]>> = {
  integer: [readInteger, 'a whole number'],
  decimal: [readDecimal, 'a number with at most six decimal places'],
  boolean: [(text) => ({ true: true, false: false })[text.toLowerCase()], 'true or false'],
  choices: [readList, 'a list'],
};

/** Throws an error whose message continues the name of the field. */
export function readValue({ type }: Pick<Field, 'type'>, text: string): unknown {
  const [read, expected] = special[type] ?? [asGiven, ''];
  const value = read(text);
  if (value === undefined) throw new Error(`is not ${expected}: ${text}`);
  return value;
}

const jsonText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Returns a text for people, with the labels of choices and times in the zone of the terminal. */
export function valueText(
  field: Pick<Field, 'type' | 'choices'> | undefined,
  value: unknown,
): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((one) => valueText(field, one)).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field?.type === 'datetime') return localTime(jsonText(value));
  return field?.choices.find((choice) => choice.value === value)?.label ?? jsonText(value);
}
