// Saves every update of an incident: its row, audit entry and events, in the caller's transaction.
import { diffFields, type FieldDiff, emit, type EntryKind } from '../events/index.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import type { Context } from '../platform/context.ts';
import { incidentEvents } from './incidents.present.ts';
import { type IncidentRow, saveIncident, settableColumns } from './incidents.sql.ts';
import { eventsOfChange } from './incidents.states.ts';
import { withNote } from './notes/notes.counts.ts';
import type { Visibility } from './notes/notes.schema.ts';
import { insertNote } from './notes/notes.sql.ts';
import { fireThresholds } from './sla/sla.fire.ts';
import { nextDueAt } from './sla/sla.thresholds.ts';

/** Bookkeeping columns. A change of any other column is audited. */
const internalFields = new Set<string>([
  'note_counts',
  'priority_explicit',
  'sla_target_seconds',
  'sla_paused_ms',
  'sla_halted_at',
  'sla_warned_at',
  'sla_breached_at',
  'sla_next_due_at',
  'version',
  'event_sequence',
  'updated_at',
  'deleted_at',
  'deleted_by',
]);
const auditedFields = settableColumns.filter((column) => !internalFields.has(column));
/** A new incident always has one occurrence, so `occurrences` is not audited at creation. */
export const auditedAtCreation = auditedFields.filter((column) => column !== 'occurrences');

export function changesOf(before: IncidentRow, after: IncidentRow): FieldDiff {
  const [wasDeleted, isDeleted] = [before.deleted_at !== null, after.deleted_at !== null];
  return {
    ...diffFields(before, after, auditedFields),
    ...(wasDeleted !== isDeleted && { deleted: { from: wasDeleted, to: isDeleted } }),
  };
}

export interface NoteToAdd {
  body: string;
  visibility: Visibility;
}

interface SaveResult {
  incident: IncidentRow;
  note?: Awaited<ReturnType<typeof insertNote>>;
}

/** `next` is the locked row `before` with changes. A private note raises the version but emits no event. */
export async function saveUpdate(
  tx: Tx,
  context: Context,
  before: IncidentRow,
  next: IncidentRow,
  { kind = 'incident.updated', note }: { kind?: EntryKind; note?: NoteToAdd | undefined } = {},
): Promise<SaveResult> {
  const at = context.now.toISOString();
  const added =
    note &&
    (await insertNote(tx, {
      incident_id: before.id,
      author: context.actor.email,
      created_at: at,
      ...note,
    }));
  const types = note?.visibility === 'private' ? [] : eventsOfChange(before, next);
  const incident: IncidentRow = {
    ...next,
    work_notes_count: before.work_notes_count + (note ? 1 : 0),
    note_counts: added ? withNote(before, added) : before.note_counts,
    version: before.version + 1,
    event_sequence: before.event_sequence + types.length,
    updated_at: at,
    sla_next_due_at: nextDueAt(next),
  };
  await saveIncident(tx, incident);
  const changes = changesOf(before, incident);
  await emit(tx, context, {
    record: { type: 'incident', id: incident.id, version: incident.version },
    kind,
    changes: { ...changes, ...(added && { work_note: { from: null, to: added.id } }) },
    events: incidentEvents(types, incident, context.baseUrl, { changes, note: added }),
  });
  // The update may itself pass a threshold: a higher priority, or a restored record that is overdue by now.
  const fired = await fireThresholds(tx, context, context.baseUrl, incident);
  return { incident: fired, ...(added && { note: added }) };
}
