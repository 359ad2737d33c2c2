// Connections to PostgreSQL are pooled and bounded, prepare statements, and parse values into their JSON form.
import {
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import pg from 'pg';
import { leaveStandby } from './hosts/primary.ts';
import { connectionNames, fixedLogin, type Login, LoginPool } from './login.ts';
import type { Types } from './prepared/pipeline.ts';
import { PreparedDriver } from './prepared/prepared-connection.ts';
import { keepAlive, MAINTENANCE_WITHIN_MS, SilentConnections } from './silent-connections.ts';
import type { Db, Tables } from './tables.ts';
import { failUnreplicatedCommits } from './unreplicated-commits.ts';

interface Database {
  /** Statements that statements.ts names are prepared once per connection. */
  db: Db;
  /** Work that sets a longer timeout, and files of several statements, have their own connections, open only meanwhile. */
  maintenance: Db;
  /** Health checks have one connection of their own: a full pool does not make a process look dead. */
  probe: Db;
  /** Counts connections of the pool by state, and the requests that wait for one. */
  pool: () => Record<'used' | 'idle' | 'waiting', number>;
  close: () => Promise<void>;
}

/** Converts '2026-11-15 02:03:57.12+00', as PostgreSQL writes it for UTC, to '2026-11-15T02:03:57.120Z'. */
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
/** The driver declares a number where the parsers accept text. */
const parsers = wireTypes as unknown as Types;

/** No check may take as long (health.ts): a connection that has sent nothing by then is closed before the next check. */
const PROBE_WITHIN_MS = 5000;

/** Each connection sends these at its start; they are set by role where a pooler does not pass them on. */
export const TIMEOUTS_MS = {
  statement_timeout: 10_000,
  lock_timeout: 5000,
  idle_in_transaction_session_timeout: 15_000,
} as const;

export interface ConnectOptions {
  connections: number;
  /** A request waits this long for a connection and then gets 503. */
  connectWithinMs?: number;
  /** Statements are not prepared where connections share one backend and thus their statement names. */
  prepared: boolean;
  /** Maintenance uses this login. If it is given, the other leads to a pooler, which accepts no timeouts at the start. */
  direct?: Login | undefined;
  /** The driver ends statements after this time, where the server has no statement_timeout. */
  respondWithinMs?: number;
}

const READ_ONLY = '25006';

/** The host was the primary; the next connection may lead to the new one. */
function closeOnStandby(client: pg.PoolClient): void {
  const { connection } = client as pg.PoolClient & { connection: pg.Connection };
  connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code !== READ_ONLY) return;
    leaveStandby(client);
    setImmediate(() => connection.stream.destroy());
  });
}

interface PoolOptions extends pg.PoolConfig {
  /** A connection that sends nothing for longer, while a statement runs, is closed. */
  respondWithinMs?: number;
}

/** The pool survives broken connections, and silent ones. */
export function openPool(
  login: Login | string,
  { respondWithinMs, ...options }: PoolOptions,
  onIdleError: (error: Error) => void,
): pg.Pool {
  const pool = new LoginPool(typeof login === 'string' ? fixedLogin(login) : login, {
    ...keepAlive,
    ...options,
  });
  const silent = new SilentConnections(respondWithinMs);
  pool.on('error', onIdleError);
  pool.on('connect', (client) => {
    // The pool handles errors of idle connections only. One that breaks between two statements of a transaction has no
    // error listener, which would end the process; its next statement fails anyway.
    client.on('error', () => {});
    silent.watch(client);
    closeOnStandby(client);
    failUnreplicatedCommits(client);
  });
  pool.on('remove', (client) => silent.forget(client));
  return pool;
}

const createUnpreparedDb = (pool: pg.Pool): Db =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

const createPreparedDb = (pool: pg.Pool): Db =>
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
  { connections, connectWithinMs = 1500, prepared, direct, respondWithinMs }: ConnectOptions,
  onIdleError: (error: Error) => void,
): Database {
  const settings = {
    max: connections,
    types: wireTypes,
    connectionTimeoutMillis: connectWithinMs,
    ...(!direct && TIMEOUTS_MS),
    options: '-c timezone=UTC',
    application_name: connectionNames.pool,
    ...(respondWithinMs && { query_timeout: respondWithinMs }),
  };
  // Without statement_timeout the driver's own timeout ends statements; see `query_timeout` above.
  const pool = openPool(
    login,
    { ...settings, ...(respondWithinMs && { respondWithinMs: MAINTENANCE_WITHIN_MS }) },
    onIdleError,
  );
  const ownPool = (to: Login | string, own: PoolOptions) =>
    openPool(to, { ...settings, ...own }, onIdleError);
  const pools = {
    maintenance: ownPool(direct ?? login, {
      ...TIMEOUTS_MS,
      application_name: connectionNames.maintenance,
      max: 2,
      idleTimeoutMillis: 1000,
      respondWithinMs: MAINTENANCE_WITHIN_MS,
      // A migration of the embedded database may take longer than a request on a slow machine.
      ...(respondWithinMs && { query_timeout: MAINTENANCE_WITHIN_MS }),
    }),
    // A probe of its own is of no use to connections that share one backend.
    probe: prepared
      ? ownPool(login, {
          application_name: connectionNames.health,
          max: 1,
          connectionTimeoutMillis: PROBE_WITHIN_MS,
          respondWithinMs: PROBE_WITHIN_MS,
        })
      : pool,
  };
  return {
    db: prepared ? createPreparedDb(pool) : createUnpreparedDb(pool),
    maintenance: createUnpreparedDb(pools.maintenance),
    probe: createUnpreparedDb(pools.probe),
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
