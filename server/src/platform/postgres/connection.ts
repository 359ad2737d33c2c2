// The connection to PostgreSQL: a bounded pool, prepared statements, and values parsed into their JSON form.
import {
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import pg from 'pg';
import { connectionNames, fixedLogin, type Login, LoginPool } from './login.ts';
import type { Types } from './prepared/pipeline.ts';
import { PreparedDriver } from './prepared/prepared-connection.ts';
import { keepAlive, MAINTENANCE_WITHIN_MS, SilentConnections } from './silent-connections.ts';
import type { Db, Tables } from './tables.ts';

interface Database {
  /** All statements; those that statements.ts names are prepared once per connection. */
  db: Db;
  /** Work that sets itself a longer timeout and files of several statements, on connections of its own that are open only meanwhile. */
  maintenance: Db;
  /** Health checks, on one connection of their own: a full pool does not make a process look dead. */
  probe: Db;
  /** Connections of the pool by state, and the number of requests that wait for one. */
  pool: () => Record<'used' | 'idle' | 'waiting', number>;
  close: () => Promise<void>;
}

/** '2026-11-15 02:03:57.12+00', as PostgreSQL writes it for UTC, to '2026-11-15T02:03:57.120Z'. */
export const isoTimestamp = (written: string): string => {
  const local = written.slice(0, -3).replace(' ', 'T');
  return `${(local.length === 19 ? `${local}.` : local).padEnd(23, '0')}Z`;
};

function ownTypes(): pg.TypeOverrides {
  const overrides = new pg.TypeOverrides();
  overrides.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoTimestamp);
  overrides.setTypeParser(pg.types.builtins.INT8, Number);
  return overrides;
}

const wireTypes = ownTypes();
/** Typed as they are: the driver declares a number where they accept text. */
const parsers = wireTypes as unknown as Types;

/** Longer than a check may take (health.ts): a connection that still brings nothing then is given up for the next check. */
const PROBE_WITHIN_MS = 5000;

/** As sent at the start of each connection, and set by role where a pooler does not pass them on. */
export const TIMEOUTS_MS = {
  statement_timeout: 10_000,
  lock_timeout: 5000,
  idle_in_transaction_session_timeout: 15_000,
} as const;

export interface ConnectOptions {
  connections: number;
  /** A request waits this long for a connection and then gets 503. */
  connectWithinMs?: number;
  /** Whether statements are prepared. Off where connections share one backend and thus their statement names. */
  prepared: boolean;
  /** For maintenance. If it is given, the other login leads to a pooler, which accepts no timeouts at the start. */
  direct?: Login | undefined;
  /** For a server without statement_timeout. */
  answerWithinMs?: number;
}

const READ_ONLY = '25006';

/** Its host was the primary; the next connection may lead to the new one. */
function closeToStandby(client: pg.PoolClient): void {
  const { connection } = client as pg.PoolClient & { connection: pg.Connection };
  connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code === READ_ONLY) setImmediate(() => connection.stream.destroy());
  });
}

interface PoolOptions extends pg.PoolConfig {
  /** A connection that brings nothing for longer, while a statement runs, is given up. */
  answerWithinMs?: number;
}

/** A pool that survives broken connections, and silent ones. */
export function openPool(
  login: Login | string,
  { answerWithinMs, ...options }: PoolOptions,
  onIdleError: (error: Error) => void,
): pg.Pool {
  const pool = new LoginPool(typeof login === 'string' ? fixedLogin(login) : login, {
    ...keepAlive,
    ...options,
  });
  const silent = new SilentConnections(answerWithinMs);
  pool.on('error', onIdleError);
  pool.on('connect', (client) => {
    // The pool handles errors of idle connections only. One that breaks between two statements of a transaction has no
    // error listener, which would end the process; its next statement fails anyway.
    client.on('error', () => {});
    silent.watch(client);
    closeToStandby(client);
  });
  pool.on('remove', (client) => silent.forget(client));
  return pool;
}

const unpreparedOf = (pool: pg.Pool): Db =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

const preparedOf = (pool: pg.Pool): Db =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PreparedDriver(pool, parsers),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

export function connect(
  login: Login | string,
  { connections, connectWithinMs = 1500, prepared, direct, answerWithinMs }: ConnectOptions,
  onIdleError: (error: Error) => void,
): Database {
  const settings = {
    max: connections,
    types: wireTypes,
    connectionTimeoutMillis: connectWithinMs,
    ...(!direct && TIMEOUTS_MS),
    options: '-c timezone=UTC',
    application_name: connectionNames.pool,
    ...(answerWithinMs && { query_timeout: answerWithinMs }),
  };
  // Without statement_timeout the driver's own timeout ends statements; see `query_timeout` above.
  const pool = openPool(
    login,
    { ...settings, ...(answerWithinMs && { answerWithinMs: MAINTENANCE_WITHIN_MS }) },
    onIdleError,
  );
  // Connections that share one backend gain nothing from being apart.
  const ownPool = (to: Login | string, own: PoolOptions) =>
    prepared ? openPool(to, { ...settings, ...own }, onIdleError) : pool;
  const pools = {
    maintenance: ownPool(direct ?? login, {
      ...TIMEOUTS_MS,
      application_name: connectionNames.maintenance,
      max: 2,
      idleTimeoutMillis: 1000,
      answerWithinMs: MAINTENANCE_WITHIN_MS,
    }),
    probe: ownPool(login, {
      application_name: connectionNames.health,
      max: 1,
      connectionTimeoutMillis: PROBE_WITHIN_MS,
      answerWithinMs: PROBE_WITHIN_MS,
    }),
  };
  return {
    db: prepared ? preparedOf(pool) : unpreparedOf(pool),
    maintenance: unpreparedOf(pools.maintenance),
    probe: unpreparedOf(pools.probe),
    pool: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => {
      await Promise.all([...new Set([pool, ...Object.values(pools)])].map((one) => one.end()));
    },
  };
}
