// Computes the audit entry and the events of a write from the rows before and after it.
import {
  type Cause,
  diffFields,
  type Emission,
  type EntryKind,
  type FieldDiff,
} from '../../events/index.ts';
import type { AuditContext } from '../../platform/context.ts';
import { eventValues } from '../custom/custom.present.ts';
import { customChanges, type CustomRow } from '../custom/custom.values.ts';
import { isDeleted, type RecordType, type VersionedRow } from '../record-type.ts';
import type { PlannedEvent } from './write-events.ts';

export const sequenceOf = (row: object): number =>
  (row as { event_sequence?: number }).event_sequence ?? 0;

const maskedChanges = <Row extends VersionedRow>(
  { masks }: Pick<RecordType<Row>, 'masks'>,
  changes: FieldDiff,
): FieldDiff => {
  if (!masks) return changes;
  const maskOf = masks as Record<string, ((value: unknown) => unknown) | undefined>;
  return Object.fromEntries(
    Object.entries(changes).map(([field, change]) => {
      const mask = maskOf[field];
      return [field, mask ? { from: mask(change.from), to: mask(change.to) } : change];
    }),
  );
};

export interface EntryPlan {
  kind: EntryKind;
  changes: FieldDiff;
  cause?: Cause | undefined;
  /** The last event has the sequence of the row. */
  events?: readonly PlannedEvent[];
}

export const emissionOf = <Row extends VersionedRow, C extends AuditContext>(
  context: C,
  type: RecordType<Row, C>,
  row: Row,
  { kind, changes, cause, events = [] }: EntryPlan,
): Emission => ({
  record: { type: type.type, id: type.auditId?.(row) ?? row.id, version: row.version },
  kind,
  changes: maskedChanges(type, changes),
  cause,
  events: events.map(({ type: event, data }, index) => {
    const sequence = sequenceOf(row) - events.length + 1 + index;
    return {
      type: event,
      sequence,
      data: {
        ...type.eventData?.(row, context),
        ...eventValues(row as CustomRow),
        ...data,
        sequence,
      },
    };
  }),
});

export const changesOf = <Row extends VersionedRow>(
  { auditedFields }: Pick<RecordType<Row>, 'auditedFields'>,
  before: Row,
  after: Row,
): FieldDiff => {
  const [wasDeleted, isNowDeleted] = [isDeleted(before), isDeleted(after)];
  return {
    ...diffFields(before, after, auditedFields),
    ...customChanges(before, after),
    ...(wasDeleted !== isNowDeleted && { deleted: { from: wasDeleted, to: isNowDeleted } }),
  };
};

/** Names the values that a field had between, where the record passed through rows with others. */
export const withValuesBetween = (changes: FieldDiff, through: readonly object[]): FieldDiff => {
  if (through.length === 0) return changes;
  return Object.fromEntries(
    Object.entries(changes).map(([field, { from, to }]) => {
      const path = [from, ...through.map((row) => row[field as never]), to];
      const via = path.filter((value, at) => at > 0 && value !== path[at - 1]).slice(0, -1);
      return [field, { from, to, ...(via.length > 0 && { via }) }];
    }),
  );
};
