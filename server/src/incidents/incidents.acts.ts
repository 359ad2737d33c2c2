// What is done to incidents, told as it happens: lock, judge, change, save. The transaction is the caller's, whether a
// request, an event that came in or a row of a job opened it.
import { emit, firstValues } from '../events/index.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import type { Act } from '../platform/context.ts';
import type { Judge } from '../platform/http/request/context.ts';
import { changeIncident, newIncident } from './incidents.change.ts';
import { holdIncident, lockInTime, settled } from './incidents.hold.ts';
import { incidentEvents, presentAsRead } from './incidents.present.ts';
import { requireRightToChange } from './incidents.rights.ts';
import { changesOf, saveChange, toldAtFirst } from './incidents.save.ts';
import type { IncidentCreate, IncidentUpdate } from './incidents.schema.ts';
import { type IncidentRow, insertIncident } from './incidents.sql.ts';
import { tellAssignee, tellStakeholders } from './incidents.tell.ts';
import { isOpen, nextStepTo } from './incidents.states.ts';

export async function openIncident(tx: Tx, act: Act, input: IncidentCreate): Promise<IncidentRow> {
  const row = await insertIncident(tx, newIncident(input, act.actor.email, act.settings, act.now));
  await emit(tx, act, {
    record: { type: 'incident', id: row.id, version: row.version },
    kind: 'incident.created',
    changes: firstValues(row, toldAtFirst),
    events: incidentEvents(['incident.created'], row, act.baseUrl),
  });
  if (input.notify_stakeholders) await tellStakeholders(tx, act, row);
  else await tellAssignee(tx, act, row, 'incident.assigned');
  return row;
}

interface Revised {
  incident: IncidentRow;
  act: Act;
}

async function apply(
  tx: Tx,
  act: Act,
  before: IncidentRow,
  input: IncidentUpdate,
): Promise<IncidentRow> {
  requireRightToChange(act.actor, before, input);
  const { work_note: body, ...patch } = input;
  const wanted = changeIncident(before, patch, act.settings, act.now);
  const isChanged = body !== undefined || Object.keys(changesOf(before, wanted)).length > 0;
  if (!isChanged) return before;
  const note = body === undefined ? undefined : { body, visibility: 'team' as const };
  const { incident } = await saveChange(tx, act, before, wanted, { note });
  if (incident.assigned_to !== before.assigned_to) {
    await tellAssignee(tx, act, incident, 'incident.assigned');
  }
  return incident;
}

export async function reviseIncident(
  tx: Tx,
  asked: Act,
  which: { id: string; ifMatch?: string | undefined },
  judge: Judge<IncidentUpdate>,
): Promise<Revised> {
  const { before, act } = await holdIncident(tx, asked, which);
  const input = judge((sent) => presentAsRead(before, act, sent));
  return { incident: await apply(tx, act, before, input), act };
}

/** It happened again: counted, and told by a note. Undefined if the incident is no longer open. */
export async function repeatIncident(
  tx: Tx,
  asked: Act,
  id: string,
  note: string,
): Promise<IncidentRow | undefined> {
  const held = await holdOpen(tx, asked, id);
  if (!held) return undefined;
  const { before, act } = held;
  const wanted = { ...before, occurrences: before.occurrences + 1 };
  const told = { body: note, visibility: 'team' as const };
  return (await saveChange(tx, act, before, wanted, { note: told })).incident;
}

/** By every step of the table on the way, each with its events; `last` goes with the last. Undefined if not open. */
export async function resolveIncident(
  tx: Tx,
  asked: Act,
  id: string,
  last: Omit<IncidentUpdate, 'state'>,
): Promise<IncidentRow | undefined> {
  const held = await holdOpen(tx, asked, id);
  if (!held) return undefined;
  let incident = held.before;
  while (incident.state !== 'resolved') {
    const state = nextStepTo('resolved', incident.state);
    const input = { ...(state === 'resolved' && last), state };
    incident = await apply(tx, held.act, incident, input);
  }
  return incident;
}

/** Undefined if it is gone, deleted or not open. */
async function holdOpen(tx: Tx, asked: Act, id: string) {
  const held = await lockInTime(tx, asked, id);
  const isOne = held?.before.deleted_at === null && isOpen(held.before.state);
  return isOne ? settled(tx, held) : undefined;
}
