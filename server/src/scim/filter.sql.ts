// Translates the conditions of a filter into SQL. Values are parameters; only attributes of the table can be compared.
import { type RawBuilder, sql } from 'kysely';
import type { Condition } from './protocol/filter.ts';
import { ScimError } from './protocol/scim-error.ts';

type Column =
  | { text: RawBuilder<unknown>; isLower?: boolean }
  | { boolean: RawBuilder<unknown> }
  /** Selects `item`; the condition holds if it does for one of the rows. */
  | { list: RawBuilder<unknown>; isLower?: boolean };

/** The keys are attributes in lower case. */
export type FilterColumns = Record<string, Column | undefined>;

const invalidFilter = (detail: string): ScimError => new ScimError(400, 'invalidFilter', detail);

const comparisons: Record<
  Condition['operator'],
  (column: RawBuilder<unknown>, value: string) => RawBuilder<boolean>
> = {
  eq: (column, value) => sql<boolean>`${column} = ${value}`,
  sw: (column, value) => sql<boolean>`starts_with(${column}, ${value})`,
  co: (column, value) => sql<boolean>`position(${value} in ${column}) > 0`,
};

function conditionSql(
  { attribute, operator, value }: Condition,
  columns: FilterColumns,
): RawBuilder<boolean> {
  const name = attribute.replace(/^urn:.*:/, '');
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (!column)
    throw invalidFilter(
      `${attribute.slice(0, 100)} cannot be compared; use one of ${Object.keys(columns).join(', ')}.`,
    );
  if ('boolean' in column) {
    const isTrue = typeof value === 'string' ? value.toLowerCase() === 'true' : value;
    if (operator !== 'eq' || isTrue === null)
      throw invalidFilter(`${attribute} is compared by eq with true or false.`);
    return sql<boolean>`${column.boolean} = ${isTrue}`;
  }
  if (value === null && 'text' in column) return sql<boolean>`${column.text} is null`;
  if (typeof value !== 'string') throw invalidFilter(`${attribute} is compared with text.`);
  const compared = column.isLower ? value.toLowerCase() : value;
  if ('text' in column) return comparisons[operator](column.text, compared);
  const test = comparisons[operator](sql`item`, compared);
  return sql<boolean>`exists (select from ${column.list} as items where ${test})`;
}

export const filterSql = (
  conditions: readonly Condition[],
  columns: FilterColumns,
): RawBuilder<boolean> => {
  const all = conditions.map((condition) => conditionSql(condition, columns));
  return all.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(all, sql` and `)})`;
};
