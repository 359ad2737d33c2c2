// Each action is handled after the request was read, because the request says who may decide it.
import type { Context } from '../platform/context.ts';
import type { PatchContext, Reply, RequestContext } from '../platform/http/request/context.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import { actionHandler, findVisible, getHandler } from '../records/index.ts';
import { presentServiceRequest, serviceRequests } from './requests.record.ts';
import { type ActionName, isRequestManager, refusedDecision } from './requests.rights.ts';
import type { Decision } from './requests.schema.ts';
import { applyAction } from './requests.service.ts';
import type { ServiceRequestRow } from './requests.sql.ts';

const handlerOf = (name: ActionName) =>
  actionHandler<ServiceRequestRow, Context, Decision>(
    serviceRequests,
    applyAction(name),
    presentServiceRequest,
  );

export const act = (name: 'fulfil' | 'cancel') => {
  const handle = handlerOf(name);
  return (tx: Tx, request: RequestContext<{ id: string }>): Promise<Reply> =>
    handle(tx, { ...request, body: {} });
};

/** The role refuses before anything else is said, unless the request has stages and the caller may read it. */
async function requireDecider(tx: Tx, request: PatchContext<{ id: string }>): Promise<void> {
  if (isRequestManager(request.actor)) return;
  const row = await findVisible(tx, serviceRequests, request.params.id, request);
  if (!row?.stages) throw refusedDecision();
}

export const decide = (name: 'approve' | 'reject') => {
  const handle = handlerOf(name);
  return async (
    tx: Tx,
    request: PatchContext<{ id: string }, unknown, Decision>,
  ): Promise<Reply> => {
    await requireDecider(tx, request);
    const body = await request.readPatch(() => ({}));
    return handle(tx, { ...request, body });
  };
};

const get = getHandler(serviceRequests, presentServiceRequest);

/** Tasks are done without a new version of their request. Without tasks, its ETag says all. */
export async function getServiceRequest(
  request: RequestContext<{ id: string }, { include_deleted?: boolean }>,
): Promise<Reply> {
  const reply = await get(request);
  const { tasks } = reply.body as { tasks: { total: number } };
  return tasks.total > 0 ? { ...reply, isUnversioned: true } : reply;
}
