// The sections of the inbox share one order for the keys.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import {
  faultOf,
  type ListPage,
  mayUse,
  type Me,
  notificationsQuery,
  queryClient,
  waitingChangesQuery,
  waitingRequestsQuery,
  type WaitingRow,
} from '../api/index.ts';
import { overlayKeys } from '../keys/index.ts';
import { live } from '../live/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { EmptyState } from '../ui/layout/empty-state.tsx';
import { ErrorPanel } from '../ui/layout/error-panel.tsx';
import { SkeletonBar } from '../ui/layout/skeleton.tsx';
import { usePersonNames } from '../words/index.ts';
import { EntryRow } from './entry-row.tsx';
import { entryOfNotification, entryOfWaiting, type InboxEntry } from './inbox.entries.ts';
import { inboxCommands } from './inbox.keys.ts';
import styles from './inbox.module.css';
import { markAllRead, markRead } from './read-marks.ts';

/** Decisions of others change the list, and so do records that are submitted. */
function useWaitingUpdates(): void {
  useEffect(
    () =>
      live.onEvent(({ event }) => {
        if (event.startsWith('change.') || event.startsWith('request.'))
          void queryClient.invalidateQueries({ queryKey: ['notifications', 'waiting'] });
      }),
    [],
  );
}

const decided = { decidable: 'true' };

interface MoreProps {
  page: ListPage<WaitingRow> | undefined;
  noun: string;
  to: '/changes' | '/requests';
  onFollow: () => void;
}

const More = ({ page, noun, to, onFollow }: MoreProps) =>
  page &&
  page.total > page.rows.length && (
    <Link to={to} search={decided} className={styles.more} onClick={onFollow}>
      Show all {page.total} {noun}
    </Link>
  );

interface InboxProps {
  me: Me;
  unread: number;
  onOpen: (entry: InboxEntry) => void;
  /** A link leads away from the inbox. */
  onLeave: () => void;
}

export function Inbox({ me, unread, onOpen, onLeave }: InboxProps) {
  const nameOf = usePersonNames();
  const list = useInfiniteQuery(notificationsQuery);
  const mayDecideChanges = mayUse(me, 'changes.decide');
  const mayDecideRequests = mayUse(me, 'requests.decide');
  const { data: changes } = useQuery({ ...waitingChangesQuery, enabled: mayDecideChanges });
  const { data: requests } = useQuery({ ...waitingRequestsQuery, enabled: mayDecideRequests });
  useWaitingUpdates();

  const waiting = [
    ...(changes?.rows ?? []).map((row) => entryOfWaiting(row, '/changes/$id', nameOf)),
    ...(requests?.rows ?? []).map((row) => entryOfWaiting(row, '/requests/$id', nameOf)),
  ];
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const notifications = rows.map((row) => entryOfNotification(row, nameOf));
  const all = [...waiting, ...notifications];

  const rootRef = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string>();
  const stop = all.some(({ key }) => key === current) ? current : all[0]?.key;
  const move = (by: 1 | -1) => {
    const found = [...(rootRef.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])];
    const from = found.findIndex((one) => one === document.activeElement);
    found[from === -1 ? 0 : Math.min(Math.max(from + by, 0), found.length - 1)]?.focus();
  };
  const findFocused = () => {
    const { entry } = (document.activeElement as HTMLElement | null)?.dataset ?? {};
    return all.find(({ key }) => key === entry);
  };
  const onKeyDown = overlayKeys(inboxCommands, {
    'inbox.next': () => move(1),
    'inbox.previous': () => move(-1),
    'inbox.read': () => {
      const { isUnread, notificationId } = findFocused() ?? {};
      if (isUnread && notificationId !== undefined) void markRead(notificationId);
    },
  });
  const items = (entries: readonly InboxEntry[]) =>
    entries.map((entry) => (
      <EntryRow
        key={entry.key}
        entry={entry}
        isStop={entry.key === stop}
        onFocus={() => setCurrent(entry.key)}
        onOpen={onOpen}
      />
    ));

  return (
    <div
      ref={rootRef}
      className={styles.inbox}
      role="group"
      aria-label="Entries"
      tabIndex={-1}
      data-autofocus
      onKeyDown={onKeyDown}
    >
      {waiting.length > 0 && (
        <section aria-labelledby="inbox-waiting">
          <h3 id="inbox-waiting">Waits for my approval</h3>
          <ul>{items(waiting)}</ul>
          <More page={changes} noun="changes" to="/changes" onFollow={onLeave} />
          <More page={requests} noun="requests" to="/requests" onFollow={onLeave} />
        </section>
      )}
      <section aria-labelledby="inbox-notifications">
        <header>
          <h3 id="inbox-notifications">Notifications</h3>
          <Button
            variant="quiet"
            unavailable={unread === 0 ? 'Everything is read.' : undefined}
            onClick={() => void markAllRead()}
          >
            Mark all read
          </Button>
        </header>
        {list.error && !list.data && (
          <ErrorPanel fault={faultOf(list.error)} onRetry={() => void list.refetch()} />
        )}
        {!list.data && !list.error && <Loading />}
        {list.data && notifications.length === 0 && (
          <EmptyState title="Nothing has happened yet">
            You are notified here when something is assigned to you, answered or waits for you.
          </EmptyState>
        )}
        <ul>{items(notifications)}</ul>
        {list.hasNextPage && (
          <NextPage isLoading={list.isFetchingNextPage} onShow={() => void list.fetchNextPage()} />
        )}
      </section>
    </div>
  );
}

const Loading = () => (
  <div className={styles.loading}>
    <SkeletonBar width="70%" />
    <SkeletonBar width="50%" />
    <SkeletonBar width="60%" />
  </div>
);

/** The next page is loaded when its place comes into view. */
function NextPage({ isLoading, onShow }: { isLoading: boolean; onShow: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  const latest = useRef(onShow);
  useEffect(() => {
    latest.current = onShow;
  });
  useEffect(() => {
    if (isLoading || !ref.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) latest.current();
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isLoading]);
  return (
    <div ref={ref}>
      <Loading />
    </div>
  );
}
