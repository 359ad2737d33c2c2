// Reads the sections of the inbox. Rows stay where they are while it is open; new ones are shown when asked for.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  faultOf,
  isRequester,
  type ListPage,
  mayUse,
  type Me,
  notificationsQuery,
  waitingChangesQuery,
  waitingRequestsQuery,
  type WaitingRow,
} from '../api/index.ts';
import type { Fault } from '../ui/layout/fault.ts';
import { usePersonNames } from '../words/index.ts';
import { entryOfNotification, entryOfWaiting, type InboxEntry, splitNew } from './inbox.entries.ts';

export interface WaitingPage {
  to: '/changes' | '/requests';
  noun: string;
  page: ListPage<WaitingRow>;
}

export interface InboxContent {
  /** All sections are shown together, so that none moves the others. */
  isReady: boolean;
  fault: Fault | undefined;
  waiting: readonly InboxEntry[];
  waitingPages: readonly WaitingPage[];
  notifications: readonly InboxEntry[];
  newCount: number;
  /** Also loads the inbox again after a fault. */
  showNew: () => void;
  next: { isLoading: boolean; load: () => void } | undefined;
}

function useWaiting(me: Me) {
  const mayDecide = {
    changes: mayUse(me, 'changes.decide'),
    // The catalog names the approvers of its items, whatever their role.
    requests: mayUse(me, 'requests.read'),
  };
  const changes = useQuery({ ...waitingChangesQuery, enabled: mayDecide.changes });
  const requests = useQuery({ ...waitingRequestsQuery, enabled: mayDecide.requests });
  return {
    error: changes.error ?? requests.error,
    isSettled: !changes.isLoading && !requests.isLoading,
    pages: [
      { to: '/changes', noun: 'changes', page: changes.data },
      { to: '/requests', noun: 'requests', page: requests.data },
    ] as const,
    reload: () => {
      if (mayDecide.changes) void changes.refetch();
      if (mayDecide.requests) void requests.refetch();
    },
  };
}

export function useInbox(me: Me): InboxContent {
  const nameOf = usePersonNames();
  const isOwn = isRequester(me);
  const list = useInfiniteQuery(notificationsQuery);
  const waiting = useWaiting(me);
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const newest = list.data && (rows[0]?.id ?? '');
  const [shownId, setShownId] = useState<string>();
  // The first response says which notifications are there when the inbox opens.
  if (shownId === undefined && newest !== undefined) setShownId(newest);
  // A list that is shown stays, although it could not be read again.
  const error = (list.data ? null : list.error) ?? waiting.error;
  const { shown, newCount } = splitNew(rows, shownId);
  const waitingPages = waiting.pages.flatMap(({ page, ...one }) =>
    page ? [{ ...one, page }] : [],
  );
  return {
    isReady: waiting.isSettled && list.data !== undefined,
    fault: error ? faultOf(error) : undefined,
    waiting: waitingPages.flatMap(({ to, page }) =>
      page.rows.map((row) => entryOfWaiting(row, `${to}/$id`, nameOf)),
    ),
    waitingPages,
    notifications: shown.map((row) => entryOfNotification(row, nameOf, isOwn)),
    newCount,
    showNew: () => {
      setShownId(newest);
      waiting.reload();
      if (newest === undefined) void list.refetch();
    },
    next: list.hasNextPage
      ? { isLoading: list.isFetchingNextPage, load: () => void list.fetchNextPage() }
      : undefined,
  };
}
