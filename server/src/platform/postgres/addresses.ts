// Addresses of people are stored as given and compared in SQL regardless of case, as `isSamePerson` does.
import { type RawBuilder, sql } from 'kysely';

/** The indexes by person begin with this expression. */
export const comparableAddress = (column: string): RawBuilder<string> =>
  sql<string>`lower(${sql.ref(column)})`;

export const isAddress = (column: string, address: string): RawBuilder<boolean> =>
  sql<boolean>`${comparableAddress(column)} = lower(${address}::text)`;
