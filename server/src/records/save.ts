// Creates, updates, deletes and restores records, with row, audit entry and events in the caller's transaction.
import { randomUUID } from 'node:crypto';
import {
  type Cause,
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
import {
  emissionsOfRuns,
  noteChange,
  notesOfRuns,
  stepsOf,
  withoutRuleNotes,
  withRuleNotes,
} from './automation/ruled-entries.ts';
import { type RuleOutcome, runRules } from './automation/rule-engine.ts';
import {
  changesOf,
  emissionOf,
  type EntryPlan,
  sequenceOf,
  withValuesBetween,
} from './events/emissions.ts';
import {
  customChanges,
  type CustomRow,
  warnOfMissing,
  withMergedCustom,
  withNewCustom,
} from './custom/custom.values.ts';
import type { Mention } from './notes/mentions.ts';
import { entryKind, type RecordType, type VersionedRow } from './record-type.ts';
import { eventsOfCreation, eventsOfUpdate, withEventSequence } from './events/write-events.ts';
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

/** Writes an audit entry with its events without updating the record. */
export const emitEntry = <Row extends VersionedRow, C extends AuditContext>(
  tx: Tx,
  context: C,
  type: RecordType<Row, C>,
  row: Row,
  plan: EntryPlan,
): Promise<void> => emit(tx, context, emissionOf(context, type, row, plan));

interface Creation<Row> {
  /** Changes to record besides the audited fields. */
  also?: FieldDiff;
  /** The record as its caller sent it, where rules changed it. */
  sent?: Row;
  /** Rules added these notes. */
  notes?: readonly AddedNote[];
}

/** Returns the entry and events of a new record. */
export function creationOf<Row extends VersionedRow, C extends AuditContext>(
  context: C,
  type: RecordType<Row, C>,
  row: Row,
  { also = {}, sent = row, notes = [] }: Creation<Row> = {},
): Emission {
  const fields = type.auditedLater
    ? type.auditedFields.filter((field) => !type.auditedLater?.includes(field))
    : type.auditedFields;
  return emissionOf(context, type, row, {
    kind: entryKind(type, 'created'),
    changes: { ...firstValues(sent, fields), ...customChanges(null, sent), ...also },
    events: eventsOfCreation(type, row, notes),
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
  const given = withNewCustom(type.type, context, row) as unknown as Row;
  const next = { ...type.initial, ...given };
  const ruled = await runRules(tx, context, type, { before: null, next, notes: [] });
  const complete = ruled ? next : given;
  const wanted = withRuleNotes(ruled?.row ?? complete, ruled);
  const prepared = type.beforeSave
    ? await type.beforeSave(tx, context, null, wanted, { notes: [], through: [] })
    : wanted;
  const numbered = withEventSequence(type, prepared, ruled ? notesOfRuns(ruled.runs, '') : []);
  const inserted = await type.table.insert(
    tx,
    (context.isDryRun ? withoutSequence(numbered) : numbered) as unknown as New,
  );
  const saved = await emitCreation(tx, context, type, inserted, { also, complete, ruled });
  return warnOfMissing(type.type, context, saved);
}

interface RuledCreation<Row> {
  also: FieldDiff;
  complete: Row;
  ruled: RuleOutcome<Row> | undefined;
}

/** Emits what follows from a new record, and returns it. */
async function emitCreation<Row extends VersionedRow, C extends AuditContext>(
  tx: Tx,
  context: C,
  type: RecordType<Row, C>,
  inserted: Row,
  { also, complete: given, ruled }: RuledCreation<Row>,
): Promise<Row> {
  if (!ruled) {
    await emit(tx, context, creationOf(context, type, inserted, { also }));
    await notifyListeners(tx, type.type, null, inserted, context);
    return inserted;
  }
  const { id } = inserted;
  const notes = notesOfRuns(ruled.runs, id);
  // A row without values of its own fields does not name the column, which rules may have set.
  const complete = { ...inserted, custom_values: null, ...given };
  const caller = withoutRuleNotes(complete, inserted, notes.length);
  const steps = stepsOf(caller, ruled.runs, inserted, id);
  const [sent = inserted] = steps;
  const causing = { ...context, chain: ruled.chainFor(id) };
  await emit(tx, causing, creationOf(causing, type, inserted, { also, sent, notes }));
  for (const emission of emissionsOfRuns(type, inserted, steps, ruled))
    await emit(tx, ruled.context, emission);
  await ruled.finish(tx, inserted);
  await notifyListeners(tx, type.type, null, inserted, causing, { notes });
  return inserted;
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
  /** These rules run because time has passed; nobody asked for the update. */
  due?: readonly string[];
}

const addedNote = ({ id }: AddedNote): FieldDiff => noteChange(id);

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

/** Rules ran between what the caller sent and the row that is saved. */
interface RuledUpdate<Row> {
  caller: Row;
  ruled: RuleOutcome<Row>;
}

/** Returns the updated row and its entries, the last of which has the events; undefined if no audited field differs. */
export const updateOf = <Row extends VersionedRow, C extends AuditContext>(
  context: C,
  type: RecordType<Row, C>,
  before: Row,
  given: Row,
  options: UpdateOptions<Row> = {},
): { row: Row; emissions: Emission[] } | undefined =>
  planUpdate(context, type, before, given, options);

interface PlannedUpdate<Row> {
  row: Row;
  emissions: Emission[];
  /** Entries of rules have another actor. */
  ofRuns?: Emission[];
}

/** Whether nobody but the author of private notes learns of the update, though rules ran. */
function isUnseen(
  { isSilent = false }: Pick<UpdateOptions<never>, 'isSilent'>,
  {
    changes,
    also,
    alsoOfRuns,
    notes,
  }: { changes: FieldDiff; also: FieldDiff; alsoOfRuns: FieldDiff; notes: readonly AddedNote[] },
): boolean {
  const { work_notes_count: _, ...others } = changes;
  const seen = { ...(isSilent ? others : { ...changes, ...also }), ...alsoOfRuns };
  return Object.keys(seen).length === 0 && notes.length === 0;
}

/** All entries have the same version. Those of rules follow the one of the caller, which has the events of the whole. */
function planUpdate<Row extends VersionedRow, C extends AuditContext>(
  context: C,
  type: RecordType<Row, C>,
  before: Row,
  given: Row,
  options: UpdateOptions<Row>,
  update?: RuledUpdate<Row>,
): PlannedUpdate<Row> | undefined {
  const next = withMergedCustom(type.type, context, before, given);
  const { kind = entryKind(type, 'updated'), notes = [], through = [] } = options;
  const added = update ? [...notes, ...notesOfRuns(update.ruled.runs, before.id)] : notes;
  const note = notes.at(-1);
  const also = { ...options.also, ...(note && addedNote(note)) };
  const changes = withValuesBetween(changesOf(type, before, next), through);
  const isEmpty = Object.keys({ ...changes, ...also }).length === 0 && added.length === 0;
  if (!options.kind && isEmpty && !update) return undefined;
  const alsoOfRuns = Object.assign({}, ...(update?.ruled.runs ?? []).map((run) => run.also));
  const ofEvents = { before, after: next, changes, also: { ...also, ...alsoOfRuns } };
  const shown = added.filter(({ visibility }) => visibility !== 'private');
  const isSilent = update
    ? isUnseen(options, { changes, also, alsoOfRuns, notes: shown })
    : (options.isSilent ?? false);
  const events = isSilent
    ? []
    : eventsOfUpdate(type, { ...ofEvents, notes: update ? shown : added });
  const row = {
    ...(type.derive?.(next) ?? next),
    version: before.version + 1,
    updated_at: context.now.toISOString(),
    ...(events.length > 0 && { event_sequence: sequenceOf(before) + events.length }),
  };
  const steps = update ? stepsOf(update.caller, update.ruled.runs, next, before.id) : [next];
  const last = changesOf(type, through.at(-1) ?? before, steps[0] ?? next);
  const plans: EntryPlan[] = [
    ...earlierChanges(type, before, through, notes).map((earlier) => ({ kind, changes: earlier })),
    { kind, changes: { ...last, ...also }, cause: options.cause, events },
  ];
  if (!update) return { row, emissions: plans.map((plan) => emissionOf(context, type, row, plan)) };
  const ofRuns = emissionsOfRuns(type, row, steps, update.ruled);
  const emissions = plans.map((plan) => emissionOf(context, type, row, plan));
  // Nobody asked for what time made due, so the first run has the events.
  if (options.due)
    return { row, emissions: [], ofRuns: withEvents(ofRuns, emissions.at(-1)?.events ?? []) };
  return { row, emissions, ofRuns };
}

const withEvents = ([first, ...others]: Emission[], events: Emission['events']): Emission[] =>
  first ? [{ ...first, events }, ...others] : [];

/** Rules run on what people and other systems change or note, neither on deletions nor on effects of time. */
function findRuledWrite<Row extends VersionedRow, C extends AuditContext>(
  type: RecordType<Row, C>,
  before: Row,
  next: Row,
  { kind, notes = [], due, isSilent }: UpdateOptions<Row>,
): { before: Row; next: Row; notes: readonly AddedNote[]; due?: readonly string[] } | undefined {
  if (due) return { before, next, notes, due };
  if (kind && kind !== entryKind(type, 'updated')) return undefined;
  if (notes.length === 0 && isSilent) return undefined;
  const isChanged = notes.length > 0 || Object.keys(changesOf(type, before, next)).length > 0;
  return isChanged ? { before, next, notes } : undefined;
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
  const caller = withMergedCustom(type.type, context, before, next);
  const write = findRuledWrite(type, before, caller, options);
  const ruled = write && (await runRules(tx, context, type, write));
  const { notes = [], through = [] } = options;
  const steps = ruled ? { notes, through: [...through, caller] } : { notes, through };
  const wanted = withRuleNotes(ruled?.row ?? caller, ruled);
  const prepared = type.beforeSave
    ? await type.beforeSave(tx, context, before, wanted, steps)
    : wanted;
  const update = planUpdate(context, type, before, prepared, options, ruled && { caller, ruled });
  if (!update) return before;
  const { row, emissions, ofRuns = [] } = update;
  await type.table.save(tx, before, row);
  const chain = ruled?.chainFor(row.id) ?? context.chain;
  const causing = { ...context, chain };
  for (const emission of emissions) await emit(tx, causing, emission);
  for (const emission of ofRuns)
    await emit(tx, { ...(ruled?.context ?? context), chain }, emission);
  await ruled?.finish(tx, row);
  const added = ruled
    ? { ...options, notes: [...notes, ...notesOfRuns(ruled.runs, row.id)] }
    : options;
  await notifyListeners(tx, type.type, before, row, causing, added);
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
