// Sends the events that a webhook missed: on request, and once a suspended webhook has another owner.
import {
  type EntryKind,
  eventsBetween,
  selectedTypes,
  type StoredEvent,
} from '../../../events/index.ts';
import type { AuditContext } from '../../../platform/context.ts';
import { notifyOnCommit } from '../../../platform/postgres/commit-notifier.ts';
import type { Tx } from '../../../platform/postgres/tables.ts';
import { transact } from '../../../platform/postgres/transaction.ts';
import type { Deps } from '../../../platform/runtime/deps.ts';
import { emitEntry } from '../../../records/index.ts';
import { MAX_BATCH_BYTES, matchAll } from '../relay/matching.ts';
import { readSubscriptions } from '../relay/relay.sql.ts';
import { outbound } from '../outbound.handlers.ts';
import { outboundWebhooks, type WebhookRow } from '../outbound.sql.ts';
import { insertDeliveries } from './deliveries.sql.ts';
import type { Recovery } from './recovery-job.ts';

export const auditAction = (
  tx: Tx,
  request: AuditContext,
  webhook: WebhookRow,
  kind: EntryKind,
  details: Record<string, unknown>,
) =>
  emitEntry(tx, request, outbound, webhook, {
    kind,
    changes: Object.fromEntries(
      Object.entries(details).map(([name, to]) => [name, { from: null, to }]),
    ),
  });

const RECOVER_BATCH = { rows: 1000, bytes: MAX_BATCH_BYTES };
const MAX_RECOVERED_EVENTS = 10_000;
/** One transaction stores bodies of about this total size at most. */
const MAX_RECOVERED_BYTES = 64 * 1024 * 1024;

interface Recovered {
  matched: number;
  queued: number;
  /** The next recovery continues here, if there is more. */
  next_since?: string;
}

/** Queues events without a delivery. An event with one, even a failed one, is skipped. */
export async function recoverEvents(
  tx: Tx,
  context: AuditContext,
  config: Deps['config'],
  webhook: WebhookRow,
  { since, until }: { since: string; until: string },
): Promise<Recovered> {
  const range = { types: selectedTypes(webhook.events), since, until };
  const { groups } = await readSubscriptions(tx);
  let [read, bytes, matched, queued] = [0, 0, 0, 0];
  let last: StoredEvent | undefined;
  let hasMore = true;
  while (hasMore && read < MAX_RECOVERED_EVENTS && bytes < MAX_RECOVERED_BYTES) {
    const batch = await eventsBetween(tx, range, last, RECOVER_BATCH);
    const matches = matchAll(batch.events, [webhook], config.INSTANCE_NAME, groups);
    if (matches.length > 0) queued += await insertDeliveries(tx, matches, context.now);
    matched += matches.length;
    read += batch.events.length;
    for (const { body } of matches) bytes += Buffer.byteLength(body);
    last = batch.events.at(-1) ?? last;
    hasMore = batch.hasMore;
  }
  await auditAction(tx, context, webhook, 'outbound_webhook.recovered', { since, until, queued });
  if (queued > 0) notifyOnCommit(tx, 'deliveries');
  return { matched, queued, ...(hasMore && last && { next_since: last.occurred_at }) };
}

/** The job `recover-webhook` may run twice: an event gets one delivery. */
export async function recoverWebhook(deps: Deps, recovery: Recovery): Promise<void> {
  const { webhook_id, actor, request_id: requestId } = recovery;
  // The range ends now: events between the request and its commit were relayed without this webhook.
  const until = deps.now().toISOString();
  for (let since: string | undefined = recovery.since; since !== undefined;) {
    if (deps.lifecycle.isStopping)
      throw new Error('The process stops; another one continues the job.');
    const from: string = since;
    since = await transact(deps, async (tx) => {
      const webhook = await outboundWebhooks.lock(tx, webhook_id);
      if (!webhook?.active || webhook.deleted_at !== null) return undefined;
      const context = { actor: { ...actor, roles: [] }, requestId, now: deps.now() };
      const range = { since: from, until };
      return (await recoverEvents(tx, context, deps.config, webhook, range)).next_since;
    });
  }
}
