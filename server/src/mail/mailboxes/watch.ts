// Operators see which mailboxes fail, and since when: in the metrics, and with a test of every one in `doctor`.
import type { Db } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { healthOf } from './health.ts';
import type { Mailbox, MailboxTest } from './mailboxes.schema.ts';
import { watchedMailboxes } from './mailboxes.sql.ts';

/** Returns 0 for each mailbox that works. */
export async function failingSeconds(db: Db, now: Date): Promise<Map<string, number>> {
  const rows = await watchedMailboxes(db);
  return new Map(
    rows.map((row) => {
      const { status, failing_since: since } = healthOf(row, now);
      const isFailing = status === 'failed' && since !== null;
      return [
        row.address,
        isFailing ? Math.max(0, (now.getTime() - Date.parse(since)) / 1000) : 0,
      ] as const;
    }),
  );
}

export interface WatchedMailbox {
  address: string;
  incoming: Mailbox['incoming']['kind'];
  /** The mail server of the instance serves other mail too. */
  sendsBy: Mailbox['outgoing']['kind'];
  health: Mailbox['health'];
  /** Signs in to the mail servers, as `POST /mailboxes/<id>/test` does. */
  test: () => Promise<MailboxTest>;
}

export async function watchMailboxes(deps: Deps): Promise<WatchedMailbox[]> {
  // The libraries of mail servers are imported on demand.
  const { checkMailbox } = await import('./mailboxes.check.ts');
  const rows = await watchedMailboxes(deps.db);
  return rows.map((row) => ({
    address: row.address,
    incoming: row.incoming.kind,
    sendsBy: row.outgoing.kind,
    health: healthOf(row, deps.now()),
    test: () => checkMailbox(deps, row),
  }));
}
