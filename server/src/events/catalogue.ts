// The event types that exist, and what each carries.
import { isDeepStrictEqual } from 'node:util';
import Type from 'typebox';

/** Those of features that come later join here. */
export type EventType =
  | 'incident.created'
  | 'incident.updated'
  | 'incident.resolved'
  | 'incident.priority_changed';

export const entryKinds = [
  'incident.created',
  'incident.updated',
  'incident.deleted',
  'incident.restored',
  'client.created',
  'client.updated',
  'client.secret_rotated',
  'user.created',
  'user.updated',
  'group.created',
  'group.updated',
  'api_key.created',
  'api_key.revoked',
  'settings.updated',
] as const;
export type EntryKind = (typeof entryKinds)[number];

export const recordTypes = ['incident', 'client', 'user', 'group', 'api_key', 'settings'] as const;
export type RecordType = (typeof recordTypes)[number];

export interface Changes {
  [field: string]: { from: unknown; to: unknown };
}

export const ChangesSchema = Type.Record(
  Type.String(),
  Type.Object({ from: Type.Unknown(), to: Type.Unknown() }, { additionalProperties: false }),
  { description: 'Each field that changed, with its value before and after.' },
);

/** What a new record begins with, as changes from nothing. */
export const firstValues = <T extends object>(
  row: T,
  fields: readonly (keyof T & string)[],
): Changes =>
  Object.fromEntries(
    fields
      .filter((field) => row[field] !== null && row[field] !== 0)
      .map((field) => [field, { from: null, to: row[field] }]),
  );

/** What differs between two states of a record, field by field. */
export function changesBetween<T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): Changes {
  const changed = fields.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  return Object.fromEntries(
    changed.map((field) => [field, { from: before[field], to: after[field] }]),
  );
}
