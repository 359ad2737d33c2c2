// One worker reads many mailboxes of a Dovecot at a steady rate of mails: the time from the delivery to the incident, the
// memory and the connections of the worker; and the same while the server of one mailbox hangs.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../server/test/support/client.ts';
import { type ReadMailbox, startImapSite } from '../../server/test/support/dovecot/imap-site.ts';
import { within } from '../../server/test/support/processes.ts';
import { atMost, type Report } from '../../server/test/support/report.ts';
import type { Site } from '../../server/test/support/site.ts';

export interface MailboxesOptions {
  mailboxes: number;
  rate: number;
  seconds: number;
}

const MAX_P95_MS = 2000;
const POLL_MS = 20;
/** Later incidents are seen in time, because a poll shows more than arrive in a minute. */
const LATEST = 1000;
const SETTLE_MS = 10_000;

function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}

const socketsOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/fd`).filter((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;

const usageOf = (pid: number) => ({ mb: memoryOf(pid), sockets: socketsOf(pid) });

/** Remembers when each incident was seen first. */
function watchIncidents({ sql }: Site) {
  const seenAt = new Map<string, number>();
  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const rows = await sql(
        'select short_description from incidents order by created_at desc limit $1',
        [LATEST],
      );
      for (const { short_description: name } of rows)
        if (!seenAt.has(name)) seenAt.set(name, performance.now());
      await sleep(POLL_MS);
    }
  })();
  return {
    seenAt,
    stop: async () => {
      stopping.abort();
      await watching;
    },
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;

export async function measureMailboxes({
  mailboxes: count,
  rate,
  seconds,
}: MailboxesOptions): Promise<Report> {
  const users = Array.from({ length: count }, (_, at) => `desk-${at}@example.com`);
  const imapSite = await startImapSite({ workers: 1, users });
  const { site } = imapSite;
  const incidents = watchIncidents(site);
  const pid = site.workers[0]?.pid() ?? 0;
  const deliveredAt = new Map<string, number>();
  const deliver = (mailbox: ReadMailbox | undefined): string => {
    const n = deliveredAt.size + 1;
    deliveredAt.set(`Mail ${n}`, performance.now());
    mailbox?.deliver(n);
    return `Mail ${n}`;
  };
  const areSeen = (names: readonly string[]) =>
    within(300, 'every mail is an incident', () =>
      names.every((name) => incidents.seenAt.has(name)),
    );
  /** Returns the milliseconds from each delivery to its incident. */
  const measure = async (to: readonly ReadMailbox[], mails: number): Promise<number[]> => {
    const began = performance.now();
    const names: string[] = [];
    for (let n = 0; n < mails; n += 1) {
      const wait = began + (n * 1000) / rate - performance.now();
      if (wait > 0) await sleep(wait);
      names.push(deliver(to[n % to.length]));
    }
    await areSeen(names);
    return names.map(
      (name) => (incidents.seenAt.get(name) ?? Infinity) - (deliveredAt.get(name) ?? 0),
    );
  };
  try {
    await sleep(SETTLE_MS);
    const idle = usageOf(pid);
    const mailboxes = await Promise.all(users.map((user) => imapSite.addMailbox(user)));
    await sleep(SETTLE_MS);
    const reading = usageOf(pid);
    // V8 compiles the hot functions first.
    await measure(mailboxes, 2 * count);
    const alone = await measure(mailboxes, rate * seconds);
    const after = usageOf(pid);
    const [hanging, ...others] = mailboxes;
    hanging?.proxy.pause();
    const waiting = [deliver(hanging)];
    const beside = await measure(others, rate * seconds);
    void hanging?.proxy.resume();
    await areSeen(waiting);
    const rows = await site.sql(
      'select short_description from incidents group by 1 having count(*) > 1',
    );
    const p95 = percentile(alone, 0.95);
    const p95Beside = percentile(beside, 0.95);
    return {
      figures: {
        mailboxes: count,
        rate,
        p50_ms: round(percentile(alone, 0.5)),
        p95_ms: round(p95),
        p50_beside_ms: round(percentile(beside, 0.5)),
        p95_beside_ms: round(p95Beside),
        idle_mb: round(idle.mb),
        reading_mb: round(reading.mb),
        busy_mb: round(after.mb),
        connections: reading.sockets - idle.sockets,
      },
      faults: rows.map(({ short_description: name }) => `${name} became several incidents`),
      goals: [
        atMost('p95 from the delivery of a mail to its incident', p95, MAX_P95_MS, ' ms'),
        atMost('p95 while the server of another mailbox hangs', p95Beside, MAX_P95_MS, ' ms'),
      ],
    };
  } finally {
    await incidents.stop();
    await imapSite.stop();
  }
}
