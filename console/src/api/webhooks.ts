import { queryOptions } from '@tanstack/react-query';
import { type DeliverySummary, eventTypes, type OutboundWebhook } from '@signalbox/sdk';
import { client } from './client.ts';
import { type ListPage, pageOf, pageQuery } from './pages.ts';

export type {
  Attempt,
  Delivery,
  DeliverySummary,
  Filter,
  OutboundWebhook,
  OutboundWebhookCreate,
  ReplayAll,
  WebhookStats,
} from '@signalbox/sdk';
export { eventTypes };
/** A test may send any event type, also one that the webhook does not subscribe to. */
export type TestedEvent = (typeof eventTypes)[number];
export type EventName = OutboundWebhook['events'][number];

/** The page of a webhook shows its health this soon after it has changed. */
const HEALTH_MS = 10_000;

const webhooksKey = ['webhooks', 'outbound'] as const;

export const listWebhooks = async (
  query: Record<string, string>,
  cursor?: string,
): Promise<ListPage<OutboundWebhook>> =>
  pageOf(await client.webhooks.outbound.list(pageQuery(query, cursor)));

/** The first page suffices to name webhooks by id and to show their health. */
export const webhooksQuery = queryOptions({
  queryKey: [...webhooksKey, 'list'],
  queryFn: () => listWebhooks({}),
  staleTime: 10_000,
  refetchInterval: 60_000,
});

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: [...webhooksKey, 'record', id],
    queryFn: ({ signal }) => client.webhooks.outbound.get(id, { signal }),
    staleTime: 5_000,
    refetchInterval: HEALTH_MS,
  });

/** The API accepts at most 400 `hours`. */
export const webhookStatsQuery = (id: string, hours: number) =>
  queryOptions({
    queryKey: [...webhooksKey, 'stats', id, hours],
    queryFn: ({ signal }) => {
      const from = new Date(Date.now() - (hours - 1) * 3_600_000);
      return client.webhooks.outbound.getStats(id, { interval: 'hour', from }, { signal });
    },
    staleTime: HEALTH_MS,
    refetchInterval: 3 * HEALTH_MS,
  });

const deliveriesKey = ['webhooks', 'deliveries'] as const;

export const listDeliveries = async (
  query: Record<string, string>,
  cursor?: string,
): Promise<ListPage<DeliverySummary>> =>
  pageOf(await client.webhooks.deliveries.list(pageQuery(query, cursor)));

const isUnfinished = (status: string | undefined): boolean =>
  status === 'pending' || status === 'retrying';

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: [...deliveriesKey, 'record', id],
    queryFn: ({ signal }) => client.webhooks.deliveries.get(id, { signal }),
    staleTime: 5_000,
    refetchInterval: ({ state }) => isUnfinished(state.data?.status) && 2000,
  });
