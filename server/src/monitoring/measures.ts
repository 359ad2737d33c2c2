// Each part that is measured in the database has its gauges, and a function that sets them.
import type { Gauge } from 'prom-client';
import { readBackups } from '../backups/index.ts';
import { oldestWaitingSeconds } from '../bulk/index.ts';
import { readSuspicion } from '../events/index.ts';
import { oldestThresholdSeconds } from '../incidents/index.ts';
import { failingSeconds, oldestReceivedSeconds } from '../mail/index.ts';
import { isHeld } from '../outgoing/index.ts';
import { readWaitingMails } from '../notifications/index.ts';
import { strayPartitions } from '../platform/postgres/partitions.ts';
import { oldestDueTasks } from '../platform/background/tasks.sql.ts';
import type { Db } from '../platform/postgres/tables.ts';
import { oldestDueJob, slaOldestDue } from '../platform/runtime/metrics.ts';
import { oldestDueJobs } from '../platform/background/jobs.ts';
import {
  backlogGauges,
  countOwnerless,
  ownerlessWebhooks,
  readBacklog,
} from '../webhooks/index.ts';
import * as gauges from './monitoring.metrics.ts';
import {
  type Lag,
  readMonthsAhead,
  readServer,
  readSlots,
  readStandbyLag,
} from './monitoring.sql.ts';

export interface Measure {
  part: string;
  /** Gauges are absent while the part cannot be measured: the last value would look like a current one. */
  gauges: readonly Gauge[];
  run: (db: Db, now: Date) => Promise<void>;
}

const setOrClear = (one: Gauge, value: number | null): void =>
  value === null ? gauges.clear(one) : one.set(value);

/** Names that are gone since the last measurement disappear. */
const setLags = (one: Gauge, label: string, lags: readonly Lag[]): void => {
  one.reset();
  for (const { name, bytes } of lags) one.set({ [label]: name }, bytes);
};

/** Waiting work is measured by the API too, so that it shows when there is no worker. */
export const lateness = (
  where: Parameters<typeof isHeld>[0],
  jobKinds: readonly string[],
): Measure[] => [
  {
    part: 'deliveries',
    gauges: Object.values(backlogGauges),
    run: async (db, now) => {
      const { oldestDue, oldestUnrelayed, setAside } = await readBacklog(db, now);
      backlogGauges.oldestDue.set(oldestDue);
      backlogGauges.oldestUnrelayed.set(oldestUnrelayed);
      backlogGauges.relayFailures.set(setAside);
    },
  },
  {
    part: 'jobs',
    gauges: [oldestDueJob],
    run: async (db) => {
      const oldest = { ...(await oldestDueTasks(db)), ...(await oldestDueJobs(db)) };
      // Every kind has a value, even if none of its jobs is due.
      for (const kind of jobKinds) oldestDueJob.set({ kind }, oldest[kind] ?? 0);
      oldestDueJob.set({ kind: 'bulk' }, await oldestWaitingSeconds(db));
    },
  },
  {
    part: 'sla',
    gauges: [slaOldestDue],
    run: async (db, now) => slaOldestDue.set(await oldestThresholdSeconds(db, now)),
  },
  {
    part: 'mails',
    gauges: [gauges.waitingMails, gauges.oldestMail],
    run: async (db) => {
      const { count, oldestSeconds } = await readWaitingMails(db);
      gauges.waitingMails.set(count);
      gauges.oldestMail.set(oldestSeconds);
    },
  },
  {
    part: 'mailboxes',
    gauges: [gauges.oldestReceived, gauges.mailboxFailing],
    run: async (db, now) => {
      gauges.oldestReceived.set(await oldestReceivedSeconds(db, now));
      const failing = await failingSeconds(db, now);
      gauges.mailboxFailing.reset();
      for (const [mailbox, seconds] of failing) gauges.mailboxFailing.set({ mailbox }, seconds);
    },
  },
  {
    part: 'webhooks',
    gauges: [ownerlessWebhooks],
    run: async (db) => {
      const counts = await countOwnerless(db);
      for (const [direction, count] of Object.entries(counts))
        ownerlessWebhooks.set({ direction }, count);
    },
  },
  {
    part: 'outgoing',
    gauges: [gauges.outgoingHeld],
    run: async (db) => gauges.outgoingHeld.set(Number(await isHeld(where, db))),
  },
];

export const databaseState: readonly Measure[] = [
  {
    part: 'restore',
    gauges: [gauges.restoreSuspected],
    run: async (db) => gauges.restoreSuspected.set(Number((await readSuspicion(db)) !== undefined)),
  },
  {
    part: 'server',
    gauges: [
      gauges.databaseSize,
      gauges.oldestTransaction,
      gauges.freezeRatio,
      gauges.clientConnections,
      gauges.maxConnections,
      gauges.standbys,
      gauges.archiveFailing,
      gauges.archiveLag,
    ],
    run: async (db) => {
      const state = await readServer(db);
      gauges.databaseSize.set(state.sizeBytes);
      gauges.oldestTransaction.set(state.oldestTransactionSeconds);
      gauges.freezeRatio.set(state.freezeRatio);
      gauges.clientConnections.set(state.connections);
      gauges.maxConnections.set(state.maxConnections);
      gauges.standbys.set(state.standbys);
      setOrClear(
        gauges.archiveFailing,
        state.isArchivingFailing === null ? null : Number(state.isArchivingFailing),
      );
      setOrClear(gauges.archiveLag, state.archiveLagBytes);
    },
  },
  {
    part: 'replication',
    gauges: [gauges.standbyLag, gauges.slotBytes],
    run: async (db) => {
      setLags(gauges.standbyLag, 'standby', await readStandbyLag(db));
      setLags(gauges.slotBytes, 'slot', await readSlots(db));
    },
  },
  {
    part: 'partitions',
    gauges: [gauges.monthsAhead, gauges.strayTables],
    run: async (db, now) => {
      gauges.monthsAhead.set(await readMonthsAhead(db, now));
      gauges.strayTables.set((await strayPartitions(db)).length);
    },
  },
  {
    part: 'backups',
    gauges: [gauges.lastBackup, gauges.databaseCreated],
    run: async (db) => {
      const { createdAt, last } = await readBackups(db);
      gauges.databaseCreated.set(createdAt);
      gauges.lastBackup.reset();
      for (const { kind, finishedAt } of last) gauges.lastBackup.set({ kind }, finishedAt);
    },
  },
];
