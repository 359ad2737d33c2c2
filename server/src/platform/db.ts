// The way to PostgreSQL: a bounded pool, named statements, values that leave the driver ready for the wire.
import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';

/** Each feature adds its tables to this interface beside its SQL. @public */
// eslint-disable-next-line typescript/no-empty-object-type
export interface Tables {}

export type Db = Kysely<Tables>;
/** Inside a write. Never optional and never the pool: a statement outside the transaction would not roll back. */
export type Tx = Transaction<Tables>;

interface Database {
  /** Point reads and writes: their few texts are prepared once per connection. */
  db: Db;
  /** Lists, searches and migrations: texts too varied to prepare, plans that depend on the values. */
  unprepared: Db;
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

/** Unnamed statements cost PostgreSQL three times the CPU; without a bound each connection would hoard plans. */
const MOST_NAMED_STATEMENTS = 300;
const PLAN_IS_STALE = '0A000';

/** Gives a statement a name by the hash of its text. Names change when a migration made plans stale. */
class StatementNames {
  readonly #names = new Map<string, string>();
  #generation = 0;

  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known) return known;
    if (this.#names.size >= MOST_NAMED_STATEMENTS) return undefined;
    const name = createHash('sha1').update(`${this.#generation} ${text}`).digest('base64url');
    this.#names.set(text, name);
    return name;
  }

  renew(): void {
    this.#generation += 1;
    this.#names.clear();
  }
}

export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === PLAN_IS_STALE;

/** Runs once more what met a table that a migration had just changed: nothing was done, and the new names work. */
export async function withFreshPlans<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isStalePlan(error)) return work();
    throw error;
  }
}

const namingPool = (pool: pg.Pool, names: StatementNames) => ({
  connect: async () => {
    const client = await pool.connect();
    return {
      query: async (text: string, values: unknown[]) => {
        const name = values.length > 0 || text.startsWith('select') ? names.of(text) : undefined;
        try {
          return await client.query({ text, values, ...(name && { name }) });
        } catch (error) {
          if (isStalePlan(error)) names.renew();
          throw error;
        }
      },
      release: () => client.release(),
    };
  },
  end: async () => {},
});

const withNamedStatements = (pool: pg.Pool): Db =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: namingPool(pool, new StatementNames()) as never }),
  });

export interface ConnectOptions {
  connections: number;
  /** Whether statements get names. Off where connections share one backend, and so each other's names. */
  prepared: boolean;
  /** For a server that cannot limit a statement itself. */
  answerWithinMs?: number;
}

export function connect(
  url: string,
  { connections, prepared, answerWithinMs }: ConnectOptions,
  onIdleError: (error: Error) => void,
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types: wireTypes,
    // A request waits this long for a connection and is then answered 503.
    connectionTimeoutMillis: 2000,
    statement_timeout: 10_000,
    lock_timeout: 5000,
    idle_in_transaction_session_timeout: 15_000,
    options: '-c timezone=UTC',
    application_name: 'signalbox',
    ...(answerWithinMs && { query_timeout: answerWithinMs }),
  });
  pool.on('error', onIdleError);
  const unprepared = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db: prepared ? withNamedStatements(pool) : unprepared,
    unprepared,
    close: () => pool.end(),
  };
}
