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

/** One value is compared as such: of `any` the planner does not know that an index on it is in the order of the rest. */
export const conditionSql = ({ column, test, type, values }: Condition): RawBuilder<boolean> => {
  const [name, as, [first]] = [sql.ref(column), sql.raw(type), values];
  if (test !== 'in') return sql<boolean>`${name} ${comparators[test]} ${first}::${as}`;
  return values.length === 1
    ? sql<boolean>`${name} = ${first}::${as}`
    : sql<boolean>`${name} = any(${values}::${as}[])`;
};

export const every = (conditions: (RawBuilder<unknown> | undefined)[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.join([sql`true`, ...conditions.filter((one) => one !== undefined)], sql` and `)}`;
