// Creates and updates incidents: lock, validate, apply, save. The transaction is the caller's: an HTTP request, an
// inbound webhook event or a row of a bulk job.
import { emit, firstValues } from '../events/index.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import type { Context } from '../platform/context.ts';
import type { PatchReader } from '../platform/http/request/context.ts';
import { applyPatch, newIncident } from './incidents.patch.ts';
import { lockForUpdate, lockOpenForUpdate } from './incidents.lock.ts';
import { incidentEvents, presentAsRead } from './incidents.present.ts';
import { requireRightToChange } from './incidents.rights.ts';
import { changesOf, saveUpdate, auditedAtCreation } from './incidents.save.ts';
import type { IncidentCreate, IncidentUpdate } from './incidents.schema.ts';
import { type IncidentRow, insertIncident } from './incidents.sql.ts';
import { notifyAssignee, notifyStakeholders } from './incidents.notify.ts';
import { nextStepTo } from './incidents.states.ts';

export async function createIncident(
  tx: Tx,
  context: Context,
  input: IncidentCreate,
): Promise<IncidentRow> {
  const row = await insertIncident(
    tx,
    newIncident(input, context.actor.email, context.settings, context.now),
  );
  await emit(tx, context, {
    record: { type: 'incident', id: row.id, version: row.version },
    kind: 'incident.created',
    changes: firstValues(row, auditedAtCreation),
    events: incidentEvents(['incident.created'], row, context.baseUrl),
  });
  if (input.notify_stakeholders) await notifyStakeholders(tx, context, row);
  else await notifyAssignee(tx, context, row, 'incident.assigned');
  return row;
}

interface UpdateResult {
  incident: IncidentRow;
  context: Context;
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
  const isChanged = body !== undefined || Object.keys(changesOf(before, next)).length > 0;
  if (!isChanged) return before;
  const note = body === undefined ? undefined : { body, visibility: 'team' as const };
  const { incident } = await saveUpdate(tx, context, before, next, { note });
  if (incident.assigned_to !== before.assigned_to) {
    await notifyAssignee(tx, context, incident, 'incident.assigned');
  }
  return incident;
}

export async function updateIncident(
  tx: Tx,
  request: Context,
  target: { id: string; ifMatch?: string | undefined },
  readPatch: PatchReader<IncidentUpdate>,
): Promise<UpdateResult> {
  const { before, context } = await lockForUpdate(tx, request, target);
  const input = readPatch((sent) => presentAsRead(before, context, sent));
  return { incident: await apply(tx, context, before, input), context };
}

/** Counts another occurrence and adds a note. Undefined if the incident is no longer open. */
export async function recordOccurrence(
  tx: Tx,
  request: Context,
  id: string,
  note: string,
): Promise<IncidentRow | undefined> {
  const locked = await lockOpenForUpdate(tx, request, id);
  if (!locked) return undefined;
  const { before, context } = locked;
  const next = { ...before, occurrences: before.occurrences + 1 };
  const added = { body: note, visibility: 'team' as const };
  return (await saveUpdate(tx, context, before, next, { note: added })).incident;
}

/** Makes each transition on the way, with its events; `last` is applied with the last one. Undefined if not open. */
export async function resolveIncident(
  tx: Tx,
  request: Context,
  id: string,
  last: Omit<IncidentUpdate, 'state'>,
): Promise<IncidentRow | undefined> {
  const locked = await lockOpenForUpdate(tx, request, id);
  if (!locked) return undefined;
  let incident = locked.before;
  while (incident.state !== 'resolved') {
    const state = nextStepTo('resolved', incident.state);
    const input = { ...(state === 'resolved' && last), state };
    incident = await apply(tx, locked.context, incident, input);
  }
  return incident;
}
