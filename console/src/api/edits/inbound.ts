// Inbound webhooks are changed by pages that few people open.
import type { InboundWebhookCreate, InboundWebhookUpdate } from '@signalbox/sdk';
import { client } from '../client.ts';

export const createInbound = (webhook: InboundWebhookCreate, idempotencyKey: string) =>
  client.webhooks.inbound.create(webhook, { idempotencyKey });

export const updateInbound = (handle: string, patch: InboundWebhookUpdate, version: number) =>
  client.webhooks.inbound.update(handle, patch, { ifMatch: version });

export const deleteInbound = (handle: string, version: number) =>
  client.webhooks.inbound.delete(handle, { ifMatch: version });

export const rotateInboundSecret = (handle: string, graceSeconds: number, version: number) =>
  client.webhooks.inbound.rotateSecret(
    handle,
    { grace_seconds: graceSeconds },
    { ifMatch: version },
  );

export const replayInboundEvent = (handle: string, eventId: string) =>
  client.webhooks.inbound.replayEvent(handle, eventId);
