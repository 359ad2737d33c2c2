// Jobs: work that must run after a commit and may need retries, such as mail. They are enqueued in the transaction
// they belong to. Never with queue names: with a local queue one job per name and poll is fetched, 160 a second over 320
// names, measured; without, 17 to 33 thousand. A handler may run twice, because completion is not fenced, so it must be idempotent.
import { EventEmitter } from 'node:events';
import type { Runner, WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import type { Db, Tx } from '../postgres/tables.ts';
import { openPool } from '../postgres/connection.ts';
import type { Deps } from './deps.ts';

export interface JobOptions {
  /** At most one job with this key is queued; adding another replaces its payload and not its time. */
  key?: string;
  runAt?: Date;
}

export async function addJob(
  tx: Tx,
  name: string,
  payload: object,
  { key, runAt }: JobOptions = {},
): Promise<void> {
  await sql`select from graphile_worker.add_job(
    ${name}::text, payload := ${JSON.stringify(payload)}::json, run_at := ${runAt?.toISOString() ?? null}::timestamptz,
    job_key := ${key ?? null}::text, job_key_mode := ${key === undefined ? 'replace' : 'preserve_run_at'}::text)`.execute(
    tx,
  );
}

type Handler = (payload: never) => Promise<void>;
export type Handlers = Record<string, Handler>;

/** Interval of the heartbeat, which also unlocks the jobs of pools without a recent heartbeat. */
const HEARTBEAT_MS = 3000;
/** With the heartbeat interval, jobs of a dead pool continue within 15 seconds; otherwise only after 4 hours. */
const DEAD_AFTER_SECONDS = 9;

export async function beat(db: Db, poolId: string): Promise<string[]> {
  await sql`
    insert into job_pools (id, seen_at) values (${poolId}, clock_timestamp())
    on conflict (id) do update set seen_at = excluded.seen_at`.execute(db);
  // One statement: a crash in between would leave jobs locked by an unknown pool for 4 hours; and a pool
  // that recovers meanwhile either is not dead or waits until its jobs are unlocked. `having`: the function reads all jobs.
  const { rows } = await sql<{ dead: string[] }>`
    with dead as (
      delete from job_pools where id in (
        select id from job_pools
        where seen_at < clock_timestamp() - make_interval(secs => ${DEAD_AFTER_SECONDS})
        order by id for update skip locked)
      returning id)
    select array_agg(id) as dead, graphile_worker.force_unlock_workers(array_agg(id)) as unlocked
    from dead having count(*) > 0`.execute(db);
  return rows[0]?.dead ?? [];
}

/** Seconds for which the oldest job of each kind has been due without running. Kinds without such a job are absent. */
export async function oldestDueJobs(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ job: string; seconds: number }>`
    select task_identifier as job, extract(epoch from now() - min(run_at))::float8 as seconds
    from graphile_worker.jobs
    where run_at <= now() and locked_at is null and attempts < max_attempts
    group by task_identifier`.execute(db);
  return Object.fromEntries(rows.map(({ job, seconds }) => [job, seconds]));
}

/** Loaded on demand: a process that only adds jobs does not need the library. */
async function loadLibrary() {
  const { Logger, run, runMigrations } = await import('graphile-worker');
  return { run, runMigrations, quiet: new Logger(() => () => {}) };
}

type Where = Pick<Deps, 'sharesBackend'> & { config: Pick<Deps['config'], 'DATABASE_URL'> };

/** How many jobs run at once, how many are fetched at once, and the connections for both. */
export interface QueueSize {
  jobs: number;
  fetched: number;
  connections: number;
}

/** With the defaults of the library, 1 to 2 thousand jobs a second; with 500 fetched, 23 to 33 thousand, measured. */
const MANY_AT_ONCE: QueueSize = { jobs: 10, fetched: 500, connections: 4 };
/** For jobs that take long: in their own queue they hold up no others, and another process can take the next one. */
export const ONE_AT_A_TIME: QueueSize = { jobs: 1, fetched: -1, connections: 2 };

/** Our own pool, because the queue's stops handling errors before its connections are closed. */
const poolOf = ({ config }: Where, { connections } = MANY_AT_ONCE) =>
  openPool({ connectionString: config.DATABASE_URL, max: connections }, () => {});

const presetOf = ({ sharesBackend }: Where, { jobs, fetched, connections } = MANY_AT_ONCE) => ({
  worker: {
    maxPoolSize: connections,
    concurrentJobs: jobs,
    preparedStatements: !sharesBackend,
    localQueue: { size: fetched },
    completeJobBatchDelay: 0,
    failJobBatchDelay: 0,
    pollInterval: 1000,
  },
});

/** The job queue has its own schema, migrated together with ours. */
export async function migrateJobs(where: Where): Promise<void> {
  const { runMigrations, quiet } = await loadLibrary();
  const pgPool = poolOf(where);
  await runMigrations({ pgPool, preset: presetOf(where), logger: quiet }).finally(() =>
    pgPool.end(),
  );
}

/** Failures are logged here and retried by the queue with increasing delays. */
const tasksOf = (handlers: Handlers, { log, lifecycle }: Deps) =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      async (payload: unknown) => {
        try {
          await handle(payload as never);
        } catch (error) {
          // A process that stops interrupts jobs, which is expected.
          const level = lifecycle.isStopping ? 'info' : 'warn';
          log[level]({ err: error, job: name }, 'job.failed');
          throw error;
        }
      },
    ]),
  );

const AGAIN_AFTER_MS = 1000;

export async function startJobs(
  deps: Deps,
  handlers: Handlers,
  size = MANY_AT_ONCE,
): Promise<{ stop: () => Promise<void> }> {
  const { log, unprepared } = deps;
  const { run, quiet } = await loadLibrary();
  const taskList = tasksOf(handlers, deps);
  const pgPool = poolOf(deps, size);
  let poolId = '';
  let runner: Runner | undefined;
  let isStopped = false;
  const start = async (): Promise<void> => {
    if (isStopped) return;
    const events: WorkerEvents = new EventEmitter();
    events.once('pool:create', ({ workerPool }) => (poolId = workerPool.id));
    try {
      runner = await run({
        pgPool,
        preset: presetOf(deps, size),
        taskList,
        logger: quiet,
        noHandleSignals: true,
        parsedCronItems: [],
        events,
      });
      // It ends by itself only after an error, such as a long outage of the database.
      runner.promise.catch(() => {}).finally(() => again());
    } catch (error) {
      log.warn({ err: error }, 'jobs.start_failed');
      again();
    }
  };
  const again = () => {
    if (!isStopped) setTimeout(() => void start(), AGAIN_AFTER_MS).unref();
  };
  const say = async () => {
    if (poolId === '') return;
    try {
      const dead = await beat(unprepared, poolId);
      if (dead.length > 0) log.warn({ pools: dead }, 'jobs.unlocked');
    } catch (error) {
      log.warn({ err: error }, 'jobs.heartbeat_failed');
    }
  };
  await start();
  await say();
  const heartbeat = setInterval(() => void say(), HEARTBEAT_MS);
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(heartbeat);
      await runner?.stop().catch(() => {});
      await pgPool.end();
    },
  };
}
