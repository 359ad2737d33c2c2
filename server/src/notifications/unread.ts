import type { UnreadSource } from '../events/index.ts';
import { may } from '../identity/index.ts';
import { readUnreadCounts } from './unread.sql.ts';

/** Event streams count the notifications of their callers, who may also list them. */
export const unreadNotifications: UnreadSource = {
  policy: may('notifications.read'),
  read: readUnreadCounts,
};
