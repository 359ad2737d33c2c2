// Each way takes its backup while the service works, and restores it with the commands of docs/backup.md.
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../support/databases.ts';
import type { Activity } from './activity.ts';
import { Cluster } from './cluster.ts';
import { type Hashes, hashTables } from './hashes.ts';

export interface Drill {
  cluster: Cluster;
  readonly activity: Activity;
  /** Runs a step and records its seconds under this name. */
  readonly measure: <T>(step: string, work: () => Promise<T>) => Promise<T>;
}

/** The backup has the state of one moment. */
export interface Point {
  hashes: Hashes;
  /** These ids were acknowledged before the moment. */
  given: readonly string[];
}

interface Way {
  backUp: (drill: Drill) => Promise<Point>;
  restore: (drill: Drill) => Promise<void>;
}

const WRITING_MS = 2000;
const SECOND_MS = 1000;

const hashNow = ({ cluster }: Drill): Promise<Hashes> =>
  withClient(cluster.urlOf('postgres'), hashTables);

/** Deliveries and mails of this time wait in the backup. */
async function leaveSomeWaiting({ activity }: Drill): Promise<void> {
  activity.refuseAll();
  await activity.createMailed();
  await sleep(WRITING_MS);
}

/** The state of a moment can be read after it only if nothing writes: the service is stopped for as long. */
async function readQuietPoint(drill: Drill): Promise<Point> {
  const { activity } = drill;
  await leaveSomeWaiting(drill);
  await activity.stop();
  const hashes = await drill.measure('reference hash', () => hashNow(drill));
  return { hashes, given: [...activity.acknowledged] };
}

async function goOnWriting({ activity }: Drill): Promise<void> {
  activity.acceptAll();
  await activity.start();
  await activity.startWriting();
}

/** The transaction whose snapshot pg_dump uses stays open for the hashes, so writes can go on. */
async function dumpUnderWrites(drill: Drill): Promise<Point> {
  const { activity, cluster } = drill;
  await leaveSomeWaiting(drill);
  return withClient(cluster.urlOf('postgres'), async (client) => {
    const given = [...activity.acknowledged];
    await client.query('begin isolation level repeatable read, read only');
    const { rows } = await client.query('select pg_export_snapshot() as snapshot');
    activity.acceptAll();
    const withSnapshot = (text: string) =>
      text.replace('pg_dump ', `pg_dump --snapshot='${rows[0].snapshot}' `);
    await drill.measure('backup', () => cluster.follow('dump-backup', {}, withSnapshot));
    const hashes = await drill.measure('reference hash', () => hashTables(client));
    return { hashes, given };
  });
}

let target = '';

export const ways = {
  'dump-new': {
    backUp: dumpUnderWrites,
    restore: async (drill) => {
      const other = await Cluster.create();
      const { cluster: old } = drill;
      drill.cluster = other;
      await old.giveBackupsTo(other);
      await drill.measure('restore', () => other.follow('dump-new'));
      drill.activity.use(other);
      await old.remove();
    },
  },
  'dump-same': {
    backUp: dumpUnderWrites,
    restore: (drill) => drill.measure('restore', () => drill.cluster.follow('dump-same')),
  },
  snapshot: {
    backUp: async (drill) => {
      const { activity, cluster } = drill;
      await leaveSomeWaiting(drill);
      await drill.measure('backup', () => cluster.takeSnapshot());
      await activity.kill();
      await cluster.startKilled();
      // Requests failed while PostgreSQL was suspended and killed.
      activity.failures.length = 0;
      const hashes = await drill.measure('reference hash', () => hashNow(drill));
      const given = [...activity.acknowledged];
      await goOnWriting(drill);
      return { hashes, given };
    },
    restore: (drill) => drill.measure('restore', () => drill.cluster.attachSnapshot()),
  },
  incremental: {
    backUp: async (drill) => {
      const { cluster } = drill;
      await drill.measure('backup', () => cluster.follow('base-backup'));
      await sleep(WRITING_MS);
      const point = await readQuietPoint(drill);
      await drill.measure('incremental backup', () => cluster.follow('incremental-backup'));
      await goOnWriting(drill);
      return point;
    },
    restore: (drill) => drill.measure('restore', () => drill.cluster.follow('incremental-restore')),
  },
  pgbackrest: {
    backUp: async (drill) => {
      const { activity, cluster } = drill;
      await activity.stop();
      await cluster.startArchiving();
      await cluster.follow('pgbackrest-setup');
      await goOnWriting(drill);
      await drill.measure('backup', () => cluster.follow('pgbackrest-backup'));
      const point = await readQuietPoint(drill);
      target = new Date().toISOString().replace('T', ' ').replace('Z', '+00');
      await sleep(SECOND_MS);
      await withClient(cluster.urlOf('postgres'), (client) =>
        client.query(`set session_replication_role = replica;
          delete from incidents where right(id, 1) = '7'; update users set active = false`),
      );
      await goOnWriting(drill);
      return point;
    },
    restore: (drill) =>
      drill.measure('restore', () =>
        drill.cluster.follow('pgbackrest-restore', { TARGET: target }),
      ),
  },
} satisfies Record<string, Way>;

export type WayName = keyof typeof ways;

/** Throws if a name is unknown. */
export function readWays(text: string | undefined): WayName[] {
  const all = Object.keys(ways) as WayName[];
  if (text === undefined) return all;
  return text.split(',').map((name) => {
    const found = all.find((one) => one === name);
    if (!found) throw new Error(`--ways must name some of ${all.join(', ')}, not ${name}`);
    return found;
  });
}
