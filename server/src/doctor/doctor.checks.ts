// Each check verifies one need of an instance, and gives advice if it fails.
import { once } from 'node:events';
import { connect } from 'node:net';
import { versions } from 'node:process';
import type { Deps } from '../platform/runtime/deps.ts';
import { readState } from '../platform/postgres/migrations/migrate.ts';
import { strayPartitions } from '../platform/postgres/partitions.ts';
import { oldestDueJobs } from '../platform/background/jobs.ts';
import { readSuspicion } from '../events/index.ts';
import { describeHold, readOutgoing } from '../outgoing/index.ts';
import { canOpenSigningKey } from '../identity/index.ts';
import { backupFinding } from './doctor.backups.ts';
import { hostsFinding } from './doctor.hosts.ts';
import { connectionsOf } from './connections.ts';
import { mailFinding } from './doctor.mail.ts';
import { mailboxesFinding } from './doctor.mailboxes.ts';
import { type DatabaseFacts, readFacts } from './doctor.sql.ts';
import { fail, type Finding, ok, skip, warn } from './findings.ts';
import { poolerFaults } from './pooler.ts';

const MIN_NODE = 24;
const MIN_POSTGRES = 18;
/** Older releases read beyond the end of a page when an index is built in parallel (CVE-2026-3172). */
const MIN_VECTOR = '0.8.2';
/** A restart without an outage runs two processes of each for a moment. */
const PROCESSES_OF_EACH = 2;
/** Tokens and signatures of webhooks tolerate less than a minute; SLA times are off by the whole difference. */
const MAX_CLOCK_DIFFERENCE_SECONDS = 2;
const MAX_JOB_AGE_SECONDS = 60;
const RESPOND_WITHIN_MS = 5000;

const isOlder = (version: string, minimum: string): boolean =>
  version.localeCompare(minimum, 'en', { numeric: true }) < 0;

async function facts({ db }: Deps): Promise<DatabaseFacts> {
  const read = await readFacts(db);
  if (!read) throw new Error('The database returned no row.');
  return read;
}

async function reach({ egress }: Deps, url: string, advice: string): Promise<Finding | Response> {
  try {
    const response = await egress.operatorFetch(url, {
      signal: AbortSignal.timeout(RESPOND_WITHIN_MS),
    });
    return response.ok ? response : fail(`${url} returned ${response.status}.`, advice);
  } catch (error) {
    const cause = (error as Error).cause ?? error;
    return fail(`${url} does not respond: ${(cause as Error).message}.`, advice);
  }
}

/** Reports only host and port: the URL may contain a password. */
async function proxyFinding(url: string): Promise<Finding> {
  const { hostname, port } = new URL(url);
  const at = `${hostname}:${port || 80}`;
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 80 });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(RESPOND_WITHIN_MS) });
    return ok(`requests that leave the network go through the proxy ${at}`);
  } catch (error) {
    const reason = (error as Error).message.replace(/\.$/, '');
    return fail(`The proxy ${at} does not respond: ${reason}.`, 'Correct EGRESS_PROXY.');
  } finally {
    socket.destroy();
  }
}

const isFinding = (value: Finding | Response): value is Finding => 'detail' in value;

export const checks: Record<string, (deps: Deps) => Promise<Finding>> = {
  node: async () => {
    const major = Number(versions.node.split('.', 1)[0]);
    return major >= MIN_NODE
      ? ok(`Node ${versions.node}`)
      : fail(`Node ${versions.node}`, `Install Node ${MIN_NODE} or later.`);
  },
  pooler: async ({ config }) => {
    const faults = await poolerFaults(config);
    if (!faults) return ok('none; connections go directly to PostgreSQL');
    return faults.length === 0
      ? ok('DATABASE_URL points to a pooler, DATABASE_DIRECT_URL to PostgreSQL')
      : fail(
          faults.map(({ detail }) => detail).join(' '),
          faults.map(({ advice }) => advice).join(' '),
        );
  },
  hosts: hostsFinding,
  database: async (deps) => {
    const { version, is_replica: isReplica, fsync } = await facts(deps);
    if (version < MIN_POSTGRES) {
      return fail(`PostgreSQL ${version}`, `Use PostgreSQL ${MIN_POSTGRES} or later.`);
    }
    if (isReplica) {
      return fail(
        'DATABASE_URL points to a standby, which accepts no writes.',
        'Set DATABASE_URL to the primary server.',
      );
    }
    return fsync
      ? ok(`PostgreSQL ${version}`)
      : warn(
          'PostgreSQL runs with fsync = off: a power failure may destroy the database.',
          'Set fsync = on, except for tests.',
        );
  },
  extension: async (deps) => {
    const { vector } = await facts(deps);
    if (vector === null) {
      return fail(
        'The extension vector is missing in the database.',
        'Install pgvector on the database server, then run `create extension vector` in the database as superuser.',
      );
    }
    return isOlder(vector, MIN_VECTOR)
      ? warn(
          `pgvector ${vector} has a known vulnerability (CVE-2026-3172).`,
          `Install ${MIN_VECTOR} or later, then run \`alter extension vector update\`.`,
        )
      : ok(`pgvector ${vector}`);
  },
  connections: async (deps) => {
    const { max_connections: most, connections: open } = await facts(deps);
    const each = (['api', 'auth', 'worker'] as const).map(
      (command) => [command, connectionsOf(command, deps.config.DATABASE_POOL)] as const,
    );
    const needed = PROCESSES_OF_EACH * each.reduce((sum, [, count]) => sum + count, 0);
    const text = `PostgreSQL allows ${most}, ${open} are open; a process uses up to ${each.map(([command, count]) => `${count} (${command})`).join(', ')}`;
    return most >= needed
      ? ok(text)
      : warn(
          `${text}. Two processes of each, as during a restart, need ${needed}.`,
          'Raise max_connections of PostgreSQL, lower DATABASE_POOL, or use a connection pooler.',
        );
  },
  timeouts: async (deps) => {
    const { timeouts } = await facts(deps);
    const text = Object.entries(timeouts)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ');
    return Object.values(timeouts).includes('0')
      ? fail(
          `A timeout is off (0): ${text}.`,
          'Set the timeouts for the role; see "Connection pooler" in docs/operations.md.',
        )
      : ok(text);
  },
  migrations: async ({ db }) => {
    const { pending, waiting, newer } = await readState(db);
    const namesOf = (migrations: readonly { name: string }[]) =>
      migrations.map(({ name }) => name).join(', ');
    if (pending.length > 0)
      return fail(`Migrations not applied yet: ${namesOf(pending)}.`, 'Run the command `migrate`.');
    if (waiting.length > 0)
      return warn(
        `Migrations wait for batches: ${namesOf(waiting)}.`,
        'Let the workers finish (`migrate --status`), then run the command `migrate`.',
      );
    if (newer.length > 0)
      return warn(
        `The schema is newer than this release: ${namesOf(newer)}.`,
        'Start the newer release when it is ready.',
      );
    return ok('all applied');
  },
  partitions: async ({ db }) => {
    const stray = await strayPartitions(db);
    return stray.length === 0
      ? ok('every row is in the partition of its month')
      : warn(
          `Rows are in the default partition ${stray.join(', ')}.`,
          'See "Partitions and retention" in docs/operations.md.',
        );
  },
  backup: backupFinding,
  restore: async ({ db }) => {
    const suspicion = await readSuspicion(db);
    return suspicion
      ? fail(suspicion, 'See "The database seems to be restored" in docs/runbooks.md.')
      : ok('every event that was given to clients is in the log');
  },
  encryption: async (deps) => {
    const canOpen = await canOpenSigningKey(deps);
    if (canOpen === undefined) return skip('No secret is stored yet.');
    return canOpen
      ? ok('ENCRYPTION_KEY opens the stored secrets')
      : fail(
          'The stored secrets were encrypted with another ENCRYPTION_KEY.',
          'Set the key that was used before, or change the key with `admin rekey`.',
        );
  },
  clock: async (deps) => {
    const { clock } = await facts(deps);
    const difference = Math.abs(deps.now().getTime() / 1000 - clock);
    const detail = `differs by ${difference.toFixed(1)} s from the clock of the database server`;
    return difference <= MAX_CLOCK_DIFFERENCE_SECONDS
      ? ok(detail)
      : fail(
          `${detail}.`,
          'Synchronise the clocks of all servers, for example with chrony: tokens, SLA times and signatures depend on them.',
        );
  },
  valkey: async ({ config, limits }) => {
    if (!config.VALKEY_URL) {
      return warn(
        'VALKEY_URL is not set: each process has rate limits of its own.',
        'Set VALKEY_URL if more than one process serves requests.',
      );
    }
    return (await limits.areShared())
      ? ok('responds')
      : fail('Valkey does not respond.', 'Start Valkey, or correct VALKEY_URL.');
  },
  api: async (deps) => {
    const { config } = deps;
    const advice = 'Start `api`, or set BASE_URL to the address at which clients reach it.';
    const response = await reach(deps, `${config.BASE_URL}/readyz`, advice);
    return isFinding(response) ? response : ok(`${config.BASE_URL} is ready`);
  },
  provider: async (deps) => {
    const { config } = deps;
    const issuer = config.OIDC_ISSUER || config.AUTH_URL;
    const advice = config.OIDC_ISSUER
      ? 'Set OIDC_ISSUER to the address of your provider.'
      : 'Start `auth`, or set AUTH_URL to the address at which clients reach it.';
    const url = `${issuer}/.well-known/openid-configuration`;
    const response = await reach(deps, url, advice);
    if (isFinding(response)) return response;
    const { issuer: named } = (await response.json()) as { issuer?: string };
    return named === issuer
      ? ok(`${issuer} issues tokens`)
      : fail(`${url} names the issuer ${named}, so every token would be refused.`, advice);
  },
  mail: mailFinding,
  mailboxes: mailboxesFinding,
  egress: async ({ config, egress }) => {
    const url = config.AI_PROVIDER && config.AI_BASE_URL ? config.AI_BASE_URL : undefined;
    if (!url) return ok('webhooks may reach public addresses and those in EGRESS_ALLOW');
    await egress.check(url);
    return ok(`requests to AI_BASE_URL (${new URL(url).host}) are allowed`);
  },
  proxy: async ({ config: { EGRESS_PROXY } }) =>
    EGRESS_PROXY ? proxyFinding(EGRESS_PROXY) : ok('none; requests leave the network directly'),
  outgoing: async (deps) => {
    const hold = describeHold(deps, await readOutgoing(deps.db));
    return hold ? warn(hold.reason, hold.advice) : ok('deliveries and e-mails are sent');
  },
  jobs: async ({ db }) => {
    const seconds = Math.max(0, ...Object.values(await oldestDueJobs(db)));
    return seconds <= MAX_JOB_AGE_SECONDS
      ? ok('no job is late')
      : warn(
          `The oldest due job has been waiting for ${Math.round(seconds)} s.`,
          'Start a `worker` process, or more of them.',
        );
  },
};
