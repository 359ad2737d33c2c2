// The fields that an instance adds to its records are named `custom.<key>`, as in changes of events and columns of views.
// Their labels and values are worded by their definitions, which are learned when they are read.
import { dateTime, dayText } from '../ui/marks/time.ts';
import { numberFormat } from '../ui/region/region.ts';
import { personName } from './people.ts';

export interface CustomField {
  key: string;
  label: string;
  type: string;
  choices: readonly { value: string; label: string }[];
}

export type CustomName = `custom.${string}`;
const PREFIX = 'custom.';

export const customName = (key: string): CustomName => `${PREFIX}${key}`;
export const customKey = (name: string): string | undefined =>
  name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined;

const known = new Map<string, readonly CustomField[]>();

/** The fields replace those that were known of this record type. */
export const learnFields = (recordType: string, fields: readonly CustomField[]): void =>
  void known.set(recordType, fields);

/** Without a record type, the first field of any type that has the key is taken. */
export function customField(name: string, recordType?: string): CustomField | undefined {
  const key = customKey(name);
  const among = recordType === undefined ? [...known.values()].flat() : known.get(recordType);
  return key === undefined ? undefined : among?.find((field) => field.key === key);
}

const labelOf = ({ choices }: CustomField, value: unknown): string =>
  choices.find((choice) => choice.value === value)?.label ?? String(value);

type ValueText = (field: CustomField, value: unknown) => string;

const decimalText = numberFormat({ maximumFractionDigits: 6 });
const numberOf: ValueText = (_, value) => decimalText(value as number);

/** The values of other types are shown as they are. */
const texts: Readonly<Record<string, ValueText>> = {
  integer: numberOf,
  decimal: numberOf,
  boolean: (_, value) => (value === true ? 'Yes' : 'No'),
  date: (_, value) => dayText(String(value)),
  datetime: (_, value) => dateTime(String(value)),
  choice: labelOf,
  choices: (field, values) =>
    (values as unknown[]).map((value) => labelOf(field, value)).join(', '),
  person: (_, value) => personName(String(value)),
};

export const customText: ValueText = (field, value) =>
  texts[field.type]?.(field, value) ?? String(value);

/** Returns undefined for other fields, and for no value. */
export const customTextAt = (name: string, value: unknown, recordType: string) => {
  const field = value === null || value === undefined ? undefined : customField(name, recordType);
  return field && customText(field, value);
};

type Fields = Readonly<Record<string, unknown>>;

/** Returns the value of a field, also of one named `custom.<key>`; null if the record has none. */
export function valueAt(record: object, name: string): unknown {
  const fields = record as Fields;
  const key = name in fields ? undefined : customKey(name);
  return key === undefined ? fields[name] : ((fields['custom'] as Fields)?.[key] ?? null);
}

/** Puts values named `custom.<key>` into the member `custom`, as the API takes them. */
export function nestCustom(patch: Fields): Record<string, unknown> {
  const nested: Record<string, unknown> = {};
  const custom: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(patch)) {
    const key = customKey(name);
    if (key === undefined) nested[name] = value;
    else custom[key] = value;
  }
  return Object.keys(custom).length > 0 ? { ...nested, custom } : nested;
}

/** Returns the fields of the record that the patch sets; `custom` keeps its other values. */
export function patchedFields(record: object | undefined, patch: Fields): Fields {
  const fields = nestCustom(patch);
  return 'custom' in fields
    ? {
        ...fields,
        custom: { ...(record as { custom?: object })?.custom, ...(fields['custom'] as object) },
      }
    : fields;
}
