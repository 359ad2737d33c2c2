// Shows the custom values of a record to a caller. Rows hold them in a column that no representation has, so that a
// representation which is made elsewhere shows none of them.
import { cutValues } from '../../events/index.ts';
import type { Context } from '../../platform/context.ts';
import type { CustomFields, FieldDefinition } from '../../platform/runtime/custom-fields.ts';
import { type AnyRecordType, fieldsHiddenFromOwn } from '../record-type.ts';
import { changeName, isAgent, visibleFields } from './custom.rights.ts';
import type { CustomRow, CustomValues } from './custom.values.ts';

const pickValues = (
  fields: readonly FieldDefinition[],
  values: CustomValues | null | undefined,
): CustomValues =>
  Object.fromEntries(
    fields.flatMap(({ key }) => (values?.[key] === undefined ? [] : [[key, values[key]]])),
  );

type CustomViewer = Pick<Context, 'actor' | 'fields'>;

export const shownValues = (type: string, row: CustomRow, viewer: CustomViewer): CustomValues =>
  pickValues(visibleFields(type, viewer), row.custom_values);

/** Adds the member `custom` if the instance has fields for records of the type. */
export const withCustom = <Shown extends object>(
  type: string,
  row: CustomRow,
  viewer: CustomViewer,
  shown: Shown,
): Shown =>
  viewer.fields.has(type) ? { ...shown, custom: shownValues(type, row, viewer) } : shown;

/** Returns the names, in changes, of the fields that the caller may not see. */
export function hiddenFields(
  type: Pick<AnyRecordType, 'type' | 'hiddenFromOwn'>,
  viewer: CustomViewer,
): string[] {
  const known = viewer.fields.get(type.type) ?? [];
  const visible = new Set(visibleFields(type.type, viewer).map(({ key }) => key));
  return [
    ...(isAgent(type.type, viewer.actor) ? [] : fieldsHiddenFromOwn(type)),
    ...known.filter(({ key }) => !visible.has(key)).map(({ key }) => changeName(key)),
  ];
}

/** Events have the values that a filter of a webhook may compare; longer texts are cut. */
export const eventValues = ({ custom_values: values }: CustomRow): { custom?: object } =>
  values ? { custom: cutValues(values) } : {};

const CHANGE = changeName('');

interface EventData {
  custom?: CustomValues;
  changes?: Readonly<Record<string, unknown>>;
}

export const hasCustom = (data: object): boolean => {
  const { custom, changes } = data as EventData;
  return custom !== undefined || Object.keys(changes ?? {}).some((name) => name.startsWith(CHANGE));
};

/** Keeps only the values, and changes of values, of fields that everyone may see. */
export function withPublicCustom<Data extends object>(
  type: string,
  fields: CustomFields,
  data: Data,
): Data {
  const keys = new Set(
    fields.get(type)?.flatMap(({ key, visible_to: by }) => (by === 'everyone' ? [key] : [])),
  );
  const { custom, changes, ...others } = data as EventData;
  const keep = (from: object, keyOf: (name: string) => string | undefined) =>
    Object.fromEntries(
      Object.entries(from).filter(([name]) => {
        const key = keyOf(name);
        return key === undefined || keys.has(key);
      }),
    );
  const ofChange = (name: string) =>
    name.startsWith(CHANGE) ? name.slice(CHANGE.length) : undefined;
  return {
    ...others,
    ...(custom && { custom: keep(custom, (key) => key) }),
    ...(changes && { changes: keep(changes, ofChange) }),
  } as Data;
}
