// Connections as Kysely uses them: their statements have names, and go to PostgreSQL together where they can.
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { isUnread } from './compiled.ts';
import { Exchange, type Result, type Statement, type Types } from './exchange.ts';
import { isStalePlan } from './refusals.ts';

/** Unnamed statements cost PostgreSQL three times the CPU; without a bound each connection would hoard plans. */
const MOST_NAMED_STATEMENTS = 300;

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
  readonly #parsers: Types;
  #held: Statement[] = [];
  #isInTransaction = false;

  constructor(client: pg.PoolClient, names: StatementNames, parsers: Types) {
    this.#client = client;
    this.#names = names;
    this.#parsers = parsers;
  }

  async query(text: string, values: unknown[]): Promise<Result> {
    const name = isNamed(text, values) ? this.#names.of(text) : undefined;
    const statement = { text, values, name };
    if (text === 'begin' || (this.#isInTransaction && isUnread(text))) {
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
        this.#client.query(new Exchange(statements, this.#parsers, settle));
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

/** Connections whose statements have names, and go together where they can. */
export function namingPool(pool: pg.Pool, parsers: Types) {
  const names = new StatementNames();
  // Kysely keeps what it knows of a connection by its client, so each has one.
  const clients = new WeakMap<pg.PoolClient, NamingClient>();
  return {
    connect: async () => {
      const client = await pool.connect();
      const naming = clients.get(client) ?? new NamingClient(client, names, parsers);
      clients.set(client, naming);
      return naming;
    },
    end: async () => {},
  };
}
