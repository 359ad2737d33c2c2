// Deliveries, looked at and asked for: lists, attempts, replay, recovery, a test.
import { randomUUID } from 'node:crypto';
import { lockRecord, readRecord, auditEntry } from '../../../records/index.ts';
import {
  type EntryKind,
  eventsBetween,
  exampleBody,
  type StoredEvent,
} from '../../../events/index.ts';
import { isHiddenAsDeleted } from '../../../incidents/index.ts';
import type { Tx } from '../../../platform/postgres/tables.ts';
import { notFound, ApiError } from '../../../platform/errors.ts';
import { type Reply, type RequestContext, ok } from '../../../platform/http/request/context.ts';
import { respondWithList } from '../../../platform/http/output/pagination.ts';
import { notifyOnCommit } from '../../../platform/postgres/commit-notifier.ts';
import { mayManage } from '../../rights.ts';
import { attempt, type Outcome, targetOf } from '../attempt.ts';
import { MAX_BATCH_BYTES, matchAll } from '../relay/matching.ts';
import { webhookKind } from '../outbound.handlers.ts';
import type { WebhookRow } from '../outbound.sql.ts';
import { refusalOf } from '../outbound.target.ts';
import { type Pipeline, maskedAttempt, maskedError } from './deliveries.masks.ts';
import type { Recover } from './deliveries.schema.ts';
import {
  attemptsOf,
  deliveryList,
  type DeliveryRow,
  findDelivery,
  insertDeliveries,
  insertReplay,
  ofWebhook,
  readStats,
} from './deliveries.sql.ts';

type IdCall<Body = unknown> = RequestContext<{ id: string }, unknown, Body>;

const presentDelivery = (row: DeliveryRow) => {
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

const presentAttempt = <T extends AttemptRow>({ status_code, error, ...rest }: T) => ({
  ...rest,
  ...(status_code !== null && { status_code }),
  ...(error !== null && { error }),
});

const withMaskedError = <T extends DeliveryRow>(row: T, urls: readonly string[]): T => ({
  ...row,
  last_error: maskedError(row.last_error, urls),
});

export async function listDeliveries(request: IdCall): Promise<Reply> {
  const { id, url } = await readRecord(request.deps.db, webhookKind, request.params.id);
  const newestFirst = { sort: 'created_at', order: 'desc' } as const;
  return respondWithList(
    request,
    deliveryList,
    { key: id, where: ofWebhook(id) },
    newestFirst,
    (rows) =>
      (rows as unknown as DeliveryRow[]).map((row) =>
        presentDelivery(mayManage(request.actor) ? row : withMaskedError(row, [url])),
      ),
  );
}

/** If the record is hidden: the body describes it, and a receiver may have repeated it in its response. */
export async function getDelivery(request: IdCall): Promise<Reply> {
  const { deps, params, actor } = request;
  const { id } = params;
  const row = await findDelivery(deps.db, id);
  if (!row) throw notFound(`Delivery ${id}`);
  const { body, ...delivery } = row;
  const stored = (await attemptsOf(deps.db, id)) as (AttemptRow & Pipeline)[];
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
const MOST_COUNTED = 10_000;

export async function getStats(request: IdCall): Promise<Reply> {
  const { id } = await readRecord(request.deps.db, webhookKind, request.params.id);
  const since = new Date(request.now.getTime() - DAY_MS).toISOString();
  const stats = await readStats(request.deps.db, id, since, MOST_COUNTED);
  const ended = stats.delivered + stats.failed;
  return ok({ since, ...stats, success_rate: ended === 0 ? null : stats.delivered / ended });
}

async function requireReachable(
  { deps }: Pick<RequestContext, 'deps'>,
  { url }: WebhookRow,
): Promise<void> {
  const refusal = await refusalOf(deps.egress, url);
  if (refusal !== undefined) throw new ApiError('target_refused', refusal);
}

const MOST_REPLAYS = 100;

/** The same bytes in a delivery of its own, with five attempts of its own. */
export async function replayDelivery(tx: Tx, request: IdCall): Promise<Reply> {
  const { id } = request.params;
  const row = await findDelivery(tx, id);
  if (!row) throw notFound(`Delivery ${id}`);
  const webhook = await lockRecord(tx, webhookKind, row.webhook_id);
  if (row.finished_at === null) {
    throw new ApiError(
      'delivery_not_finished',
      `The delivery is ${row.status}; it is tried by itself until it is delivered or failed.`,
    );
  }
  await requireReachable(request, webhook);
  for (let replay = row.replay + 1; replay <= MOST_REPLAYS; replay += 1) {
    const again = await insertReplay(tx, { id, replay }, request.now);
    if (!again) continue;
    await trailOf(tx, request, webhook, 'outbound_webhook.delivery_replayed', { delivery: id });
    notifyOnCommit(tx, 'deliveries');
    return { status: 202, body: presentDelivery(again) };
  }
  throw new ApiError('delivery_not_finished', `It was replayed ${MOST_REPLAYS} times already.`);
}

const trailOf = (
  tx: Tx,
  request: RequestContext,
  webhook: WebhookRow,
  kind: EntryKind,
  what: Record<string, unknown>,
) =>
  auditEntry(
    tx,
    request,
    webhookKind,
    webhook,
    kind,
    Object.fromEntries(Object.entries(what).map(([name, to]) => [name, { from: null, to }])),
  );

const RECOVER_BATCH = { rows: 1000, bytes: MAX_BATCH_BYTES };
const MOST_RECOVERED = 10_000;
/** Of the bodies that one call stores, in one transaction. */
const MAX_RECOVERED_BYTES = 64 * 1024 * 1024;

/** Looks at the log again and sends what has no delivery. An event that has one, whatever became of it, is not sent. */
export async function recoverDeliveries(tx: Tx, request: IdCall<Recover>): Promise<Reply> {
  const { id } = request.params;
  const webhook = await lockRecord(tx, webhookKind, id);
  const { since, until = request.now.toISOString() } = request.body;
  const span = { types: webhook.events, since, until };
  let [seen, bytes, matched, queued] = [0, 0, 0, 0];
  let last: StoredEvent | undefined;
  let hasMore = true;
  while (hasMore && seen < MOST_RECOVERED && bytes < MAX_RECOVERED_BYTES) {
    const batch = await eventsBetween(tx, span, last, RECOVER_BATCH);
    const matches = matchAll(batch.events, [webhook], request.deps.config.INSTANCE_NAME);
    if (matches.length > 0) queued += await insertDeliveries(tx, matches, request.now);
    matched += matches.length;
    seen += batch.events.length;
    for (const { body } of matches) bytes += Buffer.byteLength(body);
    last = batch.events.at(-1) ?? last;
    hasMore = batch.hasMore;
  }
  await trailOf(tx, request, webhook, 'outbound_webhook.recovered', { since, until, queued });
  if (queued > 0) notifyOnCommit(tx, 'deliveries');
  const isCut = hasMore && last !== undefined;
  return {
    status: 202,
    body: { matched, queued, ...(isCut && { next_since: last?.occurred_at }) },
  };
}

/** So that the answer comes before the caller's own time is over. */
const TEST_WITHIN_SECONDS = 10;

const presentOutcome = ({ ended: _, is_delivered: __, ...outcome }: Outcome) =>
  presentAttempt(outcome);

/** One attempt, now and with an example, that leaves no delivery behind. */
export async function testWebhook(request: IdCall): Promise<Reply> {
  const { deps, now } = request;
  const webhook = await readRecord(request.deps.db, webhookKind, request.params.id);
  const event = webhook.events[0] ?? exampleBody.event;
  const body = JSON.stringify({
    ...exampleBody,
    event,
    timestamp: now.toISOString(),
    service_instance: deps.config.INSTANCE_NAME,
    test: true,
  });
  const target = targetOf(deps, webhook);
  const outcome = await attempt(
    deps,
    { ...target, timeout_seconds: Math.min(target.timeout_seconds, TEST_WITHIN_SECONDS) },
    { id: randomUUID(), event_id: randomUUID(), event, sequence: 1, body: Buffer.from(body) },
    1,
  );
  return ok({ delivered: outcome.is_delivered, attempt: presentOutcome(outcome), body });
}
