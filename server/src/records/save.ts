// Creates, updates, deletes and restores records, with row, audit entry and events in the caller's transaction.
import { randomUUID } from 'node:crypto';
import {
  type Cause,
  diffFields,
  type Emission,
  emit,
  type EntryKind,
  type FieldDiff,
  firstValues,
  type RecordName,
} from '../events/index.ts';
import type { AuditContext } from '../platform/context.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import { Registry } from '../platform/runtime/registry.ts';
import { eventValues } from './custom/custom.present.ts';
import {
  customChanges,
  type CustomRow,
  warnOfMissing,
  withMergedCustom,
  withNewCustom,
} from './custom/custom.values.ts';
import type { Mention } from './notes/mentions.ts';
import { entryKind, isDeleted, type RecordType, type VersionedRow } from './record-type.ts';
import {
  eventsOfCreation,
  eventsOfUpdate,
  type PlannedEvent,
  withEventSequence,
} from './events/write-events.ts';
import type { AddedNote } from './notes/added-note.ts';

/** An update adds these besides its changes. */
export interface AddedByUpdate {
  notes: readonly AddedNote[];
  mentions: readonly Mention[];
}

/** Runs work of another feature in the transaction of a save; `before` is null for a new record. */
type SaveListener<Row> = (
  tx: Tx,
  before: Row | null,
  after: Row,
  context: AuditContext,
  added: AddedByUpdate,
) => Promise<void>;

/** Lets a feature keep data about records of a type that does not depend on it. */
// eslint-disable-next-line typescript/no-explicit-any
export type SaveListeners = Readonly<Partial<Record<RecordName, SaveListener<any>>>>;

const listeners = new Registry<RecordName, SaveListener<never>[]>('listeners to saves');

export const offerSaveListeners = (tables: readonly SaveListeners[]): void => {
  const rows = tables.flatMap(
    (table) => Object.entries(table) as [RecordName, SaveListener<never>][],
  );
  const byType = Map.groupBy(rows, ([type]) => type);
  listeners.set(
    [...byType].map(([type, ofType]) => [type, ofType.map(([, listener]) => listener)] as const),
  );
};

export async function notifyListeners<Row>(
  tx: Tx,
  type: RecordName,
  before: Row | null,
  after: Row,
  context: AuditContext,
  { notes = [], mentions = [] }: Partial<AddedByUpdate> = {},
): Promise<void> {
  for (const listener of listeners.get(type) ?? [])
    await listener(tx, before as null, after as never, context, { notes, mentions });
}

const sequenceOf = (row: object): number =>
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

interface EntryPlan {
  kind: EntryKind;
  changes: FieldDiff;
  cause?: Cause | undefined;
  /** The last event has the sequence of the row. */
  events?: readonly PlannedEvent[];
}

const emissionOf = <Row extends VersionedRow, C extends AuditContext>(
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

/** Writes an audit entry with its events without updating the record. */
export const emitEntry = <Row extends VersionedRow, C extends AuditContext>(
  tx: Tx,
  context: C,
  type: RecordType<Row, C>,
  row: Row,
  plan: EntryPlan,
): Promise<void> => emit(tx, context, emissionOf(context, type, row, plan));

/** Returns the entry and events of a new record; `also` has changes to record besides the audited fields. */
export function creationOf<Row extends VersionedRow, C extends AuditContext>(
  context: C,
  type: RecordType<Row, C>,
  row: Row,
  also: FieldDiff = {},
): Emission {
  const fields = type.auditedLater
    ? type.auditedFields.filter((field) => !type.auditedLater?.includes(field))
    : type.auditedFields;
  return emissionOf(context, type, row, {
    kind: entryKind(type, 'created'),
    changes: { ...firstValues(row, fields), ...customChanges(null, row), ...also },
    events: eventsOfCreation(type, row),
  });
}

/** A rollback does not return the value of a sequence, so a record that will be rolled back gets an id that needs none. */
const withoutSequence = <New extends object>(row: New): New => ({
  id: `dry_run_${randomUUID()}`,
  ...row,
});

/** Inserts a record with its entry and events; for `also`, see `creationOf`. */
export async function createRecord<
  Row extends VersionedRow,
  C extends AuditContext,
  New extends object,
>(
  tx: Tx,
  context: C,
  type: RecordType<Row, C> & { table: { insert(tx: Tx, row: New): Promise<Row> } },
  row: New,
  also: FieldDiff = {},
): Promise<Row> {
  const complete = withNewCustom(type.type, context, row);
  const prepared = type.beforeSave
    ? await type.beforeSave(tx, context, null, complete as unknown as Row, {
        notes: [],
        through: [],
      })
    : complete;
  const numbered = withEventSequence(type, prepared as New);
  const inserted = await type.table.insert(
    tx,
    context.isDryRun ? withoutSequence(numbered) : numbered,
  );
  await emit(tx, context, creationOf(context, type, inserted, also));
  await notifyListeners(tx, type.type, null, inserted, context);
  return warnOfMissing(type.type, context, inserted);
}

export interface UpdateOptions<Row> {
  /** An entry of this kind is written even if no audited field differs. */
  kind?: EntryKind;
  /** The entry records these changes besides the audited fields, such as a replaced secret. */
  also?: FieldDiff;
  /**
   * The update adds these notes, in this order. Its entry and its events name the last one; each other one has its own
   * entry before.
   */
  notes?: readonly AddedNote[];
  /** The notes mention these people. */
  mentions?: readonly Mention[];
  /** The record passes through these rows. Each has its own entry, and the events name the values between in `via`. */
  through?: readonly Row[];
  cause?: Cause | undefined;
  /** Emits no events. */
  isSilent?: boolean;
}

const changesOf = <Row extends VersionedRow>(
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
const withValuesBetween = (changes: FieldDiff, through: readonly object[]): FieldDiff => {
  if (through.length === 0) return changes;
  return Object.fromEntries(
    Object.entries(changes).map(([field, { from, to }]) => {
      const path = [from, ...through.map((row) => row[field as never]), to];
      const via = path.filter((value, at) => at > 0 && value !== path[at - 1]).slice(0, -1);
      return [field, { from, to, ...(via.length > 0 && { via }) }];
    }),
  );
};

const addedNote = ({ id }: AddedNote): FieldDiff => ({ work_note: { from: null, to: id } });

/** Returns the changes of each entry that precedes that of the update: the steps on its way, then its other notes. */
const earlierChanges = <Row extends VersionedRow>(
  type: Pick<RecordType<Row>, 'auditedFields'>,
  before: Row,
  through: readonly Row[],
  notes: readonly AddedNote[],
): FieldDiff[] => [
  ...through.map((row, at) => changesOf(type, through[at - 1] ?? before, row)),
  ...notes.slice(0, -1).map(addedNote),
];

/**
 * Returns the updated row and its entries, the last of which has the events; undefined if no audited field differs. All
 * entries have the same version.
 */
export function updateOf<Row extends VersionedRow, C extends AuditContext>(
  context: C,
  type: RecordType<Row, C>,
  before: Row,
  given: Row,
  options: UpdateOptions<Row> = {},
): { row: Row; emissions: Emission[] } | undefined {
  const next = withMergedCustom(type.type, context, before, given);
  const { kind = entryKind(type, 'updated'), notes = [], through = [], isSilent = false } = options;
  const note = notes.at(-1);
  const also = { ...options.also, ...(note && addedNote(note)) };
  const changes = withValuesBetween(changesOf(type, before, next), through);
  if (!options.kind && Object.keys({ ...changes, ...also }).length === 0) return undefined;
  const events = isSilent
    ? []
    : eventsOfUpdate(type, { before, after: next, changes, also, notes });
  const row = {
    ...(type.derive?.(next) ?? next),
    version: before.version + 1,
    updated_at: context.now.toISOString(),
    ...(events.length > 0 && { event_sequence: sequenceOf(before) + events.length }),
  };
  const last = changesOf(type, through.at(-1) ?? before, next);
  const plans: EntryPlan[] = [
    ...earlierChanges(type, before, through, notes).map((earlier) => ({ kind, changes: earlier })),
    { kind, changes: { ...last, ...also }, cause: options.cause, events },
  ];
  return { row, emissions: plans.map((plan) => emissionOf(context, type, row, plan)) };
}

/** `next` is the locked row `before` with changes. If no audited field differs, nothing is written. */
export async function saveUpdate<Row extends VersionedRow, C extends AuditContext>(
  tx: Tx,
  context: C,
  type: RecordType<Row, C>,
  before: Row,
  next: Row,
  options: UpdateOptions<Row> = {},
): Promise<Row> {
  const prepared = type.beforeSave
    ? await type.beforeSave(
        tx,
        context,
        before,
        withMergedCustom(type.type, context, before, next),
        { notes: options.notes ?? [], through: options.through ?? [] },
      )
    : next;
  const update = updateOf(context, type, before, prepared, options);
  if (!update) return before;
  const { row, emissions } = update;
  await type.table.save(tx, before, row);
  for (const emission of emissions) await emit(tx, context, emission);
  await notifyListeners(tx, type.type, before, row, context, options);
  const saved = type.onSave ? await type.onSave(tx, context, row) : row;
  return (next as CustomRow).custom ? warnOfMissing(type.type, context, saved) : saved;
}

/** `without` overwrites columns that a deleted row must not keep. */
export async function softDelete<
  Row extends VersionedRow & { deleted_at: string | null },
  C extends AuditContext,
>(
  tx: Tx,
  context: C,
  type: RecordType<Row, C>,
  before: Row,
  without: Partial<Row> = {},
): Promise<DeletedRecord> {
  const deleted_at = context.now.toISOString();
  const deleted_by = context.actor.email;
  const next = { ...before, ...without, deleted_at, ...('deleted_by' in before && { deleted_by }) };
  await saveUpdate(tx, context, type, before, next, { kind: entryKind(type, 'deleted') });
  return { id: before.id, deleted: true, deleted_at, deleted_by };
}

export interface DeletedRecord {
  id: string;
  deleted: true;
  deleted_at: string;
  deleted_by: string;
}

/** Restoring a record that is not deleted changes nothing. */
export async function restore<
  Row extends VersionedRow & { deleted_at: string | null; deleted_by: string | null },
  C extends AuditContext,
>(tx: Tx, context: C, type: RecordType<Row, C>, before: Row): Promise<Row> {
  if (before.deleted_at === null) return before;
  const next = { ...before, deleted_at: null, deleted_by: null };
  return saveUpdate(tx, context, type, before, next, { kind: entryKind(type, 'restored') });
}
