// Shows the targets of a service request with their history.
import { object } from '../platform/http/input/schema.ts';
import { ok, type Reply, type RequestContext } from '../platform/http/request/context.ts';
import { monotonicNow, readRecord } from '../records/index.ts';
import { presentTargetSegments, SlaTargetHistory } from '../sla/index.ts';
import { serviceRequests } from './requests.record.ts';

export const ServiceRequestSla = object(
  { targets: SlaTargetHistory },
  { title: 'ServiceRequestSla', examples: [{ targets: [] }] },
);

export async function getServiceRequestSla(
  request: RequestContext<{ id: string }>,
): Promise<Reply> {
  const { db } = request.deps;
  const row = await readRecord(db, serviceRequests, request.params.id, request);
  const now = monotonicNow(serviceRequests, row, request.now);
  const targets = await presentTargetSegments(db, serviceRequests.sla, row, { ...request, now });
  return ok({ targets });
}
