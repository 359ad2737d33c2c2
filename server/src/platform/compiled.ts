// Statements whose text is made once, for what most requests do.
import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Db, Tables, Tx } from './db.ts';

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

/** Texts of writes that nobody waits for. */
const unread = new Set<string>();
export const isUnread = (text: string): boolean => unread.has(text);

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
