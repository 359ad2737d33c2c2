// HTTP handlers of incidents. The business rules are in incidents.service.ts.
import { may } from '../identity/index.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import {
  type Reply,
  type RequestContext,
  created,
  ok,
  okRecord,
  type PatchContext,
} from '../platform/http/request/context.ts';
import { respondWithList } from '../platform/http/output/pagination.ts';
import { requireReach } from '../platform/http/routes/policy.ts';
import { createIncident, updateIncident } from './incidents.service.ts';
import { lockForUpdate } from './incidents.lock.ts';
import { presentDeleted, presentIncident } from './incidents.present.ts';
import { incidentScope, requireVisible } from './incidents.rights.ts';
import { saveUpdate } from './incidents.save.ts';
import type { IncidentCreate, IncidentUpdate } from './incidents.schema.ts';
import { findIncident, incidentList } from './incidents.sql.ts';

type IdRequest<Query = unknown> = RequestContext<{ id: string }, Query>;

export const listIncidents = (request: RequestContext): Promise<Reply> =>
  respondWithList(request, incidentList, incidentScope(request.actor, request.reach), {
    sort: 'created_at',
    order: 'desc',
  });

export async function getIncident(
  request: IdRequest<{ include_deleted?: boolean }>,
): Promise<Reply> {
  const { id } = request.params;
  if (request.query.include_deleted) requireReach(may('incidents.read_deleted'), request.actor);
  const found = await findIncident(request.deps.db, id);
  const row = request.query.include_deleted && found ? found : requireVisible(found, id, request);
  return okRecord(presentIncident(row, request));
}

export async function handleCreate(
  tx: Tx,
  request: RequestContext<unknown, unknown, IncidentCreate>,
): Promise<Reply> {
  const row = await createIncident(tx, request, request.body);
  return created(request, row.id, presentIncident(row, request));
}

export async function handleUpdate(
  tx: Tx,
  request: PatchContext<{ id: string }, unknown, IncidentUpdate>,
): Promise<Reply> {
  const { params, ifMatch, readPatch } = request;
  const { incident, context } = await updateIncident(
    tx,
    request,
    { id: params.id, ifMatch },
    readPatch,
  );
  return okRecord(presentIncident(incident, context));
}

export async function deleteIncident(tx: Tx, request: IdRequest): Promise<Reply> {
  const { before, context } = await lockForUpdate(tx, request, {
    ...request.params,
    ifMatch: request.ifMatch,
  });
  const next = {
    ...before,
    deleted_at: context.now.toISOString(),
    deleted_by: context.actor.email,
  };
  const { incident } = await saveUpdate(tx, context, before, next, { kind: 'incident.deleted' });
  return ok(presentDeleted(incident));
}

/** Restoring an incident that is not deleted changes nothing. */
export async function restoreIncident(tx: Tx, request: IdRequest): Promise<Reply> {
  const { before, context } = await lockForUpdate(tx, request, {
    ...request.params,
    ifMatch: request.ifMatch,
    includeDeleted: true,
  });
  if (before.deleted_at === null) return okRecord(presentIncident(before, context));
  const next = { ...before, deleted_at: null, deleted_by: null };
  const { incident } = await saveUpdate(tx, context, before, next, { kind: 'incident.restored' });
  return okRecord(presentIncident(incident, context));
}
