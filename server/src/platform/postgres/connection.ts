// The connection to PostgreSQL: a bounded pool, prepared statements, and values parsed into their JSON form.
import {
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import pg from 'pg';
import type { Types } from './pipeline.ts';
import { PreparedDriver } from './prepared-connection.ts';
import type { Db, Tables } from './tables.ts';

interface Database {
  /** Point reads and writes: their few texts are prepared once per connection. */
  db: Db;
  /** Lists, searches and migrations: texts too varied to prepare, plans that depend on the values. */
  unprepared: Db;
  /** Connections of the pool by state, and the number of requests that wait for one. */
  pool: () => Record<'used' | 'idle' | 'waiting', number>;
  close: () => Promise<void>;
}

/** '2026-11-15 02:03:57.12+00', as PostgreSQL writes it for UTC, to '2026-11-15T02:03:57.120Z'. */
export const isoTimestamp = (written: string): string => {
  const local = written.slice(0, -3).replace(' ', 'T');
  return `${(local.length === 19 ? `${local}.` : local).padEnd(23, '0')}Z`;
};

const wireTypes = new pg.TypeOverrides();
wireTypes.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoTimestamp);
wireTypes.setTypeParser(pg.types.builtins.INT8, Number);
/** Typed as they are: the driver declares a number where they accept text. */
const parsers = wireTypes as unknown as Types;

export interface ConnectOptions {
  connections: number;
  /** A request waits this long for a connection and then gets 503. */
  connectWithinMs?: number;
  /** Whether statements are prepared. Off where connections share one backend and thus their statement names. */
  prepared: boolean;
  /** For a server without statement_timeout. */
  answerWithinMs?: number;
}

/** A pool that survives broken connections. */
export function openPool(options: pg.PoolConfig, onIdleError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool(options);
  pool.on('error', onIdleError);
  // The pool handles errors of idle connections only. One that breaks between two statements of a transaction has no
  // error listener, which would end the process; its next statement fails anyway.
  pool.on('connect', (client) => client.on('error', () => {}));
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
  url: string,
  { connections, connectWithinMs = 1500, prepared, answerWithinMs }: ConnectOptions,
  onIdleError: (error: Error) => void,
): Database {
  const settings = {
    connectionString: url,
    max: connections,
    types: wireTypes,
    connectionTimeoutMillis: connectWithinMs,
    statement_timeout: 10_000,
    lock_timeout: 5000,
    idle_in_transaction_session_timeout: 15_000,
    options: '-c timezone=UTC',
    application_name: 'signalbox',
    ...(answerWithinMs && { query_timeout: answerWithinMs }),
  };
  const pool = openPool(settings, onIdleError);
  const unprepared = unpreparedOf(pool);
  return {
    db: prepared ? preparedOf(pool) : unprepared,
    unprepared,
    pool: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}
