// The types of the tables, the database and a transaction.
import type { Kysely, Transaction } from 'kysely';

/** Each feature declares its tables here, next to its SQL. @public */
// eslint-disable-next-line typescript/no-empty-object-type
export interface Tables {}

export type Db = Kysely<Tables>;
/** The transaction of a write. Never optional and never the pool: a statement outside it would not roll back. */
export type Tx = Transaction<Tables>;
