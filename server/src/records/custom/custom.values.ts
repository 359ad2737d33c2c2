// Sets custom values with a write of their record, and compares them. A body names only the keys to change, so the engine
// merges them with the stored values.
import { isDeepStrictEqual } from 'node:util';
import type { FieldDiff } from '../../events/index.ts';
import type { AuditContext, Context } from '../../platform/context.ts';
import { type Fault, invalid } from '../../platform/errors.ts';
import type { FieldDefinition } from '../../platform/runtime/custom-fields.ts';
import { changeName, mayEdit, visibleFields } from './custom.rights.ts';
import { storedValue } from './value-schemas.ts';

export type CustomValues = Readonly<Record<string, unknown>>;

/** A row of a type with custom fields. `custom` are the values that a write sets, until they are merged. */
export interface CustomRow {
  custom_values?: CustomValues | null;
  custom?: CustomValues;
  warnings?: readonly object[] | undefined;
}

/** All values of a record fit into a page of a list many times. */
const MAX_BYTES = 100_000;

type Writer = Pick<AuditContext, 'actor'>;

/** Operations of the service itself have no definitions, and set no custom values. */
const definitionsOf = (type: string, context: Writer): readonly FieldDefinition[] =>
  (context as Partial<Context>).fields?.get(type) ?? [];

const fault = (key: string, message: string, allowed?: readonly string[]): Fault => ({
  in: 'body',
  pointer: `/custom/${key}`,
  code: 'not_allowed',
  message,
  ...(allowed && { allowed }),
});

const inactiveChoice = ({ choices }: FieldDefinition, value: unknown): string | undefined =>
  [value].flat().find((one) => choices.some((choice) => choice.value === one && !choice.active)) as
    | string
    | undefined;

/** A value that stays the same is never a fault, because a client may send back the record as it read it. */
function faultOf(
  field: FieldDefinition,
  before: unknown,
  value: unknown,
  context: Writer,
): Fault | undefined {
  const { key } = field;
  if (isDeepStrictEqual(before ?? null, value)) return undefined;
  if (!mayEdit(field, context)) return fault(key, `Only agents may set ${key}.`);
  if (value === null) return undefined;
  if (!field.active) return fault(key, `${key} is no longer in use; it can only be cleared.`);
  const ended = inactiveChoice(field, value);
  if (ended === undefined) return undefined;
  const allowed = field.choices.filter(({ active }) => active).map((choice) => choice.value);
  return fault(key, `${ended} can no longer be chosen for ${key}.`, allowed);
}

const withoutNulls = (values: CustomValues): CustomValues | null => {
  const entries = Object.entries(values).filter(([, value]) => value !== null);
  return entries.length === 0 ? null : Object.fromEntries(entries);
};

function sizeFaults(values: CustomValues | null): Fault[] {
  if (values === null) return [];
  const bytes = Buffer.byteLength(JSON.stringify(values));
  if (bytes <= MAX_BYTES) return [];
  // Their size would tell a requester about values that only agents see.
  const message = `The custom values of a record may have ${MAX_BYTES} bytes together; these have more.`;
  return [{ in: 'body', pointer: '/custom', code: 'too_large', message }];
}

interface Merged {
  values: CustomValues | null;
  faults: Fault[];
}

/** Merges the values that a write sends with those that the record has. */
function tryMerge(type: string, context: Writer, before: CustomValues, sent: CustomValues): Merged {
  const byKey = new Map(definitionsOf(type, context).map((field) => [field.key, field]));
  const faults: Fault[] = [];
  const changed: Record<string, unknown> = {};
  for (const [key, given] of Object.entries(sent)) {
    const field = byKey.get(key);
    // A body was validated; a write of the service itself may come from a time with other fields.
    if (!field) continue;
    const value = storedValue(field, given);
    const found = faultOf(field, before[key], value, context);
    if (found) faults.push(found);
    changed[key] = value;
  }
  const values = withoutNulls({ ...before, ...changed });
  return { values, faults: faults.length > 0 ? faults : sizeFaults(values) };
}

function merge(...args: Parameters<typeof tryMerge>): CustomValues | null {
  const { values, faults } = tryMerge(...args);
  if (faults.length > 0) throw invalid(faults);
  return values;
}

/** Returns what a write would refuse of values that a new record is to have, other than their form. */
export const newValueFaults = (
  type: string,
  context: Pick<Context, 'actor' | 'fields'>,
  sent: CustomValues,
): Fault[] => tryMerge(type, context, {}, sent).faults;

const defaultsOf = (fields: readonly FieldDefinition[], sent: CustomValues): CustomValues =>
  Object.fromEntries(
    fields
      .filter(({ key, active, default: value }) => active && value !== null && !(key in sent))
      .map(({ key, default: value }) => [key, value]),
  );

/** Forms require the field; the API accepts a record without it, because the contract requires only a few fields. */
const missing = (fields: readonly FieldDefinition[], values: CustomValues): object[] =>
  fields
    .filter(({ key, required, active }) => required && active && values[key] === undefined)
    .map(({ key }) => ({ pointer: `/custom/${key}`, code: 'custom_required' }));

export const withWarnings = <Row extends object>(row: Row, added: readonly object[] = []): Row => {
  if (added.length === 0) return row;
  const { warnings = [] } = row as CustomRow;
  return { ...row, warnings: [...warnings, ...added] };
};

/** Returns the warnings about fields that the caller sees and could set. */
const warningsOf = (type: string, context: AuditContext, values: CustomValues | null): object[] => {
  if (definitionsOf(type, context).length === 0) return [];
  const own = visibleFields(type, context as Context).filter((field) => mayEdit(field, context));
  return missing(own, values ?? {});
};

/** Returns a new row with the values that its body sent, and the defaults of the others. */
export function withNewCustom<Row extends object>(
  type: string,
  context: AuditContext,
  row: Row,
): Row {
  const fields = definitionsOf(type, context);
  if (fields.length === 0) return row;
  const { custom: sent = {}, ...others } = row as CustomRow;
  const set = merge(type, context, {}, sent);
  const values = withoutNulls({ ...defaultsOf(fields, sent), ...set });
  return { ...others, ...(values && { custom_values: values }) } as Row;
}

/** Returns the row of an update with its values merged into those of before. */
export function withMergedCustom<Row extends object>(
  type: string,
  context: AuditContext,
  before: Row,
  next: Row,
): Row {
  const { custom: sent, ...others } = next as CustomRow;
  if (sent === undefined) return next;
  const { custom_values: values = null } = before as CustomRow;
  const merged = merge(type, context, values ?? {}, sent);
  const isEqual = isDeepStrictEqual(merged, values);
  return { ...others, custom_values: isEqual ? values : merged } as Row;
}

/** Returns whether a write of these values would change the record. */
export const changesCustom = ({ custom_values: values }: CustomRow, sent: CustomValues): boolean =>
  Object.entries(sent).some(([key, value]) => !isDeepStrictEqual(values?.[key] ?? null, value));

export const warnOfMissing = <Row extends object>(
  type: string,
  context: AuditContext,
  row: Row,
): Row => withWarnings(row, warningsOf(type, context, (row as CustomRow).custom_values ?? null));

/** Each value that differs is a change of its own; a new record has none before. */
export function customChanges(before: object | null, after: object): FieldDiff {
  const { custom_values: from } = (before ?? {}) as CustomRow;
  const { custom_values: to } = after as CustomRow;
  if (from === to || (!from && !to)) return {};
  const keys = new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})]);
  const diff: FieldDiff = {};
  for (const key of keys) {
    const [was, is] = [from?.[key] ?? null, to?.[key] ?? null];
    if (!isDeepStrictEqual(was, is)) diff[changeName(key)] = { from: was, to: is };
  }
  return diff;
}
