// An upgrade under load: `migrate` of the next release is killed at every step while this release serves requests and
// pg_dump reads all tables; then workers fill a column in batches, and this release is started again on the new schema.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { checkOutNext } from '../../support/checkout.ts';
import { countBy, LoadClient } from '../../support/client.ts';
import { withClient } from '../../support/databases.ts';
import { filledDatabase } from '../../support/filled-database.ts';
import { ownPorts, run, waitForExit, within } from '../../support/processes.ts';
import { atMost, type Report } from '../../support/report.ts';
import { prepareService } from '../../support/service.ts';
import { type ServiceProcess, startProcess } from '../../support/service-process.ts';
import { requestsAtRate } from '../deploy/traffic.ts';
import { nextMigrations } from './next-migrations.ts';
import { callerOf, sendRequests } from './requests.ts';
import { OWN_LOCKS } from '../../support/locks.ts';

const thisRelease = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
const MAX_PAUSE_MS = 1000;
/** A million rows with all their indexes took more than 400 seconds beside other work on two cores. */
const MAX_FILL_SECONDS = 3600;

/** An index waits for the transactions that are older than it, such as a dump. */
const MAX_STEP_SECONDS = 600;

/** The first requests open connections, which takes longer than any lock. */
const WARM_UP_MS = 2000;

type Env = Record<string, string>;

/** A migration that changes a table gets its lock between two dumps; one after the other leaves it no time. */
const BETWEEN_DUMPS_MS = 5000;

/** Dumps the database again and again, because a dump holds a lock on every table. */
function dumpRepeatedly(url: string): { stop: () => Promise<number> } {
  const [command = 'pg_dump', ...words] = process.env['PG_DUMP']?.split(' ') ?? [];
  const over = new AbortController();
  const dumpOnce = () =>
    new Promise<boolean>((resolve) => {
      const child = spawn(command, [...words, '--file', '/dev/null', url], { stdio: 'ignore' });
      const kill = () => child.kill();
      over.signal.addEventListener('abort', kill);
      child.once('exit', (code) => {
        over.signal.removeEventListener('abort', kill);
        resolve(code === 0);
      });
    });
  const loop = async (): Promise<number> => {
    let dumps = 0;
    while (!over.signal.aborted) {
      dumps += Number(await dumpOnce());
      await sleep(BETWEEN_DUMPS_MS, undefined, { signal: over.signal }).catch(() => {});
    }
    return dumps;
  };
  const running = loop();
  return {
    stop: () => {
      over.abort();
      return running;
    },
  };
}

const HOLD = 'begin; lock table schema_migrations in share mode';

/**
 * Kills `migrate` at every step: a lock lets each run record one migration, and stops it before it records the next,
 * when all the work of that one is done and not yet committed. Returns the number of kills, at most `max`.
 */
async function killAtEveryStep(
  env: Env,
  program: string,
  url: string,
  max = 2 * Object.keys(nextMigrations).length,
): Promise<number> {
  return withClient(url, async (client) => {
    for (let kills = 0; kills < max; kills += 1) {
      await client.query(HOLD);
      const migrating = run(['migrate'], env, undefined, program);
      const ended = waitForExit(migrating);
      const isStopped = async () => {
        const { rows } = await client.query(`
          select from ${OWN_LOCKS}
          where not granted and relation = 'schema_migrations'::regclass and mode = 'RowExclusiveLock'`);
        return rows.length > 0 || migrating.process.exitCode !== null;
      };
      await within(MAX_STEP_SECONDS, 'migrate records a migration', isStopped);
      if (kills > 0) {
        await client.query(`commit; ${HOLD}`);
        await within(MAX_STEP_SECONDS, 'migrate records the next migration', isStopped);
      }
      migrating.process.kill('SIGKILL');
      const { code, output } = await ended;
      await client.query('commit');
      if (code === 0) return kills;
      if (code !== null) throw new Error(`migrate failed: ${output}`);
    }
    return max;
  });
}

/** Kills `migrate` while it builds an index, which leaves an invalid one. */
async function killDuringIndex(env: Env, program: string, url: string): Promise<boolean> {
  const migrating = run(['migrate'], env, undefined, program);
  const ended = waitForExit(migrating);
  const isBuilding = () =>
    withClient(url, async (client) => {
      const { rows } = await client.query('select from pg_stat_progress_create_index');
      return rows.length > 0 || migrating.process.exitCode !== null;
    });
  await within(MAX_STEP_SECONDS, 'the index is being built', isBuilding);
  migrating.process.kill('SIGKILL');
  return (await ended).code === null;
}

const isFilled = (url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rows } = await client.query(
      `select from schema_backfills where name = '9003_fill_summary' and finished_at is not null`,
    );
    return rows.length > 0;
  });

async function runMigrate(
  env: Env,
  program: string,
): Promise<{ code: number | null; output: string }> {
  return waitForExit(run(['migrate'], env, undefined, program));
}

/** Starts this release again on the newer schema, as the runbook says; returns the faults. */
async function rollBack(env: Env, token: string): Promise<string[]> {
  const { code, output } = await runMigrate(env, thisRelease);
  const api = await startProcess('api', { ...env, ...(await ownPorts()) }, thisRelease);
  const ready = await fetch(`${api.url}/readyz`);
  const text = await ready.text();
  const faults = await sendRequests(callerOf(api.url, token));
  await api.stop();
  return [
    ...faults,
    ...(code === 0 && output.includes('schema.newer')
      ? []
      : [`migrate of the older release: ${code}, ${output}`]),
    ...(ready.status === 200 && /"schema":\{"status":"degraded","detail":"newer/.test(text)
      ? []
      : [`/readyz: ${ready.status} ${text}`]),
  ];
}

export async function proveUpgrade({
  records,
  rate,
}: Record<'records' | 'rate', number>): Promise<Report> {
  const next = checkOutNext(nextMigrations);
  const database = await filledDatabase(records);
  const client = new LoadClient(64);
  const running: ServiceProcess[] = [];
  try {
    const service = await prepareService(database);
    const AUTH_URL = `http://127.0.0.1:${service.env['AUTH_PORT']}`;
    const env = { ...service.env, AUTH_URL, DATABASE_WAIT_MS: '10000' };
    running.push(await startProcess('auth', env, thisRelease));
    const api = await startProcess('api', { ...env, ...(await ownPorts()) }, thisRelease);
    running.push(api, await startProcess('worker', { ...env, ...(await ownPorts()) }, thisRelease));
    const token = await service.token();
    const over = new AbortController();
    const sender = { client, url: api.url, headers: { authorization: `Bearer ${token}` } };
    const load = requestsAtRate(sender, rate, over.signal);
    const dump = dumpRepeatedly(database.url);
    await sleep(WARM_UP_MS);
    const firstKills = await killAtEveryStep(env, next.program, database.url, 1);
    const isKilledInIndex = await killDuringIndex(env, next.program, database.url);
    const kills = await killAtEveryStep(env, next.program, database.url);
    const worker = await startProcess('worker', { ...env, ...(await ownPorts()) }, next.program);
    await sleep(1000);
    await worker.kill();
    running.push(await startProcess('worker', { ...env, ...(await ownPorts()) }, next.program));
    await within(MAX_FILL_SECONDS, 'the column is filled', () => isFilled(database.url));
    const faults = await rollBack(env, token);
    const lastKills = await killAtEveryStep(env, next.program, database.url);
    const contracted = await runMigrate(env, next.program);
    if (contracted.code !== 0) faults.push(`the last migration: ${contracted.output}`);
    const dumps = await dump.stop();
    over.abort();
    const sent = await load;
    const failed = sent.filter(({ status }) => status < 200 || status > 299);
    const writes = sent.filter(({ method, sentAt }) => method !== 'GET' && sentAt > WARM_UP_MS);
    const longestMs = Math.round(Math.max(...writes.map(({ milliseconds }) => milliseconds)));
    return {
      figures: {
        requests: sent.length,
        failed: failed.length,
        longest_write_ms: longestMs,
        kills: firstKills + Number(isKilledInIndex) + kills + lastKills,
        dumps,
      },
      goals: [
        atMost(
          'Longest write during an upgrade with kills and dumps',
          longestMs,
          MAX_PAUSE_MS,
          ' ms',
        ),
      ],
      faults: [
        ...faults,
        ...(failed.length > 0 ? [`failed: ${countBy(failed)}, the first: ${failed[0]?.text}`] : []),
      ],
    };
  } finally {
    client.close();
    await Promise.all(running.map((one) => one.stop()));
    await database.drop();
    next.remove();
  }
}
