// Each mailbox is read by one process at a time, which holds its lease in the database. Leases are renewed often, so that
// another process takes over within 30 seconds; a reader that lost its lease cannot store anything.
import { randomUUID } from 'node:crypto';
import { MINUTE, type Running, startSchedules } from '../../platform/background/schedules.ts';
import { BodyBudget } from '../../platform/http/guard/body-budget.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { type MailboxRow, mailboxTable } from '../mailboxes/mailboxes.sql.ts';
import { MAX_MAIL_BYTES } from '../text/parse/parse.ts';
import { startReader } from './reader.ts';
import { claimMailboxes, type Lease, releaseMailboxes } from './readers.sql.ts';

const RENEW_SECONDS = 5;
const LEASE = { seconds: 20, most: 200 };
/** Mails of all mailboxes that are fetched and stored at the same time. */
const BUDGET = { bytes: 2 * MAX_MAIL_BYTES, callerBytes: MAX_MAIL_BYTES, waitMs: MINUTE * 1000 };
const DAY_MS = 86_400_000;
/** Mails are kept at least so long after they were received, and recognised so long; see messages.purge.ts. */
const RECOGNISED_DAYS = 89;

type Reader = ReturnType<typeof startReader> & { version: number };

/** The server says in which second a mail was received. */
const startOfSecond = (ms: number): number => Math.floor(ms / 1000) * 1000;

/** If the ids of a folder change, mails that are not kept any more would be new. */
const readSince = ({ incoming_since: since }: MailboxRow, now: Date): Date =>
  new Date(
    Math.max(startOfSecond(Date.parse(since ?? '')), now.getTime() - RECOGNISED_DAYS * DAY_MS),
  );

export function startReaders(deps: Deps): Running {
  const reader = randomUUID();
  const readers = new Map<string, Reader>();
  const budget = new BodyBudget(BUDGET);

  const stop = async (ids: Iterable<string>) => {
    const stopped = [...ids].map(async (id) => {
      await readers.get(id)?.stop();
      readers.delete(id);
    });
    await Promise.all(stopped);
  };

  const start = async ({ id, version }: Lease) => {
    const mailbox = await mailboxTable.find(deps.db, id);
    if (!mailbox) return;
    const since = readSince(mailbox, deps.now());
    const started = startReader({ deps, reader, mailbox, budget, since });
    readers.set(id, { ...started, version });
  };

  const renew = async () => {
    const leases = new Map<string, Lease>();
    for (const lease of await claimMailboxes(deps.db, reader, LEASE)) leases.set(lease.id, lease);
    const isCurrent = ([id, { version, isDone }]: [string, Reader]) =>
      leases.get(id)?.version === version && !isDone();
    await stop([...readers].filter((one) => !isCurrent(one)).map(([id]) => id));
    for (const lease of leases.values()) if (!readers.has(lease.id)) await start(lease);
  };

  const renewing = startSchedules(
    [{ name: 'read-mailboxes', everySeconds: RENEW_SECONDS, run: renew }],
    deps.log,
  );
  return {
    stop: async () => {
      await renewing.stop();
      if (readers.size === 0) return;
      await stop(readers.keys());
      await releaseMailboxes(deps.db, reader);
    },
  };
}
