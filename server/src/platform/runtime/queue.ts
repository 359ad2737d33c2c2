// Jobs: work that must run after a commit and may need retries, such as mail. They are enqueued in the transaction
// they belong to. Never with queue names: with a local queue one job per name and poll is fetched, 160 a second over 320
// names, measured; without, 17 to 33 thousand. A handler may run twice, because completion is not fenced, so it must be idempotent.
import { EventEmitter } from 'node:events';
import type { Runner, WorkerEvents, WorkerPool } from 'graphile-worker';
import { sql } from 'kysely';
import type { Db, Tx } from '../postgres/tables.ts';
import { openPool } from '../postgres/connection.ts';
import { connectionNames } from '../postgres/login.ts';
import type { Deps } from './deps.ts';
import type { DueWork } from './due-work.ts';
import { startHeartbeat } from './heartbeat.ts';

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

type Where = Pick<Deps, 'sharesBackend' | 'directLogin'>;

/** How many jobs run at once, how many are fetched at once, and the connections for both. */
export interface QueueSize {
  jobs: number;
  fetched: number;
  connections: number;
}

/** With the defaults of the library, 1 to 2 thousand jobs a second; with 500 fetched, 23 to 33 thousand, measured. */
export const MANY_AT_ONCE: QueueSize = { jobs: 10, fetched: 500, connections: 4 };
/** For jobs that take long: in their own queue they hold up no others, and another process can take the next one. */
export const ONE_AT_A_TIME: QueueSize = { jobs: 1, fetched: -1, connections: 2 };

/** Notifications and `anyJob` find jobs; three queues that also polled every second were a tenth of the idle cost of a worker. */
const POLL_MS = 30_000;

const CONNECT_WITHIN_MS = 5000;

/**
 * Our own pool, because the queue's stops handling errors before its connections are closed. The connection that listens
 * and one more stay open, which an idle queue would close and open again for each poll.
 */
const poolOf = ({ directLogin }: Where, { connections } = MANY_AT_ONCE) =>
  openPool(
    directLogin,
    {
      max: connections,
      min: 2,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      application_name: connectionNames.jobs,
    },
    () => {},
  );

const presetOf = ({ sharesBackend }: Where, { jobs, fetched, connections } = MANY_AT_ONCE) => ({
  worker: {
    maxPoolSize: connections,
    concurrentJobs: jobs,
    preparedStatements: !sharesBackend,
    localQueue: { size: fetched },
    completeJobBatchDelay: 0,
    failJobBatchDelay: 0,
    pollInterval: POLL_MS,
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

export interface Queue {
  handlers: Handlers;
  size?: QueueSize;
}

/** Runs the jobs of one queue, and starts again if it ends. */
async function startQueue(deps: Deps, { handlers, size = MANY_AT_ONCE }: Queue) {
  const { log } = deps;
  const { run, quiet } = await loadLibrary();
  const taskList = tasksOf(handlers, deps);
  const pgPool = poolOf(deps, size);
  let pool: WorkerPool | undefined;
  let runner: Runner | undefined;
  let isStopped = false;
  const start = async (): Promise<void> => {
    if (isStopped) return;
    const events: WorkerEvents = new EventEmitter();
    events.once('pool:create', ({ workerPool }) => (pool = workerPool));
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
    pool = undefined;
    if (!isStopped) setTimeout(() => void start(), AGAIN_AFTER_MS).unref();
  };
  await start();
  return {
    poolId: () => pool?.id,
    look: () => {
      try {
        pool?.nudge(size.jobs);
      } catch {
        // A pool that ends does not look; `again` starts the next.
      }
    },
    stop: async () => {
      isStopped = true;
      await runner?.stop().catch(() => {});
      await pgPool.end();
    },
  };
}

/** For the look for work: a row if any job is not running. Also one for later: it is not worth an index to know when. */
const anyJob = () =>
  sql`select 0 from graphile_worker.jobs where locked_at is null and attempts < max_attempts limit 1`;
const LOOK_MS = 1000;

export interface RunningJobs {
  /** Finds jobs whose time has come, and those whose notification was lost. */
  work: DueWork;
  stop: () => Promise<void>;
}

export async function startJobs(deps: Deps, queues: readonly Queue[]): Promise<RunningJobs> {
  const running = await Promise.all(queues.map((queue) => startQueue(deps, queue)));
  const poolIds = () => running.map(({ poolId }) => poolId()).filter((id) => id !== undefined);
  const lookForJobs = () => {
    for (const { look } of running) look();
  };
  const heartbeat = await startHeartbeat(deps, poolIds, lookForJobs);
  return {
    work: {
      name: 'look-for-jobs',
      waitMs: anyJob,
      pauseMs: LOOK_MS,
      run: async () => lookForJobs(),
    },
    stop: async () => {
      heartbeat.stop();
      await Promise.all(running.map((one) => one.stop()));
    },
  };
}
