import { queryOptions } from '@tanstack/react-query';
import type { InboundEvent, InboundPreview, InboundWebhook } from '@signalbox/sdk';
import { client } from './client.ts';
import { type ListPage, pageOf, pageQuery } from './pages.ts';

export type {
  FieldMapping,
  InboundEvent,
  InboundPreviewed,
  InboundTemplate,
  InboundWebhook,
  InboundWebhookCreate,
} from '@signalbox/sdk';

/** A preview tries these settings without saving them. */
export type InboundDraft = NonNullable<InboundPreview['draft']>;

const inboundKey = ['webhooks', 'inbound'] as const;

/** The handle identifies a row: the id of the webhook is the secret part of its address, and is in no URL of the console. */
export interface InboundRow extends Omit<InboundWebhook, 'id'> {
  id: string;
}

export async function listInbound(
  query: Record<string, string>,
  cursor?: string,
): Promise<ListPage<InboundRow>> {
  const page = pageOf(await client.webhooks.inbound.list(pageQuery(query, cursor)));
  return { ...page, rows: page.rows.map((row) => ({ ...row, id: row.handle })) };
}

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

export const listInboundEvents = async (
  { webhook: handle = '', ...query }: Record<string, string>,
  cursor?: string,
): Promise<ListPage<InboundEvent>> =>
  pageOf(await client.webhooks.inbound.listEvents(handle, pageQuery(query, cursor)));

export const inboundEventQuery = (handle: string, eventId: string) =>
  queryOptions({
    queryKey: [...inboundKey, 'events', handle, eventId],
    queryFn: ({ signal }) => client.webhooks.inbound.getEvent(handle, eventId, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
