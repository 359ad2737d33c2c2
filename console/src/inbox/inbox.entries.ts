// The inbox shows records that wait for a decision, and notifications, in the same form.
import type { InboxNotification, WaitingRow } from '../api/index.ts';
import { type EntryIcon, wordsOf } from './inbox.words.ts';

/** The link of an entry leads to the page of its record. */
interface RecordTarget {
  to:
    | '/incidents/$id'
    | '/changes/$id'
    | '/requests/$id'
    | '/tasks/$id'
    | '/knowledge/$id'
    | '/cmdb/$id'
    | '/webhooks/deliveries/$id'
    | '/webhooks/outbound/$id'
    | '/open-work/$id';
  params: { id: string };
}

/** The incidents of somebody who has left. */
interface ListTarget {
  to: '/incidents';
  search: { assigned_to: string };
}

export type Target = RecordTarget | ListTarget;

export interface InboxEntry {
  key: string;
  icon: EntryIcon;
  sentence: string;
  /** The title names the record in the words of its requester. */
  title: string | undefined;
  excerpt: string | undefined;
  at: string;
  isUnread: boolean;
  /** Undefined if the entry is about nothing that has a page. */
  target: Target | undefined;
  /** Only notifications can be marked as read. */
  notificationId: string | undefined;
}

/** The first of these members that a notification has names the page that it is about. */
const pages: readonly [member: keyof InboxNotification, to: RecordTarget['to']][] = [
  ['task_id', '/tasks/$id'],
  ['incident_id', '/incidents/$id'],
  ['change_id', '/changes/$id'],
  ['service_request_id', '/requests/$id'],
  ['article_id', '/knowledge/$id'],
  ['ci_id', '/cmdb/$id'],
  ['delivery_id', '/webhooks/deliveries/$id'],
  ['webhook_id', '/webhooks/outbound/$id'],
];

/** Managers hand the work over; the members of its groups see it in the list. */
function workTargetOf({ user_id, person, group }: InboxNotification): Target | undefined {
  if (user_id === undefined || person === undefined) return undefined;
  return typeof group === 'string'
    ? { to: '/incidents', search: { assigned_to: person } }
    : { to: '/open-work/$id', params: { id: user_id } };
}

export function targetOf(notification: InboxNotification): Target | undefined {
  if (notification.type === 'work.left_open') return workTargetOf(notification);
  for (const [member, to] of pages) {
    const id = notification[member];
    if (typeof id === 'string') return { to, params: { id } };
  }
  return undefined;
}

type NameOf = (address: string) => string;

export function entryOfNotification(
  notification: InboxNotification,
  nameOf: NameOf,
  isForRequester = false,
): InboxEntry {
  const { id, short_description, excerpt, created_at, read_at } = notification;
  return {
    key: id,
    ...wordsOf(notification, nameOf, isForRequester),
    title: short_description,
    excerpt,
    at: created_at,
    isUnread: read_at === null,
    target: targetOf(notification),
    notificationId: id,
  };
}

export const entryOfWaiting = (
  { id, short_description, requested_by, created_at }: WaitingRow,
  to: RecordTarget['to'],
  nameOf: NameOf,
): InboxEntry => ({
  key: id,
  icon: 'approval',
  sentence: `${nameOf(requested_by)} submitted ${id}`,
  title: short_description,
  excerpt: undefined,
  at: created_at,
  isUnread: false,
  target: { to, params: { id } },
  notificationId: undefined,
});

/** Entries that arrive while the inbox is open wait, because rows must not move under the pointer; ids ascend with time. */
export function splitNew<Row extends { id: string }>(
  rows: readonly Row[],
  lastId: string | undefined,
): { shown: readonly Row[]; newCount: number } {
  const shown = lastId === undefined ? rows : rows.filter(({ id }) => id <= lastId);
  return { shown, newCount: rows.length - shown.length };
}
