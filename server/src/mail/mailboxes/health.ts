// Says whether a mailbox receives mail. Readers store their failures; that none reads is seen by the end of the last lease.
import type { Mailbox } from './mailboxes.schema.ts';
import type { MailboxRow } from './mailboxes.sql.ts';

/** A worker that starts, or takes over, needs less. With the lease of 20 seconds, health says so within a minute. */
const UNREAD_AFTER_MS = 35_000;

export const NO_READER = 'No worker reads the mailbox. Start a worker, or see why it has stopped.';

type Shown = Pick<
  MailboxRow,
  | 'active'
  | 'incoming'
  | 'incoming_since'
  | 'read_until'
  | 'last_message_at'
  | 'last_error'
  | 'failing_since'
>;

/** Returns since when nobody has read the mailbox; undefined if somebody reads it, or nobody has to. */
function unreadSince({ active, incoming, ...row }: Shown, now: Date): string | undefined {
  if (!active || incoming.kind !== 'imap') return undefined;
  const last = [row.incoming_since, row.read_until].flatMap((time) => time ?? []).toSorted();
  const since = last.at(-1);
  const isUnread = since === undefined || now.getTime() - Date.parse(since) > UNREAD_AFTER_MS;
  return isUnread ? since : undefined;
}

export function healthOf(row: Shown, now: Date): Mailbox['health'] {
  const { last_message_at, last_error, failing_since } = row;
  const unread = unreadSince(row, now);
  if (unread !== undefined)
    return {
      status: 'failed',
      last_message_at,
      last_error: NO_READER,
      failing_since: unread,
    };
  const received = last_message_at === null ? 'idle' : 'ok';
  return {
    status: last_error === null ? received : 'failed',
    last_message_at,
    last_error,
    failing_since,
  };
}
