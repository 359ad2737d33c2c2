// The stream says how many notifications are unread, so that all tabs and devices agree within a second.
import { notificationsQuery, queryClient, unreadQuery } from '../api/index.ts';
import { live } from './live.ts';

/** Must be called once, when the session has started. */
export function startUnread(): void {
  live.onUnread((unread) => {
    // A response that is on its way may be older.
    void queryClient.cancelQueries({ queryKey: unreadQuery.queryKey });
    queryClient.setQueryData(unreadQuery.queryKey, unread);
    // Only a list that is on screen is read again.
    void queryClient.invalidateQueries({ queryKey: notificationsQuery.queryKey });
  });
}
