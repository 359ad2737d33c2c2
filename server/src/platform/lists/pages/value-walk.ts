// Pages of one value of a filter, read in the order of the index that begins with the filter. For a condition of equality
// PostgreSQL may walk the index of the sort instead, because it knows how well that follows the rows on disk, and a
// prepared statement is planned without the value: of a rare one, that walk reads all rows of others.
import { type RawBuilder, sql } from 'kysely';
import { type Criteria, type EqualCondition, isEqual } from '../criteria.ts';
import { comparedColumn, comparedValue, every } from '../filters.ts';
import type { Listed, ListRequest } from '../list-spec.ts';

interface ValueWalk {
  where: RawBuilder<boolean>;
  orderBy: RawBuilder<unknown>;
}

/** The only condition of a request, if it names one value of a filter with such an index. */
function onlyValue(
  { walked = [], mainSort }: Listed,
  { sort }: ListRequest,
  { conditions }: Criteria,
): EqualCondition | undefined {
  const [only, ...others] = conditions;
  if (!only || others.length > 0 || !isEqual(only) || sort !== mainSort) return undefined;
  return only.values.length === 1 && walked.includes(only.column) ? only : undefined;
}

/**
 * The value as a range, and the column as part of the order: the planner does not see that it is constant, so that only
 * the index of the filter has this order. A cursor bounds the same range, with its own row: the planner estimates a row
 * comparison by its first column, and would expect no row after the value, and sort all of them.
 */
export function valueWalk(
  spec: Listed,
  request: ListRequest,
  criteria: Criteria,
): ValueWalk | undefined {
  const only = onlyValue(spec, request, criteria);
  if (!only) return undefined;
  const { sort, order, after } = request;
  const [column, value] = [comparedColumn(only), comparedValue(only, only.values[0])];
  const [from, to] = order === 'asc' ? [sql`>=`, sql`<=`] : [sql`<=`, sql`>=`];
  const type = sql.raw(spec.sorts[sort] ?? 'text');
  const start = after
    ? sql`(${column}, ${sql.ref(sort)}, id) ${from} (${value}, ${after[0]}::${type}, ${after[1]}) and id <> ${after[1]}`
    : sql`${column} ${from} ${value}`;
  const direction = sql.raw(order);
  return {
    where: every([criteria.rest, start, sql`${column} ${to} ${value}`]),
    orderBy: sql`${column} ${direction}, ${sql.ref(sort)} ${direction}, id ${direction}`,
  };
}
