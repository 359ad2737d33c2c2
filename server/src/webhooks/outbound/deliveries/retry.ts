// A retry makes the next attempt of a delivery now. A worker makes it, under a lease like any other, so that a retry never
// sends beside an attempt in progress.
import { lockForUpdate } from '../../../records/index.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import type { Reply, RequestContext } from '../../../platform/http/request/context.ts';
import { notifyOnCommit } from '../../../platform/postgres/commit-notifier.ts';
import type { Tx } from '../../../platform/postgres/tables.ts';
import { outbound } from '../outbound.handlers.ts';
import type { WebhookRow } from '../outbound.sql.ts';
import { bringForward, lockQueued } from './claims.sql.ts';
import { presentDelivery, requireReachable } from './deliveries.handlers.ts';
import { type DeliveryRow, findDelivery, hasAttemptAfter } from './deliveries.sql.ts';
import { auditAction } from './recover.ts';

async function readDelivery(tx: Tx, id: string): Promise<DeliveryRow> {
  const row = await findDelivery(tx, id);
  if (!row) throw notFound(`Delivery ${id}`);
  const { body: _, ...delivery } = row;
  return delivery;
}

function requireAttemptLeft({ id, status, finished_at }: DeliveryRow, webhook: WebhookRow): void {
  if (finished_at !== null)
    throw new ApiError(
      'delivery_finished',
      `The delivery is ${status}, so it has no attempt left. Send its bytes in a new delivery with POST /webhooks/deliveries/${id}/replay.`,
      { delivery_status: status },
    );
  if (!webhook.active)
    throw new ApiError(
      'webhook_inactive',
      'The webhook is inactive, so nothing is sent to it. Activate it first; its deliveries are then attempted when they are due.',
    );
}

/**
 * An attempt that is due, in progress, or ended after the request had arrived is the one that was asked for: of several
 * requests at once, one causes an attempt.
 */
export async function retryDelivery(
  tx: Tx,
  request: RequestContext<{ id: string }>,
): Promise<Reply> {
  const { id } = request.params;
  const { webhook_id } = await readDelivery(tx, id);
  const { before: webhook, context } = await lockForUpdate(tx, request, outbound, {
    id: webhook_id,
  });
  const row = await readDelivery(tx, id);
  requireAttemptLeft(row, webhook);
  await requireReachable(request, webhook);
  await lockQueued(tx, id);
  const isAttempted = await hasAttemptAfter(tx, id, request.now);
  if (!isAttempted && (await bringForward(tx, id, context.now))) {
    await auditAction(tx, context, webhook, 'outbound_webhook.delivery_retried', { delivery: id });
    notifyOnCommit(tx, 'deliveries');
  }
  return { status: 202, body: presentDelivery(await readDelivery(tx, id)) };
}
