// Outbound webhooks and their deliveries are changed by pages that few people open.
import type { OutboundWebhookCreate, OutboundWebhookUpdate, ReplayAll } from '@signalbox/sdk';
import { client } from '../client.ts';
import type { TestedEvent } from '../webhooks.ts';

export const createWebhook = (webhook: OutboundWebhookCreate, idempotencyKey: string) =>
  client.webhooks.outbound.create(webhook, { idempotencyKey });

export const updateWebhook = (id: string, patch: OutboundWebhookUpdate, version: number) =>
  client.webhooks.outbound.update(id, patch, { ifMatch: version });

export const deleteWebhook = (id: string, version: number) =>
  client.webhooks.outbound.delete(id, { ifMatch: version });

export const rotateSecret = (id: string, graceSeconds: number, version: number) =>
  client.webhooks.outbound.rotateSecret(id, { grace_seconds: graceSeconds }, { ifMatch: version });

export const testWebhook = (id: string, event: TestedEvent) =>
  client.webhooks.outbound.test(id, { event });

/** Each request matches a part of the events; it is repeated until all since then are matched. */
export async function recoverWebhook(id: string, since: string) {
  let [matched, queued] = [0, 0];
  for (let from: string | undefined = since; from !== undefined;) {
    const part: Awaited<ReturnType<typeof client.webhooks.outbound.recover>> =
      await client.webhooks.outbound.recover(id, { since: from });
    matched += part.matched;
    queued += part.queued;
    from = part.next_since === from ? undefined : part.next_since;
  }
  return { matched, queued };
}

export const replayDeliveries = (id: string, filter: ReplayAll) =>
  client.webhooks.outbound.replay(id, filter);

/** Makes the next attempt of a delivery now; later ones follow the schedule. */
export const retryDelivery = (id: string) => client.webhooks.deliveries.retry(id);

export const replayDelivery = (id: string) => client.webhooks.deliveries.replay(id);
