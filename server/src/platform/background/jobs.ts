// Jobs, such as mails, run after the commit of the transaction that adds them, and are retried. They never have queue
// names: a poll fetches one job of each name, 160 a second over 320 names, measured. A handler must be idempotent: it may
// run twice, because completion is not fenced.
import { EventEmitter } from 'node:events';
import type { JobHelpers, Runner, WorkerEvents, WorkerPool } from 'graphile-worker';
import { sql } from 'kysely';
import type { Db, Tx } from '../postgres/tables.ts';
import { openPool } from '../postgres/connection.ts';
import { connectionNames } from '../postgres/login.ts';
import { systemClock } from '../clock.ts';
import type { Deps } from '../runtime/deps.ts';
import { recordHeartbeat, HEARTBEAT_SECONDS } from './job-pools.ts';
import { type Running, startSchedules } from './schedules.ts';

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

/** Adds a job for each payload with one statement. */
export const addJobs = (tx: Tx, name: string, payloads: readonly object[]): Promise<unknown> =>
  sql`select graphile_worker.add_job(${name}::text, payload := payload)
    from unnest(${payloads.map((payload) => JSON.stringify(payload))}::json[]) as payload`.execute(
    tx,
  );

/** Makes the waiting jobs of these kinds due now, in the order in which they were added. */
export const bringJobsForward = (tx: Tx, names: readonly string[]): Promise<unknown> =>
  sql`select from graphile_worker.reschedule_jobs(
    array(select id from graphile_worker.jobs
      where task_identifier = any(${names}::text[]) and run_at > now() and attempts < max_attempts),
    run_at := now())`.execute(tx);

/** Returns the seconds for which the oldest job of each kind has been due without running. Other kinds are absent. */
export async function oldestDueJobs(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ job: string; seconds: number }>`
    select task_identifier as job, extract(epoch from now() - min(run_at))::float8 as seconds
    from graphile_worker.jobs
    where run_at <= now() and locked_at is null and attempts < max_attempts
    group by task_identifier`.execute(db);
  return Object.fromEntries(rows.map(({ job, seconds }) => [job, seconds]));
}

/** The library is loaded on demand: a process that only adds jobs does not need it. */
async function loadLibrary() {
  const { Logger, run, runMigrations } = await import('graphile-worker');
  const loggerOf = (onError: (error: unknown) => void) =>
    new Logger(() => (level, _message, { error }) => {
      if (level === 'error') onError(error);
    });
  return { run, runMigrations, loggerOf };
}

type Where = Pick<Deps, 'sharesBackend' | 'directLogin'>;

/** One connection listens for new jobs; the others fetch and complete them. */
export const JOB_CONNECTIONS = 3;
const CONNECT_WITHIN_MS = 5000;

/**
 * The queue gets our pool, because its own stops handling errors before the connections are closed. The connection that
 * listens and one more stay open; an idle queue would close and open them again for each poll.
 */
const poolOf = ({ directLogin }: Where) =>
  openPool(
    directLogin,
    {
      max: JOB_CONNECTIONS,
      min: 2,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      application_name: connectionNames.jobs,
    },
    () => {},
  );

/** As many jobs are fetched together as run at once, so that one poll serves all of them. */
const AT_ONCE = 10;
/** Notifications announce new jobs; the poll finds jobs that fall due and those of a dead worker. */
const POLL_MS = 1000;
/** A stop abandons a job that takes longer; it is retried like one that failed. */
const STOP_WITHIN_MS = 8000;

const presetOf = ({ sharesBackend }: Where, stopWithinMs = STOP_WITHIN_MS) => ({
  worker: {
    maxPoolSize: JOB_CONNECTIONS,
    concurrentJobs: AT_ONCE,
    preparedStatements: !sharesBackend,
    localQueue: { size: AT_ONCE },
    completeJobBatchDelay: 0,
    failJobBatchDelay: 0,
    pollInterval: POLL_MS,
    gracefulShutdownAbortTimeout: stopWithinMs,
  },
});

/** The job queue has its own schema, migrated together with ours. */
export async function migrateJobs(where: Where): Promise<void> {
  const { runMigrations, loggerOf } = await loadLibrary();
  const pgPool = poolOf(where);
  await runMigrations({ pgPool, preset: presetOf(where), logger: loggerOf(() => {}) }).finally(() =>
    pgPool.end(),
  );
}

/** May run twice. */
type JobHandler = (deps: Deps, payload: never) => Promise<void>;
/** The key is the name of the job. */
export type Jobs = Readonly<Record<string, JobHandler>>;

/** Failures are logged here and retried by the queue with increasing delays. */
const handlersOf = (jobs: Jobs, deps: Deps) =>
  Object.fromEntries(
    Object.entries(jobs).map(([name, handle]) => [
      name,
      async (payload: unknown, { abortPromise }: JobHelpers) => {
        try {
          await Promise.race([handle(deps, payload as never), abortPromise]);
        } catch (error) {
          // A process that stops interrupts jobs, which is expected.
          const level = deps.lifecycle.isStopping ? 'info' : 'warn';
          deps.log[level]({ err: error, job: name }, 'job.failed');
          throw error;
        }
      },
    ]),
  );

const AGAIN_AFTER_MS = 1000;
/** The queue is polled every second, unless all its jobs run. */
const STUCK_AFTER_MS = 30_000;

/** Shows whether the queue is still polled. */
interface Activity {
  jobs: number;
  at: number;
}

function watchActivity(events: WorkerEvents): Activity {
  const activity: Activity = { jobs: 0, at: systemClock.now() };
  const count = (change: number) => () => {
    activity.jobs += change;
    activity.at = systemClock.now();
  };
  events.on('localQueue:getJobs:complete', count(0));
  events.on('job:start', count(1));
  events.on('job:complete', count(-1));
  return activity;
}

/** Runs jobs, and starts again if the queue ends or is not polled any more. */
export async function startJobs(
  deps: Deps,
  jobs: Jobs,
  stopWithinMs = STOP_WITHIN_MS,
  stuckAfterMs = STUCK_AFTER_MS,
): Promise<Running> {
  const { db, log } = deps;
  const { run, loggerOf } = await loadLibrary();
  const taskList = handlersOf(jobs, deps);
  let pgPool = poolOf(deps);
  let pool: WorkerPool | undefined;
  let runner: Runner | undefined;
  let activity: Activity | undefined;
  let isStopped = false;
  const start = async (): Promise<void> => {
    if (isStopped) return;
    const events: WorkerEvents = new EventEmitter();
    const own = watchActivity(events);
    activity = own;
    events.once('pool:create', ({ workerPool }) => (pool = workerPool));
    let hasFetched = false;
    let failure: unknown;
    events.once('localQueue:getJobs:complete', () => (hasFetched = true));
    // The library keeps a failed first read of its tasks, and would never fetch a job.
    const startAgain = (cause: unknown) => {
      if (hasFetched || failure !== undefined) return;
      failure = cause ?? new Error('The first jobs could not be fetched.');
      log.warn({ err: failure }, 'jobs.start_failed');
      void runner?.stop().catch(() => {});
    };
    try {
      runner = await run({
        pgPool,
        preset: presetOf(deps, stopWithinMs),
        taskList,
        logger: loggerOf(startAgain),
        noHandleSignals: true,
        parsedCronItems: [],
        events,
      });
      // The runner stops by itself only after an error, such as a long outage of the database.
      runner.promise.catch(() => {}).finally(() => again(own));
      if (failure !== undefined) await runner.stop().catch(() => {});
    } catch (error) {
      log.warn({ err: error }, 'jobs.start_failed');
      again(own);
    }
  };
  const again = (ended: Activity | undefined) => {
    // A runner that was abandoned may end later.
    if (ended !== activity) return;
    pool = undefined;
    runner = undefined;
    activity = undefined;
    if (!isStopped) setTimeout(() => void start(), AGAIN_AFTER_MS).unref();
  };
  /**
   * On a machine without CPU time to spare, the library stopped polling without an error, and no job ran any more
   * (2026-11-19; the cause is not known). Its connections may be lost to it, so the next runner gets others.
   */
  const abandon = () => {
    log.warn({ after_ms: stuckAfterMs }, 'jobs.stuck');
    const [oldRunner, oldPool] = [runner, pgPool];
    pgPool = poolOf(deps);
    again(activity);
    void oldRunner?.stop().catch(() => {});
    void oldPool.end().catch(() => {});
  };
  const sendHeartbeat = async () => {
    if (!pool || !activity) return;
    const dead = await recordHeartbeat(db, pool.id);
    if (dead.length > 0) log.warn({ pools: dead }, 'jobs.unlocked');
    // The database responds, so the queue could be read.
    const isIdle = activity.jobs === 0 && systemClock.now() - activity.at > stuckAfterMs;
    if (isIdle && !isStopped) abandon();
  };
  await start();
  const heartbeat = startSchedules(
    [{ name: 'heartbeat of jobs', everySeconds: HEARTBEAT_SECONDS, run: sendHeartbeat }],
    log,
  );
  return {
    stop: async () => {
      isStopped = true;
      await runner?.stop().catch(() => {});
      await heartbeat.stop();
      await pgPool.end();
    },
  };
}
