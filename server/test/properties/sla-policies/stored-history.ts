// Answers the two queries for the history of a record from a list, so that clocks are rebuilt without a database.
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Tables, Tx } from '../../../src/platform/postgres/tables.ts';

interface StoredStep {
  at: string;
  /** Only the fields that changed. */
  step: object;
}

export interface StoredHistory {
  steps: StoredStep[];
  responses: string[];
}

export const RECORD_ID = 'INC0000001';

function rowsFor({ sql }: CompiledQuery, { steps, responses }: StoredHistory): object[] {
  if (sql.includes('from entries'))
    return steps.map(({ at, step }) => ({ record_id: RECORD_ID, at, step }));
  if (sql.includes('from work_notes')) return responses.map((at) => ({ record_id: RECORD_ID, at }));
  throw new Error(`The list does not answer ${sql}`);
}

/** Returns a transaction that reads `history` as it is at each query. */
export function readerOf(history: StoredHistory): Tx {
  const connection: DatabaseConnection = {
    executeQuery: <Row>(query: CompiledQuery) =>
      Promise.resolve({ rows: rowsFor(query, history) } as unknown as QueryResult<Row>),
    streamQuery: () => {
      throw new Error('The list does not stream');
    },
  };
  const driver: Driver = {
    init: async () => {},
    acquireConnection: () => Promise.resolve(connection),
    beginTransaction: async () => {},
    commitTransaction: async () => {},
    rollbackTransaction: async () => {},
    releaseConnection: async () => {},
    destroy: async () => {},
  };
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return db as unknown as Tx;
}
