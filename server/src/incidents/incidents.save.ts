// The one way an incident changes: its row, its entry and its events, in the caller's transaction.
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

/** How the record keeps itself; a change of anything else is told. */
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
/** Every record begins with one occurrence, which is not worth telling. */
export const firedAtFirst = auditedFields.filter((column) => column !== 'occurrences');

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

interface Saved {
  incident: IncidentRow;
  note?: Awaited<ReturnType<typeof insertNote>>;
}

/** `wanted` is the locked row `before` with changes. A private note raises the version and is told to nobody. */
export async function saveUpdate(
  tx: Tx,
  context: Context,
  before: IncidentRow,
  wanted: IncidentRow,
  { kind = 'incident.updated', note }: { kind?: EntryKind; note?: NoteToAdd | undefined } = {},
): Promise<Saved> {
  const at = context.now.toISOString();
  const added =
    note &&
    (await insertNote(tx, {
      incident_id: before.id,
      author: context.actor.email,
      created_at: at,
      ...note,
    }));
  const types = note?.visibility === 'private' ? [] : eventsOfChange(before, wanted);
  const incident: IncidentRow = {
    ...wanted,
    work_notes_count: before.work_notes_count + (note ? 1 : 0),
    note_counts: added ? withNote(before, added) : before.note_counts,
    version: before.version + 1,
    event_sequence: before.event_sequence + types.length,
    updated_at: at,
    sla_next_due_at: nextDueAt(wanted),
  };
  await saveIncident(tx, incident);
  const changes = changesOf(before, incident);
  await emit(tx, context, {
    record: { type: 'incident', id: incident.id, version: incident.version },
    kind,
    changes: { ...changes, ...(added && { work_note: { from: null, to: added.id } }) },
    events: incidentEvents(types, incident, context.baseUrl, { changes, note: added }),
  });
  // What the change itself put behind the clock: a higher priority, or a restored record that is late by now.
  const fired = await fireThresholds(tx, context, context.baseUrl, incident);
  return { incident: fired, ...(added && { note: added }) };
}
