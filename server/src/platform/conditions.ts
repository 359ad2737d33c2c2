// What narrows a list: a column, a test and the values it is held against.
import { type RawBuilder, sql } from 'kysely';

export interface Filter {
  column: string;
  /** `in`: equal to one of the values. `after`, `before`: exclusive. `since`: inclusive. */
  test: 'in' | 'after' | 'before' | 'since';
  type: 'text' | 'timestamptz';
}

export interface Condition extends Filter {
  values: readonly string[];
}

const comparators = { after: sql`>`, before: sql`<`, since: sql`>=` };

export const conditionSql = ({ column, test, type, values }: Condition): RawBuilder<boolean> =>
  test === 'in'
    ? sql<boolean>`${sql.ref(column)} = any(${values}::${sql.raw(type)}[])`
    : sql<boolean>`${sql.ref(column)} ${comparators[test]} ${values[0]}::${sql.raw(type)}`;

export const every = (conditions: (RawBuilder<unknown> | undefined)[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.join([sql`true`, ...conditions.filter((one) => one !== undefined)], sql` and `)}`;
