// Probes without a token and callers with one share the health checks of this process.
import { sql } from 'kysely';
import { pause, systemClock } from '../clock.ts';
import type { Deps } from './deps.ts';
import { readState } from '../postgres/migrations/migrate.ts';
import type { SchemaState } from '../postgres/migrations/schema-state.ts';
import { strayPartitions } from '../postgres/partitions.ts';

interface Check {
  status: 'ok' | 'degraded' | 'failed';
  detail?: string;
}

export interface Health {
  status: Check['status'];
  version: string;
  checks: Record<string, Check>;
}

const MAX_COUNTED = 100;

export type HealthCheck = (deps: Deps) => Promise<Check>;

/** Two checks read the state of the migrations; one run of all checks reads it once. */
type ReadSchema = () => Promise<SchemaState>;

const checks: Record<string, (deps: Deps, readSchema: ReadSchema) => Promise<Check>> = {
  database: async ({ probe }) => {
    const { rows } = await sql<{ isStandby: boolean }>`
      select pg_is_in_recovery() as "isStandby"`.execute(probe);
    return rows[0]?.isStandby
      ? { status: 'degraded', detail: 'PostgreSQL is a standby: reads are served, writes refused.' }
      : { status: 'ok' };
  },
  migrations: async (_deps, readSchema) => {
    const { pending } = await readSchema();
    const names = pending.map(({ name }) => name).join(', ');
    return names === ''
      ? { status: 'ok' }
      : { status: 'failed', detail: `Migrations not applied yet: ${names}.` };
  },
  schema: async (_deps, readSchema) => {
    const { newer } = await readSchema();
    const names = newer.map(({ name }) => name).join(', ');
    return names === ''
      ? { status: 'ok' }
      : { status: 'degraded', detail: `newer: this release does not know ${names}.` };
  },
  partitions: async ({ probe }) => {
    const stray = await strayPartitions(probe);
    return stray.length === 0
      ? { status: 'ok' }
      : { status: 'degraded', detail: `Rows are in the default partition ${stray.join(', ')}.` };
  },
  relay: async ({ probe }) => {
    const { rows } = await sql`select from relay_failures limit ${MAX_COUNTED}`.execute(probe);
    const count = rows.length === MAX_COUNTED ? `${MAX_COUNTED} or more` : String(rows.length);
    return rows.length === 0
      ? { status: 'ok' }
      : {
          status: 'degraded',
          detail: `Events set aside because no deliveries could be created for them: ${count}. See the table relay_failures for the reason, then run \`admin retry-events\`.`,
        };
  },
  writes: async ({ writes }) => {
    const seconds = Math.round(writes.waitingMs / 1000);
    return seconds < 1
      ? { status: 'ok' }
      : {
          status: 'degraded',
          detail: `Writes wait for the database: ${writes.waiting}, the first for ${seconds} s. Reads are served.`,
        };
  },
  load: async (deps) => loadCheck(deps),
  limits: async ({ limits }) =>
    (await limits.areShared()) === false
      ? {
          status: 'degraded',
          detail: 'Valkey does not respond; each process counts separately until it does.',
        }
      : { status: 'ok' },
};

function loadCheck({ overload }: Deps): Check {
  const reason = overload.reason();
  if (!reason) return { status: 'ok' };
  // A long queue for the database is the same in every process, so other processes would not serve the requests either.
  const status = reason === 'database' ? 'degraded' : 'failed';
  return { status, detail: `Requests are refused: ${reason}.` };
}

export type HealthChecks = Readonly<Record<string, HealthCheck>>;

/** The metrics listener is probed before the features are composed, so this is no registry that must be filled. */
let ofFeatures: HealthChecks = {};

export const offerHealthChecks = (offered: HealthChecks): void => {
  ofFeatures = offered;
};

const WORST: Check['status'][] = ['failed', 'degraded', 'ok'];

type Result = Health['checks'];

/** A probe gets its response within a second, whatever hangs. */
const CHECKED_WITHIN_MS = 900;
/** The wait is split: a process whose event loop is late reads responses late, so it gets more time. */
const PARTS = 30;

async function waitForDeadline(signal: AbortSignal): Promise<void> {
  for (let n = 0; n < PARTS && !signal.aborted; n += 1)
    await pause(systemClock, CHECKED_WITHIN_MS / PARTS, signal);
}

/** Only a database that does not respond at all makes other processes the better choice. */
const lateCheck = (name: string): Check => ({
  status: name === 'database' ? 'failed' : 'degraded',
  detail: 'No response within a second.',
});

/** A feature that cannot be checked does not stop the process from serving everything else. */
const brokenCheck = (name: string): Check => ({
  status: name in checks ? 'failed' : 'degraded',
  detail: 'No response.',
});

async function runChecks(deps: Deps): Promise<Result> {
  const ended = new AbortController();
  const isOver = waitForDeadline(ended.signal);
  let schema: Promise<SchemaState> | undefined;
  const readSchema = () => (schema ??= readState(deps.probe));
  const results = await Promise.all(
    Object.entries({ ...checks, ...ofFeatures }).map(async ([name, check]) => {
      try {
        return [
          name,
          await Promise.race([check(deps, readSchema), isOver.then(() => lateCheck(name))]),
        ] as const;
      } catch (error) {
        // The reason may contain host and user names, so it is logged and not sent to the caller.
        deps.log.warn({ err: error, check: name }, 'health.failed');
        return [name, brokenCheck(name)] as const;
      }
    }),
  ).finally(() => ended.abort());
  return Object.fromEntries(results);
}

const CACHED_MS = 1000;

interface SharedReport {
  result: Promise<Result>;
  /** The report does not expire (Infinity) while the checks are running. */
  expiresAt: number;
}

/** All listeners of a process share a report through their `Deps`. */
const shared = new WeakMap<Deps, SharedReport>();

/**
 * Probes are public and never refused: 600 concurrent ones took 21 s when each queried the database. Requests share
 * the running checks, and their result for one second.
 */
export async function health(deps: Deps, version: string): Promise<Health> {
  let current = shared.get(deps);
  if (!current || current.expiresAt <= deps.monotonicMs()) {
    const begun: SharedReport = { result: runChecks(deps), expiresAt: Infinity };
    void begun.result.finally(() => (begun.expiresAt = deps.monotonicMs() + CACHED_MS));
    shared.set(deps, begun);
    current = begun;
  }
  // The load is not shared for a second: the next request is refused as soon as there is a reason.
  const results = { ...(await current.result), load: loadCheck(deps) };
  const found = new Set(Object.values(results).map(({ status }) => status));
  return { status: WORST.find((one) => found.has(one)) ?? 'ok', version, checks: results };
}

interface Readiness {
  /** 503 makes load balancers send requests elsewhere, also during a stop. */
  status: 200 | 503;
  body: { status: Check['status'] | 'stopping'; checks: Health['checks'] };
}

/** Every listener responds with this to /readyz. */
export async function readiness(deps: Deps): Promise<Readiness> {
  const { status, checks: results } = await health(deps, '');
  const { isStopping } = deps.lifecycle;
  return {
    status: status === 'failed' || isStopping ? 503 : 200,
    body: { status: isStopping ? 'stopping' : status, checks: results },
  };
}
