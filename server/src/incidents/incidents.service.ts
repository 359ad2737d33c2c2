// Incidents, told as they happen: lock, judge, change, save, present. The transaction belongs to platform/http/write.ts.
import { emit, firstValues } from '../events/index.ts';
import { may } from '../identity/index.ts';
import type { Tx } from '../platform/db.ts';
import {
  type Answer,
  type Call,
  created,
  ok,
  okRecord,
  type PatchCall,
} from '../platform/http/call.ts';
import { answerList } from '../platform/http/pagination.ts';
import { requireReach } from '../platform/http/policy.ts';
import { changeIncident, newIncident } from './incidents.change.ts';
import {
  incidentEvents,
  presentAsRead,
  presentDeleted,
  presentIncident,
} from './incidents.present.ts';
import { holdIncident } from './incidents.hold.ts';
import { incidentScope, requireRightToChange, requireVisible } from './incidents.rights.ts';
import { changesOf, saveChange, toldFields } from './incidents.save.ts';
import type { IncidentCreate, IncidentUpdate } from './incidents.schema.ts';
import { findIncident, incidentList, insertIncident } from './incidents.sql.ts';

type IdCall<Query = unknown> = Call<{ id: string }, Query>;

export const listIncidents = (call: Call): Promise<Answer> =>
  answerList(call, incidentList, incidentScope(call.actor, call.reach), {
    sort: 'created_at',
    order: 'desc',
  });

export async function getIncident(call: IdCall<{ include_deleted?: boolean }>): Promise<Answer> {
  const { id } = call.params;
  if (call.query.include_deleted) requireReach(may('incidents.read_deleted'), call.actor);
  const found = await findIncident(call.deps.db, id);
  const row = call.query.include_deleted && found ? found : requireVisible(found, id, call);
  return okRecord(presentIncident(row, call));
}

export async function createIncident(
  tx: Tx,
  call: Call<unknown, unknown, IncidentCreate>,
): Promise<Answer> {
  const wanted = newIncident(call.body, call.actor.email, call.settings, call.now);
  const row = await insertIncident(tx, wanted);
  await emit(tx, call, {
    record: { type: 'incident', id: row.id, version: row.version },
    kind: 'incident.created',
    changes: firstValues(row, toldFields),
    events: incidentEvents(['incident.created'], row, call.deps.config.BASE_URL),
  });
  return created(call, row.id, presentIncident(row, call));
}

export async function updateIncident(
  tx: Tx,
  asked: PatchCall<{ id: string }, unknown, IncidentUpdate>,
): Promise<Answer> {
  const { before, call } = await holdIncident(tx, asked);
  const input = call.judge((sent) => presentAsRead(before, call, sent));
  requireRightToChange(call.actor, before, input);
  const { work_note: body, ...patch } = input;
  const wanted = changeIncident(before, patch, call.settings, call.now);
  const isChanged = body !== undefined || Object.keys(changesOf(before, wanted)).length > 0;
  if (!isChanged) return okRecord(presentIncident(before, call));
  const note = body === undefined ? undefined : { body, visibility: 'team' as const };
  const { incident } = await saveChange(tx, call, before, wanted, { note });
  return okRecord(presentIncident(incident, call));
}

export async function deleteIncident(tx: Tx, asked: IdCall): Promise<Answer> {
  const { before, call } = await holdIncident(tx, asked);
  const wanted = { ...before, deleted_at: call.now.toISOString(), deleted_by: call.actor.email };
  const { incident } = await saveChange(tx, call, before, wanted, { kind: 'incident.deleted' });
  return ok(presentDeleted(incident));
}

/** Restoring what is not deleted changes nothing. */
export async function restoreIncident(tx: Tx, asked: IdCall): Promise<Answer> {
  const { before, call } = await holdIncident(tx, asked, { evenDeleted: true });
  if (before.deleted_at === null) return okRecord(presentIncident(before, call));
  const wanted = { ...before, deleted_at: null, deleted_by: null };
  const { incident } = await saveChange(tx, call, before, wanted, { kind: 'incident.restored' });
  return okRecord(presentIncident(incident, call));
}
