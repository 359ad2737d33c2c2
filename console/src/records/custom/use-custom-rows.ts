import { useQuery } from '@tanstack/react-query';
import {
  type Field,
  fieldsQuery,
  mayUse,
  type Me,
  meQuery,
  reachesAll,
  type RecordType,
  type RecordTypes,
} from '../../api/index.ts';
import type { PropertyField } from '../properties/property-field.ts';
import { type FieldsViewer, rowsOfRecord } from './custom.rows.ts';

const readPermissions: Readonly<Record<string, string>> = {
  incident: 'incidents.read',
  change: 'changes.read',
  request: 'requests.read',
  ci: 'cmdb.read',
};

export const fieldsViewer = (type: string, me: Me): FieldsViewer => ({
  isAgent: reachesAll(me, readPermissions[type] ?? ''),
  readsCis: mayUse(me, 'cmdb.read'),
});

const none: readonly Field[] = [];

export function useFields(type: string): readonly Field[] {
  const { data = none } = useQuery(fieldsQuery(type));
  return data;
}

/** Returns the rows of the record's custom fields. */
export function useCustomRows<T extends RecordType>(
  type: T,
  record: RecordTypes[T],
): readonly PropertyField<RecordTypes[T]>[] {
  const fields = useFields(type);
  const { data: me } = useQuery(meQuery);
  return me
    ? (rowsOfRecord(
        fields,
        fieldsViewer(type, me),
        record as { custom?: Record<string, unknown> },
      ) as never)
    : [];
}
