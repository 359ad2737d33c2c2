// Templates of `custom.<key>` render texts. They are converted to values of the field's type; a text that is no such value
// stays text, which the validation rejects.
import type {
  CustomFields,
  FieldDefinition,
  FieldType,
} from '../../../platform/runtime/custom-fields.ts';
import { MAX_DECIMAL_PLACES } from '../../../forms/index.ts';
import { changeName, valueSchema } from '../../../records/index.ts';
import { parseJson, quote, shortenText, type Warn } from './adapt-text.ts';

/** Names of mapped fields begin so. */
export const CUSTOM_PREFIX = changeName('');

/** Returns the fields that a mapping to records of the type can fill. */
export const mappableCustom = (fields: CustomFields, recordType: string): FieldDefinition[] =>
  (fields.get(recordType) ?? []).filter(({ active }) => active);

type Convert = (text: string, field: FieldDefinition, warn: Warn) => unknown;

const warnOfTranslation = (text: string, value: unknown, warn: Warn): void =>
  warn({ code: 'translated', message: `${quote(text)} was mapped to ${String(value)}.` });

const asText: Convert = (text, field, warn) => shortenText(text, valueSchema(field), warn);

const trimText: Convert = (text) => text.trim();

const NUMBER = /^[+-]?\d{1,16}(\.\d{1,20})?(e[+-]?\d{1,3})?$/i;

const asNumber: Convert = (text) => (NUMBER.test(text.trim()) ? Number(text) : text);

/** Measured values have more places than a field has. */
const asDecimal: Convert = (text, field, warn) => {
  const number = asNumber(text, field, warn);
  if (typeof number !== 'number') return number;
  const rounded = Number(number.toFixed(MAX_DECIMAL_PLACES));
  if (rounded !== number)
    warn({
      code: 'truncated',
      message: `The value was rounded to ${MAX_DECIMAL_PLACES} decimal places.`,
    });
  return rounded;
};

const flags = new Map([
  ...['true', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', '0'].map((word) => [word, false] as const),
]);

const asBoolean: Convert = (text, _, warn) => {
  const word = text.trim().toLowerCase();
  const flag = flags.get(word);
  if (flag === undefined) return text;
  if (word !== String(flag)) warnOfTranslation(text, flag, warn);
  return flag;
};

/** The label of a choice means its value, and case is ignored. */
const asChoice: Convert = (text, { choices }, warn) => {
  if (choices.some(({ value }) => value === text)) return text;
  const word = text.trim().toLowerCase();
  const meant = choices.find(({ value, label }) =>
    [value, label].some((name) => name.trim().toLowerCase() === word),
  );
  if (!meant) return text;
  if (meant.value !== text.trim()) warnOfTranslation(text, meant.value, warn);
  return meant.value;
};

/** Takes a JSON list, one choice, or several that are separated by commas. */
const asChoices: Convert = (text, field, warn) => {
  const parsed = text.trimStart().startsWith('[') ? parseJson(text) : undefined;
  const isOne = field.choices.some(({ value }) => value === text.trim());
  const given = Array.isArray(parsed) ? parsed : isOne ? [text.trim()] : text.split(',');
  const values = given.map((one: unknown) =>
    typeof one === 'string' ? asChoice(one.trim(), field, warn) : one,
  );
  return [...new Set(values)].filter((value) => value !== '');
};

const conversions: Readonly<Record<FieldType, Convert>> = {
  text: asText,
  long_text: asText,
  integer: asNumber,
  decimal: asDecimal,
  boolean: asBoolean,
  date: trimText,
  datetime: trimText,
  choice: asChoice,
  choices: asChoices,
  person: trimText,
  ci: trimText,
  url: trimText,
};

export const customValueOf: Convert = (text, field, warn) =>
  conversions[field.type](text, field, warn);
