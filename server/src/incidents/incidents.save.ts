// The one way an incident changes: its row, its entry and its events, in the caller's transaction.
import { changesBetween, type Changes, emit, type EntryKind } from '../events/index.ts';
import type { Tx } from '../platform/db.ts';
import type { Call } from '../platform/http/call.ts';
import { incidentEvents } from './incidents.present.ts';
import { type IncidentRow, saveIncident } from './incidents.sql.ts';
import { eventsOfChange } from './incidents.states.ts';
import type { Visibility } from './notes.schema.ts';
import { insertNote } from './notes.sql.ts';

/** Fields whose change is told; `version` and `updated_at` change with each of them. */
const toldFields = [
  'short_description',
  'description',
  'priority',
  'state',
  'category',
  'subcategory',
  'impact',
  'urgency',
  'assignment_group',
  'assigned_to',
  'ci_id',
  'parent_problem_id',
  'change_id',
  'external_id',
  'on_hold_reason',
  'resolution',
  'resolved_at',
  'closed_at',
  'reopen_count',
  'work_notes_count',
  'sla_breach_at',
] as const satisfies (keyof IncidentRow)[];

export function changesOf(before: IncidentRow, after: IncidentRow): Changes {
  const [wasDeleted, isDeleted] = [before.deleted_at !== null, after.deleted_at !== null];
  return {
    ...changesBetween(before, after, toldFields),
    ...(wasDeleted !== isDeleted && { deleted: { from: wasDeleted, to: isDeleted } }),
  };
}

/** What a new record begins with, as changes from nothing. */
export const firstValues = (row: IncidentRow): Changes =>
  Object.fromEntries(
    toldFields
      .filter((field) => row[field] !== null && row[field] !== 0)
      .map((field) => [field, { from: null, to: row[field] }]),
  );

/**
 * The call as of now that it holds the record's lock. Dated when it came, a call that waited would be
 * older than the change it waited for: `updated_at` and the events would go back in time.
 */
export const sinceLocked = <C extends Call>(call: C, row: IncidentRow): C => ({
  ...call,
  now: new Date(Math.max(call.deps.now().getTime(), Date.parse(row.updated_at))),
});

export interface NoteToAdd {
  body: string;
  visibility: Visibility;
}

interface Saved {
  incident: IncidentRow;
  note?: Awaited<ReturnType<typeof insertNote>>;
}

/** `wanted` is the locked row `before` with changes. A private note raises the version and is told to nobody. */
export async function saveChange(
  tx: Tx,
  call: Call,
  before: IncidentRow,
  wanted: IncidentRow,
  { kind = 'incident.updated', note }: { kind?: EntryKind; note?: NoteToAdd | undefined } = {},
): Promise<Saved> {
  const at = call.now.toISOString();
  const added =
    note &&
    (await insertNote(tx, {
      incident_id: before.id,
      author: call.actor.email,
      created_at: at,
      ...note,
    }));
  const types = note?.visibility === 'private' ? [] : eventsOfChange(before, wanted);
  const incident: IncidentRow = {
    ...wanted,
    work_notes_count: before.work_notes_count + (note ? 1 : 0),
    version: before.version + 1,
    event_sequence: before.event_sequence + types.length,
    updated_at: at,
  };
  await saveIncident(tx, incident);
  const changes = changesOf(before, incident);
  await emit(tx, call, {
    record: { type: 'incident', id: incident.id, version: incident.version },
    kind,
    changes: { ...changes, ...(added && { work_note: { from: null, to: added.id } }) },
    events: incidentEvents(types, incident, call.deps.config.BASE_URL, { changes, note: added }),
  });
  return { incident, ...(added && { note: added }) };
}
