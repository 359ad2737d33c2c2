// Creates and updates incidents: lock, validate, apply, save, notify. The caller owns the transaction: an HTTP request, an
// inbound webhook event or a row of a bulk job.
import { checkAssignment, checkNewAssignment } from '../identity/index.ts';
import type { Context } from '../platform/context.ts';
import type { PatchReader } from '../platform/http/request/context.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import {
  type AddNote,
  createRecord,
  lockForUpdate,
  lockIf,
  type LockTarget,
  type NoteToAdd,
  type SavedNote,
  saveUpdate,
  saveWithNote,
} from '../records/index.ts';
import { applyPatch, newIncident } from './incidents.patch.ts';
import { notifyOfCreation, notifyOfUpdate } from './incidents.notices.ts';
import { incidents, presentAsRead } from './incidents.record.ts';
import { requireRightToChange, requireRightToName } from './incidents.rights.ts';
import type { IncidentCreate, IncidentUpdate } from './incidents.schema.ts';
import { type IncidentRow, savePriorityChosen } from './incidents.sql.ts';
import { isOpen, nextStepTo } from './incidents.states.ts';

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
  return { ...row, ...warned };
}

async function apply(
  tx: Tx,
  context: Context,
  before: IncidentRow,
  input: IncidentUpdate,
): Promise<IncidentRow> {
  requireRightToChange(context.actor, before, input);
  const { work_note: body, ...patch } = input;
  const next = applyPatch(before, patch, context.settings, context.now);
  const row =
    body === undefined
      ? await saveWithoutNote(tx, context, before, next)
      : await addTeamNote(tx, context, before, next, body);
  if (row.version === before.version && next.priority_explicit && !before.priority_explicit)
    await savePriorityChosen(tx, row.id);
  return row;
}

async function saveWithoutNote(
  tx: Tx,
  context: Context,
  before: IncidentRow,
  next: IncidentRow,
): Promise<IncidentRow> {
  const row = await saveUpdate(tx, context, incidents, before, next);
  await notifyOfUpdate(tx, context, before, row);
  return row;
}

/** Saves an update with a note, as the request that adds a note and the fields of a PATCH do. */
async function saveNoted(
  tx: Tx,
  context: Context,
  before: IncidentRow,
  next: IncidentRow,
  toAdd: NoteToAdd,
): Promise<SavedNote<IncidentRow>> {
  const saved = await saveWithNote(tx, context, incidents, before, next, toAdd);
  await notifyOfUpdate(tx, context, before, saved.row, saved.note);
  return saved;
}

export const addNote: AddNote<IncidentRow, Context> = (tx, context, before, note) =>
  saveNoted(tx, context, before, before, note);

const addTeamNote = async (
  tx: Tx,
  context: Context,
  before: IncidentRow,
  next: IncidentRow,
  body: string,
): Promise<IncidentRow> =>
  (await saveNoted(tx, context, before, next, { body, visibility: 'team' })).row;

export async function updateIncident(
  tx: Tx,
  request: Context,
  target: LockTarget,
  readPatch: PatchReader<IncidentUpdate>,
): Promise<{ row: IncidentRow; context: Context }> {
  const { before, context } = await lockForUpdate(tx, request, incidents, target);
  const input = await readPatch((sent) => presentAsRead(before, context, sent, tx));
  const warned = await checkAssignment(tx, context, incidents, before, input);
  const row = await apply(tx, context, before, input);
  return { row: { ...row, ...warned }, context };
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
  return addTeamNote(tx, context, before, next, note);
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
  while (incident.state !== 'resolved') {
    const state = nextStepTo('resolved', incident.state);
    const input = { ...(state === 'resolved' && last), state };
    incident = await apply(tx, locked.context, incident, input);
  }
  return incident;
}
