// Incidents over HTTP: what each call takes and answers. What is done to them is in incidents.acts.ts.
import { may } from '../identity/index.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import {
  type Answer,
  type Call,
  created,
  ok,
  okRecord,
  type PatchCall,
} from '../platform/http/request/context.ts';
import { answerList } from '../platform/http/output/pagination.ts';
import { requireReach } from '../platform/http/routes/policy.ts';
import { openIncident, reviseIncident } from './incidents.acts.ts';
import { holdIncident } from './incidents.hold.ts';
import { presentDeleted, presentIncident } from './incidents.present.ts';
import { incidentScope, requireVisible } from './incidents.rights.ts';
import { saveChange } from './incidents.save.ts';
import type { IncidentCreate, IncidentUpdate } from './incidents.schema.ts';
import { findIncident, incidentList } from './incidents.sql.ts';

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
  const row = await openIncident(tx, call, call.body);
  return created(call, row.id, presentIncident(row, call));
}

export async function updateIncident(
  tx: Tx,
  call: PatchCall<{ id: string }, unknown, IncidentUpdate>,
): Promise<Answer> {
  const { params, ifMatch, judge } = call;
  const { incident, act } = await reviseIncident(tx, call, { id: params.id, ifMatch }, judge);
  return okRecord(presentIncident(incident, act));
}

export async function deleteIncident(tx: Tx, call: IdCall): Promise<Answer> {
  const { before, act } = await holdIncident(tx, call, { ...call.params, ifMatch: call.ifMatch });
  const wanted = { ...before, deleted_at: act.now.toISOString(), deleted_by: act.actor.email };
  const { incident } = await saveChange(tx, act, before, wanted, { kind: 'incident.deleted' });
  return ok(presentDeleted(incident));
}

/** Restoring what is not deleted changes nothing. */
export async function restoreIncident(tx: Tx, call: IdCall): Promise<Answer> {
  const { before, act } = await holdIncident(tx, call, {
    ...call.params,
    ifMatch: call.ifMatch,
    evenDeleted: true,
  });
  if (before.deleted_at === null) return okRecord(presentIncident(before, act));
  const wanted = { ...before, deleted_at: null, deleted_by: null };
  const { incident } = await saveChange(tx, act, before, wanted, { kind: 'incident.restored' });
  return okRecord(presentIncident(incident, act));
}
