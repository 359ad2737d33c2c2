// Features add their tables to one type, by which every statement is checked.
import type { Kysely, Transaction } from 'kysely';

/** Each feature declares its tables here, next to its SQL. @public */
// eslint-disable-next-line typescript/no-empty-object-type
export interface Tables {}

export type Db = Kysely<Tables>;
/** A write takes its transaction, never optional and never the pool: a statement outside it would not roll back. */
export type Tx = Transaction<Tables>;
