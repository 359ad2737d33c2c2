// A form of administration is a table of fields; its values are checked before they are sent.
import type { ReactNode } from 'react';
import type { Role } from '../../api/index.ts';

/** Each kind of field has a value of this type. */
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

type Options = Readonly<Record<string, string>>;

/** Consecutive fields of one section stand below its title. */
export interface FormSection<F> {
  title: string;
  /** A folded section shows its title, and its fields when it is opened or one of them has a fault. */
  isFolded?: (values: F) => boolean;
}

interface FieldBase<V, F> {
  section?: FormSection<F>;
  label: string | ((values: F, isNew: boolean) => string);
  detail?: string;
  maxLength?: number;
  /** Only select fields have options: values with their labels. */
  options?: Options | ((values: F) => Options);
  /** The JSON pointer of the value in the body is `/name` if omitted. */
  pointer?: string;
  /** Says why the form cannot be sent while the field is empty. */
  missing?: string;
  /** Says which values are allowed; undefined if this one is. */
  fault?: (value: V) => string | undefined;
  /** The field is shown, and counts, only for such values. */
  isShown?: (values: F) => boolean;
  /** The field is shown for a new record only. */
  isOnlyNew?: boolean;
}

/** Messages by JSON pointers within the value of a field. */
export type PartFaults = ReadonlyMap<string, string>;

/** The form renders this field itself. Its value may decide those of others. */
export interface OwnField<V, F> {
  kind: 'own';
  render: (
    value: V,
    onChange: (value: V) => void,
    values: F,
    onChanges: (part: Partial<F>) => void,
    faults: PartFaults,
  ) => ReactNode;
  /** The field shows refusals of its parts itself. */
  showsParts?: true;
}

/** A row of the table names a value, and a kind of field that fits its type. */
export type FormField<F> = {
  [N in keyof F & string]: FieldBase<F[N], F> & { name: N } & (
      | OwnField<F[N], F>
      | { [K in keyof Kinds]: F[N] extends Kinds[K] ? { kind: K } : never }[keyof Kinds]
    );
}[keyof F & string];

/** `bodyOf` returns undefined while the values are incomplete. */
export interface FormSpec<F, B> {
  fields: readonly FormField<F>[];
  bodyOf: (values: F) => B | undefined;
}

const pointerOf = <F>({ name, pointer = `/${name}` }: FormField<F>): string => pointer;

export const optionsOf = <F>({ options = {} }: FormField<F>, values: F): Options =>
  typeof options === 'function' ? options(values) : options;

export const labelOf = <F>({ label }: FormField<F>, values: F, isNew: boolean): string =>
  typeof label === 'function' ? label(values, isNew) : label;

const isEmpty = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.trim() === ''
    : Array.isArray(value)
      ? value.length === 0
      : value === undefined || value === null;

export const isShownFor = <F>({ isShown }: FormField<F>, values: F): boolean =>
  isShown?.(values) ?? true;

/** Returns why the value of a field is wrong; undefined if it is right. */
export const faultIn = <F>(field: FormField<F>, values: F): string | undefined =>
  (field.fault as ((value: unknown) => string | undefined) | undefined)?.(values[field.name]);

export const NOT_VALID = 'A field is empty or not valid.';

/** Returns why the values cannot be sent; undefined if they can. */
export function reasonAgainst<F, B>({ fields, bodyOf }: FormSpec<F, B>, values: F) {
  const shown = fields.filter((field) => isShownFor(field, values));
  const missing = shown.find((field) => field.missing && isEmpty(values[field.name]))?.missing;
  if (missing !== undefined) return missing;
  const isRefused = shown.some((field) => faultIn(field, values) !== undefined);
  return isRefused || bodyOf(values) === undefined ? NOT_VALID : undefined;
}

/** Compares by content; the order of members does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other;
  const [left, right] = [Object.entries(one), new Map(Object.entries(other))];
  return (
    left.length === right.size &&
    left.every(([name, value]) => right.has(name) && isSame(value, right.get(name)))
  );
}

/** Returns the members that differ, so that changes of others to the rest survive. */
export const changesOf = <B extends object>(before: B | undefined, after: B): Partial<B> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => !isSame(value, before?.[name as keyof B] as unknown),
    ),
  ) as Partial<B>;

export interface SortedFaults {
  /** The keys are the names of the fields that show the messages. */
  atFields: ReadonlyMap<string, string>;
  /** Fields that show refusals of their parts have them by pointers. */
  inFields: ReadonlyMap<string, PartFaults>;
  /** A message begins with the label of its field, if it has one. */
  elsewhere: readonly string[];
}

/** These kinds show a refusal beside the value. */
const showsFaults = new Set(['text', 'email', 'password', 'number', 'select']);

/** Returns "Members" for "Members, one e-mail address per line". */
const shortLabel = (label: string): string => label.split(',', 1)[0] ?? label;

/** Messages name a value of a list by these nouns, as in "line 1". */
const places: Readonly<Record<string, string>> = { lines: 'line', own: 'row' };

/** Replaces the path in a message of the API by the words of the form. */
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

/** Returns the pointer within the field, and the message without the path. */
function partOf(own: string, pointer: string, message: string): [string, string] {
  const path = pointer.slice(1).replaceAll('/', '.');
  const text = message.startsWith(`${path} `) ? `This${message.slice(path.length)}` : message;
  return [pointer.slice(own.length), text];
}

/** Sorts the refusals of the API into the fields that show them and the rest. */
export function sortFaults<F>(
  fields: readonly FormField<F>[],
  values: F,
  faults: ReadonlyMap<string, string>,
): SortedFaults {
  const atFields = new Map<string, string>();
  const inFields = new Map<string, Map<string, string>>();
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
    if (field.kind === 'own' && field.showsParts && isShownFor(field, values)) {
      const parts = inFields.get(field.name) ?? new Map<string, string>();
      inFields.set(field.name, parts.set(...partOf(pointerOf(field), pointer, message)));
      continue;
    }
    const label = shortLabel(labelOf(field, values, true));
    const text = messageAt(field, label, pointer, message);
    if (showsFaults.has(field.kind) && isShownFor(field, values)) atFields.set(field.name, text);
    else elsewhere.add(text.startsWith(label) ? text : `${label}: ${text}`);
  }
  return { atFields, inFields, elsewhere: [...elsewhere] };
}
