// Shows the custom values of a record to a caller. Rows hold them in a column that no representation has, so that a
// representation which is made elsewhere shows none of them.
import { cutValues } from '../../events/index.ts';
import type { Context } from '../../platform/context.ts';
import {
  type CustomFields,
  customizedTypes,
  type FieldDefinition,
} from '../../platform/runtime/custom-fields.ts';
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

const CHANGE = changeName('');

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

/** Changes that a caller may not see, by their names. */
export interface HiddenChanges {
  names: readonly string[];
  /** Only these changes of custom values are shown, and none of a field that is no longer known. */
  shownCustom?: readonly string[];
}

const isCustomized = (type: string): boolean =>
  (customizedTypes as readonly string[]).includes(type);

const seesAll: HiddenChanges = { names: [] };

export function hiddenChanges(
  type: Pick<AnyRecordType, 'type' | 'hiddenFromOwn'>,
  viewer: CustomViewer,
): HiddenChanges {
  if (isAgent(type.type, viewer.actor)) return seesAll;
  const shownCustom = visibleFields(type.type, viewer).map(({ key }) => changeName(key));
  const names = fieldsHiddenFromOwn(type);
  return { names, ...(isCustomized(type.type) && { shownCustom }) };
}

export const hidesChange = ({ names, shownCustom }: HiddenChanges, name: string): boolean =>
  names.includes(name) ||
  (shownCustom !== undefined && name.startsWith(CHANGE) && !shownCustom.includes(name));

/** Events have the values that a filter of a webhook may compare; longer texts are cut. */
export const eventValues = ({ custom_values: values }: CustomRow): { custom?: object } =>
  values ? { custom: cutValues(values) } : {};

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
