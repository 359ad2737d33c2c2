// Inbound webhooks: their settings, templates for common senders, previews of drafts, and received events.
import { queryOptions } from '@tanstack/react-query';
import type {
  InboundEvent,
  InboundPreview,
  InboundWebhook,
  InboundWebhookCreate,
  InboundWebhookUpdate,
} from '@signalbox/sdk';
import { client } from './client.ts';

export type {
  FieldMapping,
  InboundEvent,
  InboundEventDetail,
  InboundPreviewed,
  InboundTemplate,
  InboundWebhook,
  InboundWebhookCreate,
  MappingWarning,
} from '@signalbox/sdk';

/** Settings to try without saving them. */
export type InboundDraft = NonNullable<InboundPreview['draft']>;

const PAGE_SIZE = 50;
const inboundKey = ['webhooks', 'inbound'] as const;

const onPage = (cursor: string | undefined) => ({
  limit: PAGE_SIZE,
  ...(cursor !== undefined && { cursor }),
});

export async function listInbound(cursor?: string, signal?: AbortSignal) {
  const page = await client.webhooks.inbound.list(onPage(cursor), { signal });
  const rows: InboundWebhook[] = page.data;
  return { rows, total: page.total, next: page.next_cursor };
}

/** By the handle: the id is the secret part of the address and is in no URL of the console. */
export const inboundQuery = (handle: string) =>
  queryOptions({
    queryKey: [...inboundKey, 'record', handle],
    queryFn: ({ signal }) => client.webhooks.inbound.get(handle, { signal }),
    staleTime: 5_000,
  });

export const templatesQuery = queryOptions({
  queryKey: [...inboundKey, 'templates'],
  queryFn: async ({ signal }) => (await client.webhooks.inbound.listTemplates({ signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

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

export const previewQuery = (handle: string, body: InboundPreview | undefined) =>
  queryOptions({
    queryKey: [...inboundKey, 'preview', handle, body],
    queryFn: ({ signal }) =>
      client.webhooks.inbound.preview(handle, body ?? { payload: {} }, { signal }),
    enabled: body !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
    placeholderData: (known) => known,
  });

export const inboundEventsKey = (handle: string) => [...inboundKey, 'events', handle] as const;

export async function listInboundEvents(
  handle: string,
  status: string | undefined,
  cursor?: string,
  signal?: AbortSignal,
) {
  type Query = NonNullable<Parameters<typeof client.webhooks.inbound.listEvents>[1]>;
  const asked = { ...onPage(cursor), ...(status !== undefined && { status }) } as Query;
  const page = await client.webhooks.inbound.listEvents(handle, asked, { signal });
  const rows: InboundEvent[] = page.data;
  return { rows, next: page.next_cursor };
}

export const inboundEventQuery = (handle: string, eventId: string) =>
  queryOptions({
    queryKey: [...inboundEventsKey(handle), 'record', eventId],
    queryFn: ({ signal }) => client.webhooks.inbound.getEvent(handle, eventId, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const replayInboundEvent = (handle: string, eventId: string) =>
  client.webhooks.inbound.replayEvent(handle, eventId);
