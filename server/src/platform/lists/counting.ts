// A count, as a statement that can be sent together with others.
import type { RawBuilder } from 'kysely';
import type { Db } from '../postgres/tables.ts';

export interface Total {
  total: number;
  isLowerBound: boolean;
}

/** A statement that counts, and how its rows are read. */
export interface Counting {
  statement: RawBuilder<Record<string, number>>;
  read: (db: Db, rows: readonly Record<string, number>[]) => Promise<Total>;
}
