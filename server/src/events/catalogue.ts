// The event types that exist, and what each carries.
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
] as const;
export type EntryKind = (typeof entryKinds)[number];

export const recordTypes = ['incident'] as const;
export type RecordType = (typeof recordTypes)[number];

export interface Changes {
  [field: string]: { from: unknown; to: unknown };
}

export const ChangesSchema = Type.Record(
  Type.String(),
  Type.Object({ from: Type.Unknown(), to: Type.Unknown() }, { additionalProperties: false }),
  { description: 'Each field that changed, with its value before and after.' },
);

/** What differs between two states of a record, field by field. */
export function changesBetween<T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): Changes {
  const changed = fields.filter((field) => before[field] !== after[field]);
  return Object.fromEntries(
    changed.map((field) => [field, { from: before[field], to: after[field] }]),
  );
}
