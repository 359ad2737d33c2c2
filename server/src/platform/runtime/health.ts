// Health checks of this process, for probes without a token and for callers with one.
import { sql } from 'kysely';
import type { Deps } from './deps.ts';
import { pendingMigrations } from '../postgres/migrate.ts';
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

const checks: Record<string, (deps: Deps) => Promise<Check>> = {
  database: async ({ unprepared }) => {
    await sql`select 1`.execute(unprepared);
    return { status: 'ok' };
  },
  migrations: async ({ unprepared }) => {
    const pending = await pendingMigrations(unprepared);
    return pending.length === 0
      ? { status: 'ok' }
      : { status: 'failed', detail: `Not applied yet: ${pending.join(', ')}.` };
  },
  partitions: async ({ unprepared }) => {
    const stray = await strayPartitions(unprepared);
    return stray.length === 0
      ? { status: 'ok' }
      : { status: 'degraded', detail: `Rows in the default partition of ${stray.join(', ')}.` };
  },
  relay: async ({ unprepared }) => {
    const { rows } = await sql`select from relay_failures limit ${MAX_COUNTED}`.execute(unprepared);
    const count = rows.length === MAX_COUNTED ? `${MAX_COUNTED} or more` : String(rows.length);
    return rows.length === 0
      ? { status: 'ok' }
      : {
          status: 'degraded',
          detail: `Events set aside because no deliveries could be created for them: ${count}. See the table relay_failures for the reason, then run \`admin retry-events\`.`,
        };
  },
  load: async ({ overload }) => {
    const reason = overload.reason();
    return reason
      ? { status: 'degraded', detail: `Requests are refused: ${reason}.` }
      : { status: 'ok' };
  },
  limits: async ({ limits }) =>
    (await limits.areShared()) === false
      ? {
          status: 'degraded',
          detail: 'Valkey does not respond; each process counts separately until it does.',
        }
      : { status: 'ok' },
};

const WORST: Check['status'][] = ['failed', 'degraded', 'ok'];

type Result = Omit<Health, 'version'>;

async function runChecks(deps: Deps): Promise<Result> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        return [name, await check(deps)] as const;
      } catch (error) {
        // The reason may contain host and user names, so it is logged and not sent to the caller.
        deps.log.warn({ err: error, check: name }, 'health.failed');
        return [name, { status: 'failed', detail: 'No response.' }] as const;
      }
    }),
  );
  const status = WORST.find((one) => results.some(([, check]) => check.status === one)) ?? 'ok';
  return { status, checks: Object.fromEntries(results) };
}

const KEPT_MS = 1000;

interface SharedReport {
  result: Promise<Result>;
  /** Infinity while the checks are running. */
  expiresAt: number;
}

/** Shared by all listeners of a process through their `Deps`. */
const shared = new WeakMap<Deps, SharedReport>();

/**
 * Probes are public and never refused: 600 concurrent ones took 21 s when each queried the database. Requests share
 * the running checks, and their result for one second.
 */
export async function health(deps: Deps, version: string): Promise<Health> {
  let current = shared.get(deps);
  if (!current || current.expiresAt <= performance.now()) {
    const begun: SharedReport = { result: runChecks(deps), expiresAt: Infinity };
    void begun.result.finally(() => (begun.expiresAt = performance.now() + KEPT_MS));
    shared.set(deps, begun);
    current = begun;
  }
  const { status, checks: results } = await current.result;
  return { status, version, checks: results };
}
