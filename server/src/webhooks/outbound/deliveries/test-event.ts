// A test sends an example of an event to the receiver of a webhook.
import { randomUUID } from 'node:crypto';
import { exampleData, selectedTypes } from '../../../events/index.ts';
import { type Reply, type RequestContext, ok } from '../../../platform/http/request/context.ts';
import { readRecord } from '../../../records/index.ts';
import { attempt, type Outcome, targetOf } from '../attempt.ts';
import { outbound } from '../outbound.handlers.ts';
import { presentAttempt } from './deliveries.handlers.ts';
import type { WebhookTest } from './deliveries.schema.ts';

/** A test ends before the usual timeout of clients does. */
const MAX_TEST_SECONDS = 10;

const presentOutcome = ({ ended: _, is_delivered: __, ...outcome }: Outcome) =>
  presentAttempt(outcome);

/** Makes one attempt with an example event; nothing is stored. */
export async function testWebhook(
  request: RequestContext<{ id: string }, unknown, WebhookTest>,
): Promise<Reply> {
  const { deps, now, params } = request;
  const webhook = await readRecord(deps.db, outbound, params.id, request);
  const event = request.body.event ?? selectedTypes(webhook.events)[0] ?? 'incident.created';
  const body = JSON.stringify({
    event,
    timestamp: now.toISOString(),
    service_instance: deps.config.INSTANCE_NAME,
    data: exampleData(event, deps.config.BASE_URL),
    test: true,
  });
  const target = targetOf(deps, webhook);
  const outcome = await attempt(
    deps,
    { ...target, timeout_seconds: Math.min(target.timeout_seconds, MAX_TEST_SECONDS) },
    { id: randomUUID(), event_id: randomUUID(), event, sequence: 1, body: Buffer.from(body) },
    1,
  );
  return ok({ delivered: outcome.is_delivered, attempt: presentOutcome(outcome), body });
}
