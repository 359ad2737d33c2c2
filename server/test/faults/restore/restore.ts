// The restore drill: a backup is taken under writes and restored in each way that docs/backup.md describes, with the
// commands of that page; then the rows, the event streams, the numbers, the deliveries and the mails are checked.
import { spawnSync } from 'node:child_process';
import { executedBy } from '../../../../tools/docs.commands.ts';
import { withClient } from '../../support/databases.ts';
import { generateIncidents } from '../../support/generate.ts';
import { canStartPostgres, postgresTools } from '../../support/own-postgres.ts';
import { OWN_KEY, run, waitForExit } from '../../support/processes.ts';
import type { Report } from '../../support/report.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { Activity } from './activity.ts';
import * as checks from './checks.ts';
import { Cluster, DATABASE, pageCommands } from './cluster.ts';
import { type Drill, readWays, type WayName, ways } from './ways.ts';

/** Writes after the backup, which the restore loses. */
const LOST_MS = 3000;
/** A way is not begun later than this, so that the drill ends within 20 minutes. */
const LAST_START_SECONDS = 1000;

export const missingForRestore = (): string | false => {
  if (!canStartPostgres()) return 'no PostgreSQL server can be started here';
  const [command = '', ...rest] = postgresTools().words.concat('pgbackrest', 'version');
  return spawnSync(command, rest).status !== 0 && 'pgBackRest is not installed';
};

async function fillCluster(cluster: Cluster, incidents: number, log: (text: string) => void) {
  await cluster.shell(`createuser signalbox; createdb --owner=signalbox ${DATABASE}`);
  await withClient(cluster.urlOf('postgres'), (client) => client.query('create extension vector'));
  const env = { DATABASE_URL: cluster.urlOf('signalbox'), ENCRYPTION_KEY: OWN_KEY };
  const { code, output } = await waitForExit(run(['migrate'], env));
  if (code !== 0) throw new Error(output);
  await withClient(cluster.urlOf('postgres'), (client) =>
    generateIncidents(client, incidents, log),
  );
}

interface Progress {
  figures: Record<string, number>;
  faults: string[];
}

async function proveWay(
  name: WayName,
  drill: Drill,
  resumeSeconds: number,
  { figures, faults }: Progress,
): Promise<void> {
  const { activity } = drill;
  const way = ways[name];
  const prefix = name.replace('-', '_');
  const report = (found: readonly string[]) => {
    for (const text of found) {
      console.log(`${name}: ${text}`);
      faults.push(`${name}: ${text}`);
    }
  };
  await activity.start();
  if (activity.given.size === 0) await activity.subscribe();
  await activity.startWriting();
  const point = await way.backUp(drill);
  figures[`${prefix}_backup_mb`] = Number(((await drill.cluster.backupBytes()) / 1e6).toFixed(1));
  await sleep(LOST_MS);
  await activity.stop();
  if (name === 'snapshot') {
    await way.restore(drill);
    await activity.start();
    report(await checks.forgottenFaults(activity));
    await activity.stop();
  }
  await way.restore(drill);
  report(await checks.rowFaults(drill, point));
  checks.beginCounting(activity);
  await drill.measure('admin restored', () => activity.follow('restored'));
  await drill.measure('start', () => activity.start());
  report(await drill.measure('old streams', () => checks.oldStreamFaults(activity)));
  report(await checks.freshStreamFaults(activity, resumeSeconds));
  report(await checks.numberFaults(activity));
  const { faults: held, waited } = await checks.releaseFaults(drill);
  report(held);
  figures[`${prefix}_waited`] = waited.deliveries + waited.mails;
  await activity
    .follow('look')
    .catch((error: Error & { stdout?: string }) => report([`doctor: ${error.stdout}`]));
  report(activity.failures.splice(0));
  await activity.stop();
  await drill.cluster.forgetBackups();
}

export async function proveRestore(
  { incidents, resumeSeconds }: Record<'incidents' | 'resumeSeconds', number>,
  chosen: string | undefined,
): Promise<Report> {
  const names = readWays(chosen);
  // A command that is missing on the page is noticed before the cluster is filled.
  executedBy['docs/backup.md']?.names?.forEach(pageCommands);
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  const log = (text: string) => console.log(`${seconds().toFixed(0)} s: ${text}`);
  const progress: Progress = { figures: { incidents }, faults: [] };
  const { figures, faults } = progress;
  let current = 'fill';
  const cluster = await Cluster.create();
  const drill: Drill = {
    cluster,
    activity: await Activity.prepare(cluster),
    measure: async (step, work) => {
      const from = seconds();
      const result = await work();
      const key = `${current}_${step}_s`.replaceAll(/[ -]/g, '_');
      figures[key] = Number((seconds() - from).toFixed(1));
      log(`${current}: ${step} took ${figures[key]} s`);
      return result;
    },
  };
  const stopped = new Promise<never>((_, reject) =>
    process.once('SIGTERM', () => reject(new Error(`The drill was stopped during ${current}.`))),
  );
  const runWays = async () => {
    await drill.measure('incidents', () => fillCluster(drill.cluster, incidents, log));
    for (const name of names) {
      current = name;
      if (seconds() > LAST_START_SECONDS) faults.push(`${name}: no time was left`);
      else await proveWay(name, drill, resumeSeconds, progress);
    }
  };
  try {
    await Promise.race([runWays(), stopped]);
  } catch (error) {
    faults.push(`${current}: ${(error as Error).stack}`);
  } finally {
    await drill.activity.end().catch((error: Error) => faults.push(error.message));
    for (const one of new Set([cluster, drill.cluster])) await one.remove();
  }
  const count = names.filter((name) => figures[`${name.replace('-', '_')}_waited`] !== undefined);
  figures['ways'] = count.length;
  return { figures, faults };
}
