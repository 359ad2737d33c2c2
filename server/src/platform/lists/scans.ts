// A page is read in the order of its sort, without sorting, by one scan of an index for each combination of the values that
// it begins with.
import { type RawBuilder, sql } from 'kysely';
import {
  comparedColumn,
  comparedValue,
  type Condition,
  conditionSql,
  type Criteria,
  type EqualCondition,
  every,
  exceptOf,
  isEqual,
  partsOf,
} from './conditions.ts';
import type { UntypedListSpec, ListRequest, NullsLast } from './list-spec.ts';

/** An index has the rows in this order. */
export interface Scan {
  where: RawBuilder<boolean>;
  orderBy: RawBuilder<unknown>;
}

interface Scans {
  scans: readonly Scan[];
  /** If each of the rows is on the page or after it, no other strategy is faster. */
  isExact: boolean;
}

/** More scans cost more than one that skips rows. */
const MAX_SCANS = 28;

/** The columns of the index have the values to scan, which covers these conditions. */
interface UsableIndex {
  columns: EqualCondition[];
  covered: EqualCondition[];
}

/** Returns undefined if a column of the index has neither a filter nor a few known values, or too many to scan. */
function usableIndex(
  { values: known = {} }: UntypedListSpec,
  index: readonly string[],
  equal: readonly EqualCondition[],
): UsableIndex | undefined {
  const covered: EqualCondition[] = [];
  const columns: EqualCondition[] = [];
  for (const column of index) {
    const given = equal.find((one) => one.column === column);
    const values = given ? given.values : known[column];
    if (!values) return undefined;
    if (given) covered.push(given);
    columns.push({ ...(given ?? { column, test: 'in', type: 'text' }), values });
  }
  const scans = columns.reduce((product, { values }) => product * values.length, 1);
  return scans <= MAX_SCANS ? { columns, covered } : undefined;
}

/** Chooses the index that covers most of the filters. */
function chosenIndex(spec: UntypedListSpec, conditions: readonly Condition[]): UsableIndex {
  const equal = conditions.filter(isEqual);
  const usable = (spec.indexes ?? []).flatMap((index) => usableIndex(spec, index, equal) ?? []);
  const none: UsableIndex = { columns: [], covered: [] };
  return usable.reduce(
    (best, one) => (one.covered.length > best.covered.length ? one : best),
    none,
  );
}

type Value = readonly [EqualCondition, string];

/** Returns every combination of one value of each condition. */
const combinations = (conditions: readonly EqualCondition[]): Value[][] =>
  conditions.reduce<Value[][]>(
    (some, one) =>
      some.flatMap((values) => one.values.map((value): Value[] => [...values, [one, value]])),
    [[]],
  );

const isValue = ([condition, value]: Value): RawBuilder<boolean> =>
  sql`${comparedColumn(condition)} = ${comparedValue(condition, value)}`;

/**
 * The last column of the index is a range and part of the order: only this index has that order. For a condition of
 * equality PostgreSQL might scan the index of the sort, and read all rows with other values. A cursor bounds the same
 * range, with its own row: PostgreSQL would expect no rows after the value and sort them.
 */
function scanOfValues(
  spec: UntypedListSpec,
  { sort, order, after }: ListRequest,
  others: RawBuilder<boolean>,
  values: readonly Value[],
): Scan {
  const last = values.at(-1);
  if (!last) throw new Error('An index begins with a column.');
  const [column, value] = [comparedColumn(last[0]), comparedValue(...last)];
  const [from, to] = order === 'asc' ? [sql`>=`, sql`<=`] : [sql`<=`, sql`>=`];
  const type = sql.raw(spec.sorts[sort] ?? 'text');
  const start = after
    ? sql`(${column}, ${sql.ref(sort)}, id) ${from} (${value}, ${after[0]}::${type}, ${after[1]}) and id <> ${after[1]}`
    : sql`${column} ${from} ${value}`;
  const direction = sql.raw(order);
  return {
    where: every([
      others,
      ...values.slice(0, -1).map(isValue),
      start,
      sql`${column} ${to} ${value}`,
    ]),
    orderBy: sql`${column} ${direction}, ${sql.ref(sort)} ${direction}, id ${direction}`,
  };
}

function scansOfPart(
  spec: UntypedListSpec,
  request: ListRequest,
  { conditions, rest }: Pick<Criteria, 'conditions' | 'rest'>,
): Scans {
  const { columns, covered } = chosenIndex(spec, request.sort === spec.mainSort ? conditions : []);
  const tested = conditions.filter((one) => !covered.some((other) => other === one));
  const others = every([rest, ...tested.map(conditionSql)]);
  return {
    scans:
      covered.length === 0
        ? []
        : combinations(columns).map((values) => scanOfValues(spec, request, others, values)),
    isExact: tested.every((one) => exceptOf(one) !== undefined),
  };
}

/** Returns no scans if no index has the filters in the order of the main sort. */
export function scansOf(
  spec: UntypedListSpec,
  request: ListRequest,
  { conditions, rest }: Criteria,
): Scans {
  const parts = partsOf(conditions).map((part) =>
    scansOfPart(spec, request, { conditions: part, rest }),
  );
  const scans = parts.flatMap((part) => part.scans);
  return {
    scans: scans.length > MAX_SCANS || parts.some((part) => part.scans.length === 0) ? [] : scans,
    isExact: parts.every(({ isExact }) => isExact),
  };
}

/** A cursor has this sort value for a row without one. */
const NONE = '';

/** Rows without a value follow all others. */
export function seekWithNulls(
  key: RawBuilder<unknown>,
  beyond: RawBuilder<unknown>,
  after: ListRequest['after'],
  position: RawBuilder<unknown> | undefined,
): RawBuilder<boolean> | undefined {
  if (!after) return undefined;
  return after[0] === NONE
    ? sql`(${key} is null and id ${beyond} ${after[1]})`
    : sql`((${key}, id) ${beyond} ${position} or ${key} is null)`;
}

/** With such conditions alone, rows are soon found in the order of the sort, whatever their number. */
export const hasOnlyLiterals = (
  conditions: readonly Condition[],
  { literal }: NullsLast,
): boolean =>
  conditions.every(
    (one) => (isEqual(one) && one.column === literal) || exceptOf(one) !== undefined,
  );

/** Rows with a value precede those without, each in the order of an index. */
export function nullParts(
  spec: UntypedListSpec,
  { sort, order, after }: ListRequest,
  { conditions, rest }: Criteria,
  nulls: NullsLast,
): Scan[] {
  const [key, direction] = [sql.ref(nulls.column), sql.raw(order)];
  const beyond = order === 'asc' ? sql`>` : sql`<`;
  const type = sql.raw(spec.sorts[sort] ?? 'text');
  const where = every([
    rest,
    ...conditions.map((one) =>
      isEqual(one) && one.column === nulls.literal
        ? sql`${sql.ref(one.column)} in (${sql.join(one.values.map((value) => sql.lit(value)))})`
        : conditionSql(one),
    ),
  ]);
  const isPastValues = after?.[0] === NONE;
  const seek = after && sql`(${key}, id) ${beyond} (${after[0]}::${type}, ${after[1]})`;
  const seekId = isPastValues ? sql`id ${beyond} ${after?.[1]}` : undefined;
  const withValue = {
    where: every([where, sql`${key} is not null`, seek]),
    orderBy: sql`${key} ${direction}, id ${direction}`,
  };
  const without = {
    where: every([where, sql`${key} is null`, seekId]),
    orderBy: sql`id ${direction}`,
  };
  return isPastValues ? [without] : [withValue, without];
}
