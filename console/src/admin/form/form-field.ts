// The table of fields of a form of administration, and what can be said about its values before they are sent.
import type { ReactNode } from 'react';
import type { Role } from '../../api/index.ts';

/** The value of each kind of field. */
export interface Kinds {
  text: string;
  email: string;
  password: string;
  number: string;
  select: string;
  lines: readonly string[];
  check: boolean;
  roles: readonly Role[];
}

interface FieldBase<V, F> {
  label: string | ((values: F, isNew: boolean) => string);
  detail?: string;
  maxLength?: number;
  /** The values of a select field with their labels. */
  options?: Readonly<Record<string, string>>;
  /** Where the API has it; `/name` if left out. */
  pointer?: string;
  /** Why the form cannot be sent while the field is empty. */
  missing?: string;
  /** Says what is allowed while the value is not. */
  fault?: (value: V) => string | undefined;
  /** Only a new record has it. */
  isOnlyNew?: boolean;
}

/** A field that this form alone has. */
export interface OwnField<V> {
  kind: 'own';
  render: (value: V, onChange: (value: V) => void) => ReactNode;
}

/** One row of the table: the name of a value, and a kind that fits the value. */
export type FormField<F> = {
  [N in keyof F & string]: FieldBase<F[N], F> & { name: N } & (
      | OwnField<F[N]>
      | { [K in keyof Kinds]: F[N] extends Kinds[K] ? { kind: K } : never }[keyof Kinds]
    );
}[keyof F & string];

/** A table of fields, and the body that the API gets; undefined while a value of its own kind is not complete. */
export interface FormSpec<F, B> {
  fields: readonly FormField<F>[];
  bodyOf: (values: F) => B | undefined;
}

const pointerOf = <F>({ name, pointer = `/${name}` }: FormField<F>): string => pointer;

export const labelOf = <F>({ label }: FormField<F>, values: F, isNew: boolean): string =>
  typeof label === 'function' ? label(values, isNew) : label;

const isEmpty = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.trim() === ''
    : Array.isArray(value)
      ? value.length === 0
      : value === undefined || value === null;

/** Returns why the value of a field is wrong; undefined if it is right. */
export const faultIn = <F>(field: FormField<F>, values: F): string | undefined =>
  (field.fault as ((value: unknown) => string | undefined) | undefined)?.(values[field.name]);

export const NOT_VALID = 'A field is empty or not valid.';

/** Why the values cannot be sent. */
export function reasonAgainst<F, B>({ fields, bodyOf }: FormSpec<F, B>, values: F) {
  const missing = fields.find((field) => field.missing && isEmpty(values[field.name]))?.missing;
  if (missing !== undefined) return missing;
  const isRefused = fields.some((field) => faultIn(field, values) !== undefined);
  return isRefused || bodyOf(values) === undefined ? NOT_VALID : undefined;
}

/** By content: the order of members does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other;
  const [left, right] = [Object.entries(one), new Map(Object.entries(other))];
  return (
    left.length === right.size &&
    left.every(([name, value]) => right.has(name) && isSame(value, right.get(name)))
  );
}

/** The members that differ, so that a change of others to the rest is kept. */
export const changesOf = <B extends object>(before: B | undefined, after: B): Partial<B> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => !isSame(value, before?.[name as keyof B] as unknown),
    ),
  ) as Partial<B>;

export interface SortedFaults {
  /** By the name of the field that shows them. */
  atFields: ReadonlyMap<string, string>;
  /** The others, each with the label of what it is about. */
  elsewhere: readonly string[];
}

/** Kinds that show what was refused beside the value. */
const showsFaults = new Set(['text', 'email', 'password', 'number']);

/** "Members" of "Members, one e-mail address per line" */
const shortLabel = (label: string): string => label.split(',', 1)[0] ?? label;

/** The name of one value of a list. */
const places: Readonly<Record<string, string>> = { lines: 'line', own: 'row' };

/** The message with the words of the form instead of the path that the API names. */
function messageAt<F>(
  field: FormField<F>,
  label: string,
  pointer: string,
  message: string,
): string {
  const path = pointer.slice(1).replaceAll('/', '.');
  if (!message.startsWith(`${path} `)) return message;
  const place = Number.parseInt(pointer.slice(pointerOf(field).length + 1), 10) + 1;
  const subject = Number.isNaN(place) ? label : `${places[field.kind] ?? 'value'} ${place}`;
  return `${subject}${message.slice(path.length)}`;
}

/** Sorts the refusals of the API into the fields that show them and the rest. */
export function sortFaults<F>(
  fields: readonly FormField<F>[],
  values: F,
  faults: ReadonlyMap<string, string>,
): SortedFaults {
  const atFields = new Map<string, string>();
  const elsewhere = new Set<string>();
  for (const [pointer, message] of faults) {
    const field = fields.find((one) => {
      const own = pointerOf(one);
      return pointer === own || pointer.startsWith(`${own}/`);
    });
    if (!field) {
      elsewhere.add(message);
      continue;
    }
    const label = shortLabel(labelOf(field, values, true));
    const text = messageAt(field, label, pointer, message);
    if (showsFaults.has(field.kind)) atFields.set(field.name, text);
    else elsewhere.add(text.startsWith(label) ? text : `${label}: ${text}`);
  }
  return { atFields, elsewhere: [...elsewhere] };
}
