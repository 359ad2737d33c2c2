// Creates and updates incidents: lock, validate, apply, save, notify. The caller owns the transaction: an HTTP request, an
// inbound webhook event or a row of a bulk job.
import { checkAssignment, checkNewAssignment } from '../identity/index.ts';
import type { Context } from '../platform/context.ts';
import type { PatchReader } from '../platform/http/request/context.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import {
  type AddNote,
  createRecord,
  type LockedRecord,
  lockForUpdate,
  lockIf,
  type LockTarget,
  type NoteRow,
  type NoteToAdd,
  saveNoted,
  saveWithNote,
  storeNotes,
  withStoredTimes,
  withWarnings,
} from '../records/index.ts';
import { applyPatch, newIncident, requireHoldEnd } from './incidents.patch.ts';
import { notifyOfCreation, notifyOfUpdate } from './notices/incidents.notices.ts';
import { incidents, presentAsRead } from './incidents.record.ts';
import { replierOf, stateAfterNote } from './notes/notes.replies.ts';
import {
  allowedTransitions,
  isEditor,
  requireRightToChange,
  requireRightToName,
} from './incidents.rights.ts';
import type { IncidentCreate, IncidentResolve, IncidentUpdate } from './incidents.schema.ts';
import { type IncidentRow, savePriorityChosen } from './incidents.sql.ts';
import { isOpen, pathTo, requireMove } from './incidents.states.ts';

export async function createIncident(
  tx: Tx,
  context: Context,
  input: IncidentCreate,
): Promise<IncidentRow> {
  const { actor, settings, now } = context;
  requireRightToName(actor, input.requester);
  const row = await createRecord(tx, context, incidents, newIncident(input, actor, settings, now));
  const warned = await checkNewAssignment(tx, context, incidents, row, input);
  await notifyOfCreation(tx, context, row, input.notify_stakeholders === true);
  return withWarnings(row, warned.warnings);
}

interface Write {
  patch: Omit<IncidentUpdate, 'work_note' | 'public_note'>;
  notes: readonly NoteToAdd[];
  /** The incident passes through these rows; the patch applies to the last one. */
  through?: readonly IncidentRow[];
}

/** Returns the effects of a public note on its incident, which is as the patch of the same write leaves it. */
function readReply(context: Context, before: IncidentRow, { patch, notes }: Write) {
  if (!notes.some(({ visibility }) => visibility === 'public')) return { marks: {} };
  const { actor, settings, now } = context;
  const row = { ...before, ...patch };
  const last_reply_by = replierOf(row, actor, isEditor(actor));
  return {
    marks: last_reply_by ? { last_reply_by, last_reply_at: now.toISOString() } : {},
    // A caller who sends a state decides it.
    state: patch.state === undefined ? stateAfterNote(row, actor, settings, now) : undefined,
  };
}

/** Saves an update with its notes and their effects, and notifies the people it concerns. */
async function save(
  tx: Tx,
  context: Context,
  before: IncidentRow,
  write: Write,
): Promise<{ row: IncidentRow; notes: NoteRow[] }> {
  const { patch, through = [] } = write;
  const { marks, state } = readReply(context, before, write);
  const changed = state === undefined ? patch : { ...patch, state };
  const from = through.at(-1) ?? before;
  const next = { ...applyPatch(from, changed, context.settings, context.now), ...marks };
  const notes = await storeNotes(tx, context, before.id, write.notes);
  const note = notes.at(-1);
  const cause = state && note && { kind: 'reply' as const, note_id: note.id };
  const row = await saveNoted(tx, context, incidents, before, next, notes, { through, cause });
  await notifyOfUpdate(tx, context, before, row, note);
  if (row.version === before.version && next.priority_explicit && !before.priority_explicit)
    await savePriorityChosen(tx, row.id);
  return { row, notes };
}

/** The team note comes first, so that the last note of an update is the one that most people may read. */
const notesOf = ({ work_note, public_note }: IncidentUpdate): NoteToAdd[] => [
  ...(work_note === undefined ? [] : [{ body: work_note, visibility: 'team' as const }]),
  ...(public_note === undefined ? [] : [{ body: public_note, visibility: 'public' as const }]),
];

async function apply(
  tx: Tx,
  context: Context,
  before: IncidentRow,
  sent: IncidentUpdate,
): Promise<IncidentRow> {
  const input = withStoredTimes(sent, ['on_hold_until']);
  requireRightToChange(context.actor, before, input);
  requireHoldEnd(before, input, context.now);
  const { work_note: _team, public_note: _public, ...patch } = input;
  return (await save(tx, context, before, { patch, notes: notesOf(input) })).row;
}

export const addNote: AddNote<IncidentRow, Context> = async (tx, context, before, toAdd) => {
  const { row, notes } = await save(tx, context, before, { patch: {}, notes: [toAdd] });
  return { row, note: notes[0] as NoteRow };
};

export async function updateIncident(
  tx: Tx,
  request: Context,
  target: LockTarget,
  readPatch: PatchReader<IncidentUpdate>,
): Promise<{ row: IncidentRow; context: Context }> {
  const { before, context } = await lockForUpdate(tx, request, incidents, target);
  const input = await readPatch((sent) => presentAsRead(before, context, sent, tx));
  const { present, warned } = await checkAssignment(tx, context, incidents, before, input);
  const row = await apply(tx, context, before, { ...input, ...present });
  return { row: withWarnings(row, warned.warnings), context };
}

const isUpdatable = (row: IncidentRow): boolean => row.deleted_at === null && isOpen(row.state);

/** Counts another occurrence and adds a note; returns undefined if the incident is no longer open. */
export async function recordOccurrence(
  tx: Tx,
  request: Context,
  id: string,
  note: string,
): Promise<IncidentRow | undefined> {
  const locked = await lockIf(tx, request, incidents, id, isUpdatable);
  if (!locked) return undefined;
  const { before, context } = locked;
  const next = { ...before, occurrences: before.occurrences + 1 };
  const toAdd = { body: note, visibility: 'team' as const };
  const saved = await saveWithNote(tx, context, incidents, before, next, toAdd);
  await notifyOfUpdate(tx, context, before, saved.row, saved.note);
  return saved.row;
}

/**
 * Makes each transition on the way to resolved, with its events, and applies `last` with the last one; returns
 * undefined if the incident is not open.
 */
export async function resolveIncident(
  tx: Tx,
  request: Context,
  id: string,
  last: Omit<IncidentUpdate, 'state'>,
): Promise<IncidentRow | undefined> {
  const locked = await lockIf(tx, request, incidents, id, isUpdatable);
  if (!locked) return undefined;
  let incident = locked.before;
  for (const state of pathTo('resolved', incident.state)) {
    const input = { ...(state === 'resolved' && last), state };
    incident = await apply(tx, locked.context, incident, input);
  }
  return incident;
}

/** Passes through the transitions of the state table on the way to resolved, in one version and with the events of one update. */
export async function resolveInOneStep(
  tx: Tx,
  { before, context }: LockedRecord<IncidentRow, Context>,
  { resolution, ...input }: IncidentResolve,
): Promise<IncidentRow> {
  if (!isOpen(before.state)) requireMove(before.state, 'resolved');
  const through: IncidentRow[] = [];
  for (const state of pathTo('resolved', before.state).slice(0, -1))
    through.push(applyPatch(through.at(-1) ?? before, { state }, context.settings, context.now));
  const patch = { state: 'resolved' as const, resolution };
  return (await save(tx, context, before, { patch, notes: notesOf(input), through })).row;
}

/** Resolves an incident as a row of a bulk job. */
export async function resolveLocked(
  tx: Tx,
  request: Context,
  target: LockTarget,
  readBody: PatchReader<IncidentResolve>,
): Promise<{ row: IncidentRow }> {
  const locked = await lockForUpdate(tx, request, incidents, target);
  const body = await readBody(async () => ({}));
  return { row: await resolveInOneStep(tx, locked, body) };
}

/** Closes a resolved incident for a person who says that the trouble is gone, who need not be allowed to close one by PATCH. */
export async function confirmIncident(
  tx: Tx,
  { before, context }: LockedRecord<IncidentRow, Context>,
): Promise<IncidentRow> {
  requireMove(before.state, 'closed', allowedTransitions(context.actor, before.state));
  return (await save(tx, context, before, { patch: { state: 'closed' }, notes: [] })).row;
}
