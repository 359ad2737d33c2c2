// Creates and updates incidents: lock, validate, apply, save, notify. The caller owns the transaction: an HTTP request, an
// inbound webhook event or a row of a bulk job.
import type { Cause } from '../events/index.ts';
import { checkAssignment, checkNewAssignment } from '../identity/index.ts';
import type { Context } from '../platform/context.ts';
import type { PatchReader } from '../platform/http/request/context.ts';
import { insufficientRole } from '../platform/http/routes/policy.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import {
  type AddedNote,
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
  editors,
  isEditor,
  requireRightToChange,
  requireRightToName,
} from './incidents.rights.ts';
import {
  type FollowedUpdate,
  type Following,
  requireFollowing,
  startFollowing,
} from './merging/following.ts';
import type { IncidentCreate, IncidentResolve, IncidentUpdate } from './incidents.schema.ts';
import { type IncidentRow, savePriorityChosen } from './incidents.sql.ts';
import { isOpen, pathTo, requireMove } from './incidents.states.ts';

export async function createIncident(
  tx: Tx,
  context: Context,
  input: IncidentCreate,
  origin: Partial<Pick<IncidentRow, 'sender_verified'>> = {},
): Promise<IncidentRow> {
  const { actor, settings, now } = context;
  requireRightToName(actor, input.requester);
  const incident = { ...newIncident(input, actor, settings, now), ...origin };
  const row = await createRecord(tx, context, incidents, incident);
  const warned = await checkNewAssignment(tx, context, incidents, row, input);
  await notifyOfCreation(tx, context, row, input);
  return withWarnings(row, warned.warnings);
}

type Note = 'work_note' | 'public_note';

interface Write {
  patch: Omit<IncidentUpdate, Note | keyof Following>;
  notes: readonly NoteToAdd[];
  /** The incident passes through these rows; the patch applies to the last one. */
  through?: readonly IncidentRow[];
  cause?: Cause;
  /** The requester reads this note in the notification; it belongs to another incident. */
  quoted?: AddedNote | undefined;
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
    // A duplicate moves with its leader only.
    state:
      patch.state === undefined && row.merged_into === null
        ? stateAfterNote(row, actor, settings, now)
        : undefined,
  };
}

interface Saved {
  row: IncidentRow;
  notes: NoteRow[];
}

/** Saves an update with its notes and their effects, and notifies the people it concerns. */
async function save(tx: Tx, context: Context, before: IncidentRow, write: Write): Promise<Saved> {
  const { patch, through = [] } = write;
  const { marks, state } = readReply(context, before, write);
  const changed = state === undefined ? patch : { ...patch, state };
  const from = through.at(-1) ?? before;
  const next = { ...applyPatch(from, changed, context.settings, context.now), ...marks };
  const notes = await storeNotes(tx, context, incidents, next, write.notes);
  const note = notes.at(-1);
  const cause = state && note ? { kind: 'reply' as const, note_id: note.id } : write.cause;
  const row = await saveNoted(tx, context, incidents, before, next, notes, { through, cause });
  await notifyOfUpdate(tx, context, before, row, note ?? write.quoted, patch.assigned_to);
  if (row.version === before.version && next.priority_explicit && !before.priority_explicit)
    await savePriorityChosen(tx, row.id);
  return { row, notes };
}

/** The team note comes first, so that the last note of an update is the one that most people may read. */
const notesOf = ({ work_note, public_note }: IncidentUpdate): NoteToAdd[] => [
  ...(work_note === undefined
    ? []
    : [{ body: work_note, visibility: 'team' as const, pointer: '/work_note' }]),
  ...(public_note === undefined
    ? []
    : [{ body: public_note, visibility: 'public' as const, pointer: '/public_note' }]),
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
  const { work_note: _team, public_note, to_duplicates, resolve_linked, ...patch } = input;
  const following = { to_duplicates, resolve_linked };
  const resolves = (patch.state ?? before.state) === 'resolved';
  const write = () => save(tx, context, before, { patch, notes: notesOf(input) });
  const update = { hasPublicNote: public_note !== undefined, resolves };
  return saveLeading(tx, context, following, update, write);
}

/** Saves an incident that its duplicates may follow. */
async function saveLeading(
  tx: Tx,
  context: Context,
  following: Following,
  update: FollowedUpdate,
  write: () => Promise<Saved>,
): Promise<IncidentRow> {
  if (!following.to_duplicates && !following.resolve_linked) return (await write()).row;
  requireFollowing(following, update);
  const { row, notes } = await write();
  return withJob(row, await startFollowing(tx, context, row, following, notes.at(-1)));
}

/** The response has the id of the job, which is no field of the incident. */
const withJob = (row: IncidentRow, job_id: string | undefined): IncidentRow =>
  job_id === undefined ? row : { ...row, job_id };

export const addNote: AddNote<IncidentRow, Context, Pick<Following, 'to_duplicates'>> = async (
  tx,
  context,
  before,
  toAdd,
  { to_duplicates },
) => {
  if (to_duplicates === true && !isEditor(context.actor))
    throw insufficientRole(Object.keys(editors), 'Sending a note to duplicates');
  const hasPublicNote = toAdd.visibility === 'public';
  requireFollowing({ to_duplicates }, { hasPublicNote, resolves: false });
  const { row, notes } = await save(tx, context, before, { patch: {}, notes: [toAdd] });
  const note = notes[0] as NoteRow;
  await startFollowing(tx, context, row, { to_duplicates }, note);
  return { row, note };
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

/** Duplicates are resolved with their leader. */
const isResolvable = (row: IncidentRow): boolean => isUpdatable(row) && row.merged_into === null;

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
 * undefined if the incident is not open, or is a duplicate.
 */
export async function resolveIncident(
  tx: Tx,
  request: Context,
  id: string,
  last: Omit<IncidentUpdate, 'state'>,
): Promise<IncidentRow | undefined> {
  const locked = await lockIf(tx, request, incidents, id, isResolvable);
  if (!locked) return undefined;
  let incident = locked.before;
  for (const state of pathTo('resolved', incident.state)) {
    const input = { ...(state === 'resolved' && last), state };
    incident = await apply(tx, locked.context, incident, input);
  }
  return incident;
}

type Resolved = Pick<Write, 'notes' | 'cause' | 'quoted'> & { resolution?: string | undefined };

/** Passes through the transitions of the state table on the way to resolved, in one version and with the events of one update. */
function resolve(
  tx: Tx,
  { before, context }: LockedRecord<IncidentRow, Context>,
  { resolution, ...write }: Resolved,
): Promise<Saved> {
  if (!isOpen(before.state)) requireMove(before.state, 'resolved');
  const through: IncidentRow[] = [];
  for (const state of pathTo('resolved', before.state).slice(0, -1))
    through.push(applyPatch(through.at(-1) ?? before, { state }, context.settings, context.now));
  const patch = { state: 'resolved' as const, ...(resolution !== undefined && { resolution }) };
  return save(tx, context, before, { ...write, patch, through });
}

export async function resolveInOneStep(
  tx: Tx,
  locked: LockedRecord<IncidentRow, Context>,
  { resolution, to_duplicates, resolve_linked, ...input }: IncidentResolve,
): Promise<IncidentRow> {
  const following = { to_duplicates, resolve_linked };
  const write = () => resolve(tx, locked, { resolution, notes: notesOf(input) });
  const update = { hasPublicNote: input.public_note !== undefined, resolves: true };
  return saveLeading(tx, locked.context, following, update, write);
}

/** Resolves a duplicate with its leader, whose note the notification quotes. */
export const resolveWithOther = async (
  tx: Tx,
  locked: LockedRecord<IncidentRow, Context>,
  write: Pick<Resolved, 'resolution' | 'cause' | 'quoted'>,
): Promise<IncidentRow> => (await resolve(tx, locked, { ...write, notes: [] })).row;

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
