// The tables as types; the database and a transaction on them.
import type { Kysely, Transaction } from 'kysely';

/** Each feature adds its tables to this interface beside its SQL. @public */
// eslint-disable-next-line typescript/no-empty-object-type
export interface Tables {}

export type Db = Kysely<Tables>;
/** Inside a write. Never optional and never the pool: a statement outside the transaction would not roll back. */
export type Tx = Transaction<Tables>;
