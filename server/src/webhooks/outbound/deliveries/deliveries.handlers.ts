import {
  type BulkOffers,
  isHiddenAsDeleted,
  lockForUpdate,
  readRecord,
} from '../../../records/index.ts';
import { acceptJob } from '../../../bulk/index.ts';
import { may } from '../../../identity/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/tables.ts';
import { invalid, notFound, ApiError } from '../../../platform/errors.ts';
import { type Reply, type RequestContext, ok } from '../../../platform/http/request/context.ts';
import { respondWithList } from '../../../platform/http/output/pagination.ts';
import { notifyOnCommit } from '../../../platform/postgres/commit-notifier.ts';
import { mayManage } from '../../rights.ts';
import { outbound } from '../outbound.handlers.ts';
import type { WebhookRow } from '../outbound.sql.ts';
import { refusalOf } from '../outbound.target.ts';
import { type StoredAttempt, maskedAttempt, maskedError } from './deliveries.masks.ts';
import type { Recover, ReplayAll } from './deliveries.schema.ts';
import {
  attemptsOf,
  deliveryList,
  type DeliveryRow,
  findDelivery,
  finishedDeliveries,
  insertReplay,
  ofWebhook,
  readStats,
  webhookUrls,
} from './deliveries.sql.ts';
import { countByHour } from './health.sql.ts';
import { auditAction, recoverEvents } from './recover.ts';

type IdRequest<Body = unknown> = RequestContext<{ id: string }, unknown, Body>;

export const presentDelivery = (row: DeliveryRow) => {
  const { record_type, record_id, attempts, next_attempt_at, ...rest } = row;
  return {
    ...rest,
    record: { type: record_type, id: record_id },
    attempt_count: attempts,
    ...(next_attempt_at !== null && { next_attempt_at }),
  };
};

interface AttemptRow {
  number: number;
  status_code: number | null;
  error: string | null;
}

export const presentAttempt = <T extends AttemptRow>({ status_code, error, ...rest }: T) => ({
  ...rest,
  ...(status_code !== null && { status_code }),
  ...(error !== null && { error }),
});

/** A sparse row may lack the error. */
const withMaskedError = <T extends Partial<DeliveryRow>>(row: T, urls: readonly string[]): T => ({
  ...row,
  last_error: maskedError(row.last_error ?? null, urls),
});

export async function listDeliveries(request: IdRequest): Promise<Reply> {
  const { id, url } = await readRecord(request.deps.db, outbound, request.params.id, request);
  const newestFirst = { sort: 'created_at', order: 'desc' } as const;
  return respondWithList(
    request,
    deliveryList,
    { key: id, where: ofWebhook(id) },
    newestFirst,
    (rows) =>
      rows.map((row) =>
        presentDelivery(mayManage(request.actor) ? row : withMaskedError(row, [url])),
      ),
  );
}

/** Errors may repeat the URL of their webhook, which only managers see. */
export const listAllDeliveries = (request: RequestContext): Promise<Reply> => {
  const newestFirst = { sort: 'created_at', order: 'desc' } as const;
  return respondWithList(request, deliveryList, { key: 'all' }, newestFirst, async (rows) => {
    if (mayManage(request.actor)) return rows.map(presentDelivery);
    const ids = [...new Set(rows.map((row) => row.webhook_id))];
    const urls = await webhookUrls(request.deps.db, ids);
    return rows.map((row) =>
      presentDelivery(withMaskedError(row, [urls.get(row.webhook_id) ?? ''].filter(Boolean))),
    );
  });
};

/** Body and responses of a hidden record are hidden too: the body describes it, and a receiver may have echoed it. */
export async function getDelivery(request: IdRequest): Promise<Reply> {
  const { deps, params, actor } = request;
  const { id } = params;
  const row = await findDelivery(deps.db, id);
  if (!row) throw notFound(`Delivery ${id}`);
  const { body, ...delivery } = row;
  const stored = (await attemptsOf(deps.db, id)) as (AttemptRow & StoredAttempt)[];
  const isHidden = await isHiddenAsDeleted(request, delivery);
  const attempts = isHidden ? stored.map((one) => ({ ...one, response: null })) : stored;
  const urls = attempts.map((one) => one.request.url);
  return ok({
    ...presentDelivery(mayManage(actor) ? delivery : withMaskedError(delivery, urls)),
    attempts: attempts.map((one) => presentAttempt(mayManage(actor) ? one : maskedAttempt(one))),
    ...(isHidden ? { body: null, body_hidden: true } : { body: body.toString() }),
  });
}

const DAY_MS = 86_400_000;
const MAX_COUNTED = 10_000;
const MAX_POINTS = 400;

const HOUR_MS = 3_600_000;

/** Returns undefined unless the request asks for a series. */
async function seriesOf(
  { query, deps, now }: StatsRequest,
  webhookId: string,
): Promise<object | undefined> {
  if (query.interval === undefined) return undefined;
  const { from = new Date(now.getTime() - DAY_MS).toISOString() } = query;
  if (Date.parse(from) < now.getTime() - MAX_POINTS * HOUR_MS) {
    const message = `from must be at most ${MAX_POINTS} hours ago.`;
    throw invalid([{ in: 'query', pointer: '/from', code: 'too_small', message }]);
  }
  const hours = await countByHour(deps.db, webhookId, from, now.toISOString());
  return { interval: query.interval, from: hours.from, series: hours.rows };
}

type StatsRequest = RequestContext<{ id: string }, { interval?: 'hour'; from?: string }>;

export async function getStats(request: StatsRequest): Promise<Reply> {
  const { id } = await readRecord(request.deps.db, outbound, request.params.id, request);
  const since = new Date(request.now.getTime() - DAY_MS).toISOString();
  const series = await seriesOf(request, id);
  const stats = await readStats(request.deps.db, id, since, MAX_COUNTED);
  const finished = stats.delivered + stats.failed;
  const success_rate = finished === 0 ? null : stats.delivered / finished;
  return ok({ since, ...stats, success_rate, ...series });
}

export async function requireReachable(
  { deps }: Pick<RequestContext, 'deps'>,
  { url }: WebhookRow,
): Promise<void> {
  const refusal = await refusalOf(deps.egress, url);
  if (refusal !== undefined) throw new ApiError('target_refused', refusal);
}

const MAX_REPLAYS = 100;

/** Creates a new delivery of the same bytes, with five attempts of its own. `check` may refuse the webhook. */
async function replayOne(
  tx: Tx,
  context: Context,
  id: string,
  check?: (webhook: WebhookRow) => Promise<void>,
): Promise<DeliveryRow> {
  const row = await findDelivery(tx, id);
  if (!row) throw notFound(`Delivery ${id}`);
  const { before: webhook } = await lockForUpdate(tx, context, outbound, {
    id: row.webhook_id,
  });
  if (row.finished_at === null) {
    throw new ApiError(
      'delivery_not_finished',
      `The delivery is ${row.status}; its next attempt is at ${row.next_attempt_at}. Replay it once it is delivered or failed, or make that attempt now with POST /webhooks/deliveries/${id}/retry.`,
      { next_attempt_at: row.next_attempt_at },
    );
  }
  await check?.(webhook);
  for (let replay = row.replay + 1; replay <= MAX_REPLAYS; replay += 1) {
    const copy = await insertReplay(tx, { id, replay }, context.now);
    if (!copy) continue;
    await auditAction(tx, context, webhook, 'outbound_webhook.delivery_replayed', { delivery: id });
    notifyOnCommit(tx, 'deliveries');
    return copy;
  }
  throw new ApiError(
    'delivery_not_finished',
    `The delivery was already replayed ${MAX_REPLAYS} times, which is the limit.`,
  );
}

export async function replayDelivery(tx: Tx, request: IdRequest): Promise<Reply> {
  const check = (webhook: WebhookRow) => requireReachable(request, webhook);
  const copy = await replayOne(tx, request, request.params.id, check);
  return { status: 202, body: presentDelivery(copy) };
}

export const webhookBulk: BulkOffers = {
  deliveries: {
    operations: {
      replay: {
        policy: may('webhooks.manage'),
        apply: (tx, context, { id }) => replayOne(tx, context, String(id)),
      },
    },
    policy: may('webhooks.manage'),
  },
};

/** One job has at most this many rows. */
const MAX_REPLAYED = 10_000;

/** Queues a job that replays the deliveries with a status. The target is checked now, and again by each attempt. */
export async function replayDeliveries(tx: Tx, request: IdRequest<ReplayAll>): Promise<Reply> {
  const webhook = await readRecord(tx, outbound, request.params.id, request);
  const { status, since, until = request.now.toISOString(), event } = request.body;
  const filter = { webhookId: webhook.id, status, since, until, event };
  const ids = await finishedDeliveries(tx, filter, MAX_REPLAYED + 1);
  if (ids.length === 0 || ids.length > MAX_REPLAYED) {
    const message =
      ids.length === 0
        ? `The webhook has no ${status} deliveries in this period.`
        : `More than ${MAX_REPLAYED} deliveries match; choose a shorter period.`;
    const code = ids.length === 0 ? 'not_allowed' : 'too_many';
    throw invalid([{ in: 'body', pointer: '/since', code, message }]);
  }
  await requireReachable(request, webhook);
  return acceptJob(tx, request, {
    type: 'deliveries',
    operation: 'replay',
    isDryRun: false,
    records: ids.map((id) => ({ id })),
  });
}

/** Matches the event log again and queues events without a delivery. */
export async function recoverDeliveries(tx: Tx, request: IdRequest<Recover>): Promise<Reply> {
  const { id } = request.params;
  const { before: webhook } = await lockForUpdate(tx, request, outbound, { id });
  const { since, until = request.now.toISOString() } = request.body;
  return {
    status: 202,
    body: await recoverEvents(tx, request, request.deps.config, webhook, { since, until }),
  };
}
