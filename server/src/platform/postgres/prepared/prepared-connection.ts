// This Kysely driver prepares named statements once per connection, and sends statements together where no result is
// awaited.
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import type { MarkedQuery } from '../statements.ts';
import { Pipeline, type Result, type Statement, type Types } from './pipeline.ts';
import { isStalePlan } from '../pg-errors.ts';

/** A connection keeps the plan of each statement that it prepares; further ones are planned each time. */
const MAX_NAMED_STATEMENTS = 300;

/** Names are renewed after a migration made plans stale. */
class StatementNames {
  readonly #names = new Map<string, string>();
  #generation = 0;

  of(name: string): string | undefined {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    if (this.#names.size >= MAX_NAMED_STATEMENTS) return undefined;
    const current = this.#generation === 0 ? name : `${name} ${this.#generation}`;
    this.#names.set(name, current);
    return current;
  }

  renew(): void {
    this.#generation += 1;
    this.#names.clear();
  }
}

const COUNTED_COMMANDS = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

const queryResultOf = <Row>({ command, rowCount, rows }: Result): QueryResult<Row> => ({
  rows: rows as Row[],
  ...(COUNTED_COMMANDS.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
});

const beginText = ({ isolationLevel, accessMode }: TransactionSettings): string =>
  ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode]
    .filter(Boolean)
    .join(' ');

/**
 * `begin` and deferred writes are sent with the next statement, so a write of two statements takes two
 * round trips instead of four. If one of them fails, the next statement fails.
 */
class PreparedConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  readonly #parsers: Types;
  /** `begin` is sent later, so that a transaction without statements costs nothing. */
  #begin: Statement | undefined;
  #deferred: Statement[] = [];
  #isInTransaction = false;
  #isBroken = false;

  constructor(client: pg.PoolClient, names: StatementNames, parsers: Types) {
    this.#client = client;
    this.#names = names;
    this.#parsers = parsers;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sending, before } = query as MarkedQuery;
    const statement = this.#statementOf(query);
    if (before) {
      const [first, second] = await this.#sendAll([this.#statementOf(before), statement]);
      return { ...queryResultOf<Row>(second), before: first.rows } as QueryResult<Row>;
    }
    if (sending === 'deferred' && this.#isInTransaction) {
      this.#deferred.push(statement);
      return { rows: [] };
    }
    // Statements that were not sent need no rollback.
    if (sending === 'discards-deferred') this.#deferred = [];
    return queryResultOf(await this.#send(statement));
  }

  #statementOf({ sql: text, parameters: values, preparedAs, toError }: MarkedQuery): Statement {
    const name = preparedAs === undefined ? undefined : this.#names.of(preparedAs);
    return { text, values, name, toError };
  }

  begin(settings: TransactionSettings): void {
    this.#begin = this.#control(beginText(settings));
    this.#isInTransaction = true;
  }

  async commit(): Promise<void> {
    const isUnused = this.#begin !== undefined && this.#deferred.length === 0;
    this.#isInTransaction = false;
    if (isUnused) {
      this.#begin = undefined;
      return;
    }
    const { command } = await this.#send(this.#control('commit'));
    if (command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollback(): Promise<void> {
    const isUnsent = this.#begin !== undefined;
    this.#isInTransaction = false;
    this.#begin = undefined;
    this.#deferred = [];
    if (isUnsent) return;
    try {
      await this.#send(this.#control('rollback'));
    } catch (error) {
      // The connection may still be in its transaction and must not be reused.
      this.#isBroken = true;
      throw error;
    }
  }

  #control(text: string): Statement {
    return { text, values: [], name: this.#names.of(text) };
  }

  async #send(statement: Statement): Promise<Result> {
    const [result] = await this.#sendAll([statement]);
    return result;
  }

  /** Sends also the statements that have waited; returns the results of `last`. */
  async #sendAll<Statements extends readonly [Statement, ...Statement[]]>(
    last: Statements,
  ): Promise<{ [N in keyof Statements]: Result }> {
    const begin = this.#begin ? [this.#begin] : [];
    const statements = [...begin, ...this.#deferred, ...last];
    this.#begin = undefined;
    this.#deferred = [];
    try {
      return await new Promise((resolve, reject) => {
        const settle = (error: Error | null, results: readonly Result[]) =>
          error
            ? reject(error)
            : resolve(results.slice(-last.length) as { [N in keyof Statements]: Result });
        this.#client.query(new Pipeline(statements, this.#parsers, settle));
      });
    } catch (error) {
      // The driver's stack trace ends at the socket; this one includes the caller.
      Error.captureStackTrace(error as Error);
      if (isStalePlan(error)) this.#names.renew();
      throw error;
    }
  }

  release(): void {
    this.#begin = undefined;
    this.#deferred = [];
    this.#isInTransaction = false;
    this.#client.release(this.#isBroken);
  }

  // eslint-disable-next-line require-yield -- nothing here streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported; read in pages.');
  }
}

/** Savepoints are separate statements (statements.ts), because Kysely's need a controlled transaction. */
export class PreparedDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #parsers: Types;
  readonly #names = new StatementNames();
  readonly #connections = new WeakMap<pg.PoolClient, PreparedConnection>();

  constructor(pool: pg.Pool, parsers: Types) {
    this.#pool = pool;
    this.#parsers = parsers;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PreparedConnection> {
    const client = await this.#pool.connect();
    const known = this.#connections.get(client);
    if (known) return known;
    const connection = new PreparedConnection(client, this.#names, this.#parsers);
    this.#connections.set(client, connection);
    return connection;
  }

  async beginTransaction(
    connection: PreparedConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    connection.begin(settings);
  }

  commitTransaction(connection: PreparedConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: PreparedConnection): Promise<void> {
    return connection.rollback();
  }

  async releaseConnection(connection: PreparedConnection): Promise<void> {
    connection.release();
  }

  /** The pool is closed by its owner. */
  async destroy(): Promise<void> {}
}
