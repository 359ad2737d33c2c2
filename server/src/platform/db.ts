// The way to PostgreSQL: a bounded pool, named statements, values that leave the driver ready for the wire.
import { createHash } from 'node:crypto';
import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { Exchange, type Result, type Statement, type Types } from './exchange.ts';

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
  /** How many wait for a connection. */
  waiting: () => number;
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

const UNIQUE_VIOLATION = '23505';

/** For the one place that knows what a unique index means to a caller. */
export const breaksUnique = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === UNIQUE_VIOLATION &&
  error.constraint === constraint;

/** Runs once more what met a table that a migration had just changed: nothing was done, and the new names work. */
export async function withFreshPlans<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isStalePlan(error)) return work();
    throw error;
  }
}

/** Texts of writes that nobody waits for; see `compiledUnread`. */
const unread = new Set<string>();
const NOTHING: Result = { command: '', rowCount: null, rows: [] };
const isNamed = (text: string, values: readonly unknown[]): boolean =>
  values.length > 0 || /^(select|begin$|commit$|rollback$)/.test(text);

/**
 * A connection as Kysely uses it. What opens a transaction, and what nobody waits for in it, is held and goes with the
 * next statement: a write of two statements is two round trips and not four. If it fails, that statement fails.
 */
class NamingClient {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  #held: Statement[] = [];
  #isInTransaction = false;

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  async query(text: string, values: unknown[]): Promise<Result> {
    const name = isNamed(text, values) ? this.#names.of(text) : undefined;
    const statement = { text, values, name };
    if (text === 'begin' || (this.#isInTransaction && unread.has(text))) {
      this.#isInTransaction = true;
      this.#held.push(statement);
      return NOTHING;
    }
    const held = this.#held;
    this.#held = [];
    if (text === 'commit' || text === 'rollback') {
      this.#isInTransaction = false;
      // Nothing was sent yet, so there is nothing to end.
      const isNeedless = held[0]?.text === 'begin' && (text === 'rollback' || held.length === 1);
      if (isNeedless) return { ...NOTHING, command: text.toUpperCase() };
    }
    // What was not sent is undone by not sending it.
    return this.#send([...(text.startsWith('rollback') ? [] : held), statement]);
  }

  async #send(statements: Statement[]): Promise<Result> {
    try {
      return await new Promise((resolve, reject) => {
        const settle = (error: Error | null, result: Result) =>
          error ? reject(error) : resolve(result);
        this.#client.query(new Exchange(statements, wireTypes as unknown as Types, settle));
      });
    } catch (error) {
      // Else it would lead to the socket and not to who asked.
      Error.captureStackTrace(error as Error);
      if (isStalePlan(error)) this.#names.renew();
      throw error;
    }
  }

  /** A connection whose rollback failed may still be in its transaction, and must not be used again. */
  release(isBroken: boolean): void {
    this.#held = [];
    this.#isInTransaction = false;
    this.#client.release(isBroken);
  }
}

function namingPool(pool: pg.Pool, names: StatementNames) {
  // Kysely keeps what it knows of a connection by its client, so each has one.
  const clients = new WeakMap<pg.PoolClient, NamingClient>();
  return {
    connect: async () => {
      const client = await pool.connect();
      const naming = clients.get(client) ?? new NamingClient(client, names);
      clients.set(client, naming);
      return naming;
    },
    end: async () => {},
  };
}

const withNamedStatements = (pool: pg.Pool): Db =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: namingPool(pool, new StatementNames()) as never }),
  });

/** Makes texts and runs nothing. */
const textsOnly: Db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/**
 * For the statements of most requests: the text is made once, and each run brings its values, in the order in
 * which the text first names them. Kysely was some 8 % of a GET in one profile on a busy machine.
 */
export function compiledOnce<Row>(
  build: (db: Db) => Compilable<Row>,
): (db: Db | Tx, values: unknown[]) => Promise<Row[]> {
  const statement = build(textsOnly).compile();
  return async (db, values) =>
    (await db.executeQuery<Row>({ ...statement, parameters: values })).rows;
}

/**
 * For a write of which nobody reads anything: it goes with the next statement of its transaction, at the latest with
 * the commit, and fails as that one. In a transaction only; elsewhere nothing would follow.
 */
export function compiledUnread(
  build: (db: Db) => Compilable,
): (tx: Tx, values: unknown[]) => Promise<void> {
  const statement = build(textsOnly).compile();
  unread.add(statement.sql);
  return async (tx, values) => {
    await tx.executeQuery({ ...statement, parameters: values });
  };
}

export interface ConnectOptions {
  connections: number;
  /** Whether statements get names. Off where connections share one backend, and so each other's names. */
  prepared: boolean;
  /** For a server that cannot limit a statement itself. */
  answerWithinMs?: number;
}

/** A pool that outlives its connections. */
export function openPool(options: pg.PoolConfig, onIdleError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool(options);
  pool.on('error', onIdleError);
  // The pool hears of idle connections only. One that breaks between two statements of a transaction has nobody who
  // listens, and that would end the process; its next statement fails anyway.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export function connect(
  url: string,
  { connections, prepared, answerWithinMs }: ConnectOptions,
  onIdleError: (error: Error) => void,
): Database {
  const settings = {
    connectionString: url,
    max: connections,
    types: wireTypes,
    // A request waits this long for a connection and is then answered 503, within two seconds in all.
    connectionTimeoutMillis: 1500,
    statement_timeout: 10_000,
    lock_timeout: 5000,
    idle_in_transaction_session_timeout: 15_000,
    options: '-c timezone=UTC',
    application_name: 'signalbox',
    ...(answerWithinMs && { query_timeout: answerWithinMs }),
  };
  const pool = openPool(settings, onIdleError);
  const unprepared = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db: prepared ? withNamedStatements(pool) : unprepared,
    unprepared,
    waiting: () => pool.waitingCount,
    close: () => pool.end(),
  };
}
