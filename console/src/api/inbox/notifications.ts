import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Notification as GeneratedNotification } from '@signalbox/sdk';
import { client } from '../client.ts';
import { type ListPage, pageOf } from '../pages.ts';

/** Later releases have more types of notifications. */
export type InboxNotification = Omit<GeneratedNotification, 'type'> & { type: string };

const PAGE_SIZE = 30;

/** The inbox is read whenever it is opened, and not cached: rows that come later would move under the pointer. */
const whileOpen = { staleTime: 0, gcTime: 0 } as const;
/** These rows stay as they are until the inbox asks for new ones. */
const untilAsked = { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false } as const;

/** The list begins with the newest. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: async ({ pageParam, signal }) => {
    const query = { limit: PAGE_SIZE, ...(pageParam !== undefined && { cursor: pageParam }) };
    const page = await client.notifications.list(query, { signal });
    return { rows: page.data, next: page.next_cursor };
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next,
  ...whileOpen,
});

export type NotificationPages = {
  pages: { rows: InboxNotification[]; next: string | undefined }[];
  pageParams: (string | undefined)[];
};

/** The stream sets this count whenever it changes; it is read only where the stream has not said it yet. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async ({ signal }): Promise<number> =>
    (await client.notifications.list({ limit: 1 }, { signal })).unread,
  staleTime: 15_000,
});

export const listNewestNotifications = async (): Promise<InboxNotification[]> =>
  (await client.notifications.list({ limit: PAGE_SIZE })).data;

export const readNotification = (id: string) => client.notifications.read(id);
export const readAllNotifications = () => client.notifications.readAll();

/** A change or service request waits for a decision of the caller. */
export interface WaitingRow {
  id: string;
  short_description: string;
  requested_by: string;
  created_at: string;
}

/** Further ones are in the list of their type. */
const MAX_WAITING = 10;
const waiting = { decidable: true, limit: MAX_WAITING } as const;

export const waitingChangesQuery = queryOptions({
  queryKey: ['notifications', 'waiting', 'changes'],
  queryFn: async ({ signal }): Promise<ListPage<WaitingRow>> =>
    pageOf(await client.changes.list(waiting, { signal })),
  ...untilAsked,
});

export const waitingRequestsQuery = queryOptions({
  queryKey: ['notifications', 'waiting', 'requests'],
  queryFn: async ({ signal }): Promise<ListPage<WaitingRow>> =>
    pageOf(await client.serviceRequests.list(waiting, { signal })),
  ...untilAsked,
});
