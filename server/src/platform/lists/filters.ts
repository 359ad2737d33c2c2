// Filters of a list: a column, a comparison and its values.
import { type RawBuilder, sql } from 'kysely';

export interface Filter {
  column: string;
  /**
   * `in`: equal to one of the values. `contains`: the column is an array with one of the values, or several. `after`,
   * `before`: exclusive. `since`: inclusive.
   */
  test: 'in' | 'contains' | 'after' | 'before' | 'since';
  type: 'text' | 'timestamptz';
}

export interface Condition extends Filter {
  values: readonly string[];
}

const comparators = { after: sql`>`, before: sql`<`, since: sql`>=` };

/** A single value uses `=`: for `any` the planner does not know that the index is ordered by the remaining columns. */
export const conditionSql = ({ column, test, type, values }: Condition): RawBuilder<boolean> => {
  const [name, as, [first]] = [sql.ref(column), sql.raw(type), values];
  if (test === 'contains') return sql<boolean>`${name} && ${values}::${as}[]`;
  if (test !== 'in') return sql<boolean>`${name} ${comparators[test]} ${first}::${as}`;
  return values.length === 1
    ? sql<boolean>`${name} = ${first}::${as}`
    : sql<boolean>`${name} = any(${values}::${as}[])`;
};

export const every = (conditions: (RawBuilder<unknown> | undefined)[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.join([sql`true`, ...conditions.filter((one) => one !== undefined)], sql` and `)}`;
