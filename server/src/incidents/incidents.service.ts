// What is done to incidents, told as it happens: lock, judge, change, save. The transaction is the caller's, whether a
// request, an event that came in or a row of a job opened it.
import { emit, firstValues } from '../events/index.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import type { Context } from '../platform/context.ts';
import type { PatchReader } from '../platform/http/request/context.ts';
import { applyPatch, newIncident } from './incidents.patch.ts';
import { lockForUpdate, lockIfPresent, settled } from './incidents.lock.ts';
import { incidentEvents, presentAsRead } from './incidents.present.ts';
import { requireRightToChange } from './incidents.rights.ts';
import { changesOf, saveUpdate, firedAtFirst } from './incidents.save.ts';
import type { IncidentCreate, IncidentUpdate } from './incidents.schema.ts';
import { type IncidentRow, insertIncident } from './incidents.sql.ts';
import { notifyAssignee, notifyStakeholders } from './incidents.notify.ts';
import { isOpen, nextStepTo } from './incidents.states.ts';

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
    changes: firstValues(row, firedAtFirst),
    events: incidentEvents(['incident.created'], row, context.baseUrl),
  });
  if (input.notify_stakeholders) await notifyStakeholders(tx, context, row);
  else await notifyAssignee(tx, context, row, 'incident.assigned');
  return row;
}

interface Revised {
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
  const wanted = applyPatch(before, patch, context.settings, context.now);
  const isChanged = body !== undefined || Object.keys(changesOf(before, wanted)).length > 0;
  if (!isChanged) return before;
  const note = body === undefined ? undefined : { body, visibility: 'team' as const };
  const { incident } = await saveUpdate(tx, context, before, wanted, { note });
  if (incident.assigned_to !== before.assigned_to) {
    await notifyAssignee(tx, context, incident, 'incident.assigned');
  }
  return incident;
}

export async function updateIncident(
  tx: Tx,
  asked: Context,
  which: { id: string; ifMatch?: string | undefined },
  readPatch: PatchReader<IncidentUpdate>,
): Promise<Revised> {
  const { before, context } = await lockForUpdate(tx, asked, which);
  const input = readPatch((sent) => presentAsRead(before, context, sent));
  return { incident: await apply(tx, context, before, input), context };
}

/** It happened again: counted, and told by a note. Undefined if the incident is no longer open. */
export async function recordOccurrence(
  tx: Tx,
  asked: Context,
  id: string,
  note: string,
): Promise<IncidentRow | undefined> {
  const held = await lockIfOpen(tx, asked, id);
  if (!held) return undefined;
  const { before, context } = held;
  const wanted = { ...before, occurrences: before.occurrences + 1 };
  const added = { body: note, visibility: 'team' as const };
  return (await saveUpdate(tx, context, before, wanted, { note: added })).incident;
}

/** By every step of the table on the way, each with its events; `last` goes with the last. Undefined if not open. */
export async function resolveIncident(
  tx: Tx,
  asked: Context,
  id: string,
  last: Omit<IncidentUpdate, 'state'>,
): Promise<IncidentRow | undefined> {
  const held = await lockIfOpen(tx, asked, id);
  if (!held) return undefined;
  let incident = held.before;
  while (incident.state !== 'resolved') {
    const state = nextStepTo('resolved', incident.state);
    const input = { ...(state === 'resolved' && last), state };
    incident = await apply(tx, held.context, incident, input);
  }
  return incident;
}

/** Undefined if it is gone, deleted or not open. */
async function lockIfOpen(tx: Tx, asked: Context, id: string) {
  const held = await lockIfPresent(tx, asked, id);
  const isOne = held?.before.deleted_at === null && isOpen(held.before.state);
  return isOne ? settled(tx, held) : undefined;
}
