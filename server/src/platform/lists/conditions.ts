// The conditions of a request come from its filters, its search and the caller's scope. A filter is a column, a comparison
// and its values; or conditions that are chosen by name.
import { type RawBuilder, sql } from 'kysely';
import { comparableAddress } from '../postgres/addresses.ts';
import type {
  Alternative,
  ColumnFilter,
  ColumnValues,
  Filter,
  ListCriteria,
  NamedFilter,
  UntypedListSpec,
  ListRequest,
  ListSpec,
} from './list-spec.ts';
import { searchCondition } from './search-query.ts';

export interface ColumnCondition extends ColumnFilter {
  values: readonly string[];
}

interface ChosenCondition {
  test: 'named';
  /** Alternatives exclude each other, so that each can be counted and collected by an index of its own. */
  alternatives: readonly Alternative[];
}

export type EqualCondition = ColumnCondition & { test: 'in' };

/** The columns exclude each other if there is one value: see `AnyColumnFilter`. */
interface AnyCondition {
  test: 'any';
  columns: readonly EqualCondition[];
}

/** None of the columns has one of the values. */
interface NoneCondition {
  test: 'none';
  columns: readonly EqualCondition[];
}

export type Condition = ColumnCondition | ChosenCondition | AnyCondition | NoneCondition;

export const isNamed = (condition: Condition): condition is ChosenCondition =>
  condition.test === 'named';

const isAny = (condition: Condition): condition is AnyCondition => condition.test === 'any';

export const isNone = (condition: Condition): condition is NoneCondition =>
  condition.test === 'none';

/** Returns the rows that the condition leaves out, if they are few and have an index. */
export const exceptOf = (condition: Condition): RawBuilder<boolean> | undefined => {
  const [one, ...others] = isNamed(condition) ? condition.alternatives : [];
  return others.length === 0 ? one?.except : undefined;
};

export const isEqual = (condition: Condition): condition is EqualCondition =>
  condition.test === 'in';

const anyOf = (alternatives: readonly Alternative[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    alternatives.map(({ where }) => where),
    sql` or `,
  )})`;

function chosenCondition(
  filter: NamedFilter,
  names: readonly string[],
  now: string,
): ChosenCondition {
  const parts = names.map((name) => filter.conditions[name]?.(now) ?? {});
  const alternatives = Object.values<Alternative>(Object.assign({}, ...parts));
  const { mayOverlap } = filter;
  return {
    test: 'named',
    alternatives:
      mayOverlap && alternatives.length > 1 ? [{ where: anyOf(alternatives) }] : alternatives,
  };
}

/** Most rows match a steady condition, so as one of several alternatives it would match nearly all: each must be met. */
function namedConditions(
  filter: NamedFilter,
  names: readonly string[],
  now: string,
): ChosenCondition[] {
  const isSteady = (name: string) => filter.steady?.includes(name) === true;
  const others = names.filter((name) => !isSteady(name));
  return [
    ...names.filter(isSteady).map((name) => [name]),
    ...(others.length > 0 ? [others] : []),
  ].map((chosen) => chosenCondition(filter, chosen, now));
}

function conditionsOfFilter(filter: Filter, values: readonly string[], now: string): Condition[] {
  if (filter.test === 'any')
    return [{ test: 'any', columns: filter.columns.map((column) => ({ ...column, values })) }];
  return filter.test === 'named' ? namedConditions(filter, values, now) : [{ ...filter, values }];
}

type ComparedColumn = Pick<ColumnFilter, 'column' | 'expression' | 'isAddress'>;

export const comparedColumn = ({
  column,
  expression,
  isAddress,
}: ComparedColumn): RawBuilder<unknown> =>
  expression ?? (isAddress ? comparableAddress(column) : sql.ref(column));

export const comparedValue = (
  { isAddress }: Pick<ComparedColumn, 'isAddress'>,
  value: string | undefined,
): RawBuilder<unknown> => (isAddress ? sql`lower(${value}::text)` : sql`${value}::text`);

export const comparedValues = (
  { isAddress }: Pick<ComparedColumn, 'isAddress'>,
  values: readonly string[],
): RawBuilder<unknown> =>
  isAddress
    ? sql`array(select lower(address) from unnest(${values}::text[]) as address)`
    : sql`${values}::text[]`;

const comparators = { after: sql`>`, before: sql`<`, since: sql`>=` };

/** A single value uses `=`: for `any` the planner does not know that the index is ordered by the remaining columns. */
export const conditionSql = (condition: Condition): RawBuilder<boolean> => {
  if (isNamed(condition)) return anyOf(condition.alternatives);
  if (isAny(condition))
    return anyOf(condition.columns.map((one) => ({ where: conditionSql(one) })));
  if (isNone(condition))
    return every(condition.columns.map((one) => sql`${conditionSql(one)} is not true`));
  const { column, expression = sql.ref(column), test, type, values, notAfter } = condition;
  const [name, as, [first]] = [expression, sql.raw(type), values];
  if (test === 'contains')
    return type === 'jsonb'
      ? sql<boolean>`${name} ?| ${values}::text[]`
      : sql<boolean>`${name} && ${values}::${as}[]`;
  if (test !== 'in') {
    const bounded = [name, ...(notAfter ? [sql.ref(notAfter)] : [])];
    return every(bounded.map((one) => sql`${one} ${comparators[test]} ${first}::${as}`));
  }
  const compared = comparedColumn(condition);
  return values.length === 1
    ? sql<boolean>`${compared} = ${comparedValue(condition, first)}`
    : sql<boolean>`${compared} = any(${comparedValues(condition, values)})`;
};

export const every = (conditions: (RawBuilder<unknown> | undefined)[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.join([sql`true`, ...conditions.filter((one) => one !== undefined)], sql` and `)}`;

/**
 * Returns a condition for each column, of which a row matches one at most. With several values a row may have one of them
 * in each column, so a part leaves out the rows of those before it.
 */
const partsOfAny = ({ columns }: AnyCondition): Part[] =>
  columns.map((column, at) => {
    const earlier = column.values.length > 1 ? columns.slice(0, at) : [];
    return earlier.length > 0 ? [column, { test: 'none', columns: earlier }] : [column];
  });

type Part = Exclude<Condition, AnyCondition>[];

/**
 * Returns the conditions once for each column of the one that has several: rows that match one part match no other. Other
 * conditions are a single part.
 */
export function partsOf(conditions: readonly Condition[]): Part[] {
  const plain = conditions.filter((one) => !isAny(one));
  return conditions
    .filter(isAny)
    .reduce<Part[]>(
      (parts, any) => parts.flatMap((part) => partsOfAny(any).map((own) => [...own, ...part])),
      [plain],
    );
}

export interface Criteria {
  conditions: Condition[];
  /** `where` is the complete condition, `rest` its part besides the filters. */
  rest: RawBuilder<boolean>;
  where: RawBuilder<boolean>;
  /** These parts of `where` exclude each other; each of them may have an index of its own. */
  alternatives: RawBuilder<boolean>[];
}

const conditionsOf = (
  spec: UntypedListSpec,
  { scope, filters, now }: Pick<ListRequest, 'scope' | 'filters' | 'now'>,
): Condition[] =>
  [scope.filters ?? {}, filters].flatMap(Object.entries).flatMap(([name, values]) => {
    const filter = spec.filters[name];
    if (!filter) throw new Error(`${spec.name} has no filter ${name}`);
    return conditionsOfFilter(filter, values, now.toISOString());
  });

/** Omits the `q` of a request, for a list that is searched by other means. */
export const filterCondition = <Row>(
  specOfRow: ListSpec<Row>,
  request: Pick<ListRequest, 'scope' | 'filters' | 'now'>,
): RawBuilder<boolean> => {
  const spec: UntypedListSpec = specOfRow;
  const conditions = conditionsOf(spec, request);
  return every([spec.where, request.scope.where, ...conditions.map(conditionSql)]);
};

/** Returns whether a row with one of these values may match the conditions. */
const mayMatch = (conditions: readonly Condition[], only?: ColumnValues): boolean =>
  conditions.filter(isEqual).every(({ column, values }) => {
    if (column !== only?.column) return true;
    return values.some((value) => only.values.includes(value));
  });

const none = sql<boolean>`false`;

export function criteriaOf(spec: UntypedListSpec, request: ListCriteria): Criteria {
  const { scope, q } = request;
  const conditions = conditionsOf(spec, request);
  const text = q === undefined ? undefined : searchCondition(spec, q);
  const rest = every([spec.where, scope.where, text]);
  const where = every([rest, ...conditions.map(conditionSql)]);
  const split = conditions.find(
    (one): one is ChosenCondition => isNamed(one) && exceptOf(one) === undefined,
  );
  const possible = split?.alternatives.filter(({ only }) => mayMatch(conditions, only));
  const alternatives = partsOf(conditions).flatMap((part) => {
    const others = part.filter((one) => one !== split).map(conditionSql);
    return possible
      ? possible.map((one) => every([rest, ...others, one.where]))
      : [every([rest, ...others])];
  });
  return { conditions, rest, where, alternatives: alternatives.length > 0 ? alternatives : [none] };
}
