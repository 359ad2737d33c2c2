// A notification is shown as read at once; the stream then tells the other tabs and devices.
import {
  faultOf,
  type InboxNotification,
  type NotificationPages,
  notificationsQuery,
  queryClient,
  readAllNotifications,
  readNotification,
  unreadQuery,
} from '../api/index.ts';
import { live } from '../live/index.ts';
import { toast } from '../ui/overlays/toast.tsx';

type Mark = (notification: InboxNotification) => InboxNotification;

/** Marks rows of the cached pages. */
const withMarks = (cached: NotificationPages, mark: Mark): NotificationPages => ({
  ...cached,
  pages: cached.pages.map((page) => ({ ...page, rows: page.rows.map(mark) })),
});

function showAsRead(isMarked: (notification: InboxNotification) => boolean, unread: number): void {
  const now = new Date().toISOString();
  queryClient.setQueryData<NotificationPages>(
    notificationsQuery.queryKey,
    (cached) =>
      cached &&
      withMarks(cached, (one) =>
        one.read_at === null && isMarked(one) ? { ...one, read_at: now } : one,
      ),
  );
  queryClient.setQueryData(unreadQuery.queryKey, Math.max(0, unread));
}

const reload = () => queryClient.invalidateQueries({ queryKey: ['notifications'] });

async function send(request: () => Promise<unknown>): Promise<void> {
  try {
    await request();
    // Without the stream, nobody else says the new count.
    if (!live.status().isLive) await reload();
  } catch (error) {
    toast(`Not marked as read. ${faultOf(error).detail}`, { tone: 'red' });
    await reload();
  }
}

const currentCount = (): number => queryClient.getQueryData(unreadQuery.queryKey) ?? 0;

export function markRead(id: string): Promise<void> {
  showAsRead((one) => one.id === id, currentCount() - 1);
  return send(() => readNotification(id));
}

export function markAllRead(): Promise<void> {
  showAsRead(() => true, 0);
  return send(readAllNotifications);
}
