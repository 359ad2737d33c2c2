// Aggregates cover a request if its conditions are facets, at most one dimension, and dates.
import type { RawBuilder } from 'kysely';
import {
  type ColumnCondition,
  type Condition,
  conditionSql,
  type Criteria,
  every,
  exceptOf,
  isEqual,
  isNamed,
  isNone,
  partsOf,
} from './conditions.ts';
import type { ListCriteria, TotalsSpec } from './list-spec.ts';

export interface TotalQuery {
  dimension: string;
  conditions: ColumnCondition[];
  after?: string | undefined;
  before?: string | undefined;
}

/** The aggregates with the dimension of the conditions. */
const specFor = (spec: TotalsSpec, conditions: readonly Condition[]): TotalsSpec =>
  spec.apart &&
  conditions.some((one) => isEqual(one) && one.column in (spec.apart?.dimensions ?? {}))
    ? spec.apart
    : spec;

export interface CoveredPart {
  spec: TotalsSpec;
  query: TotalQuery;
  /** The condition for rows that are counted in the table. */
  where: RawBuilder<boolean>;
  /** These rows are counted in the table and subtracted. */
  except?: RawBuilder<boolean>;
}

/** Returns one query for each part of the conditions; undefined if the aggregates do not cover one of them. */
export function coveredParts(
  total: TotalsSpec,
  { q, scope }: Pick<ListCriteria, 'q' | 'scope'>,
  { conditions, rest }: Criteria,
): CoveredPart[] | undefined {
  if (q !== undefined || scope.where) return undefined;
  const parts = partsOf(conditions).map((part) => {
    const exceptions = part.map(exceptOf).filter((one) => one !== undefined);
    const others = part.filter((one) => exceptOf(one) === undefined);
    const spec = specFor(total, others);
    const query = totalQuery(spec, others);
    const where = every([rest, ...others.map(conditionSql)]);
    const [first, second] = exceptions;
    if (!query || second) return undefined;
    return { spec, query, where, ...(first && { except: every([where, first]) }) };
  });
  const covered = parts.filter((part) => part !== undefined);
  return covered.length === parts.length ? covered : undefined;
}

/** Returns undefined if the aggregates do not cover the conditions. */
function totalQuery(
  spec: TotalsSpec,
  conditions: ReturnType<typeof partsOf>[number],
): TotalQuery | undefined {
  if (conditions.some((one) => isNamed(one) || isNone(one))) return undefined;
  const ofColumns = conditions.filter((one) => !isNamed(one) && !isNone(one));
  const equal = ofColumns.filter((one) => one.test === 'in');
  const dates = ofColumns.filter((one) => one.test !== 'in');
  const columns = equal.map((one) => one.column);
  const dimensions = columns.filter((column) => column in spec.dimensions);
  const reached =
    new Set(columns).size === columns.length &&
    columns.every((column) => spec.facets.includes(column) || column in spec.dimensions) &&
    dimensions.length <= 1 &&
    dates.every((one) => one.column === spec.dayOf && one.test !== 'since');
  if (!reached) return undefined;
  const dateOf = (test: Condition['test']) => dates.find((one) => one.test === test)?.values[0];
  return {
    dimension: dimensions[0] ?? 'all',
    conditions: equal,
    after: dateOf('after'),
    before: dateOf('before'),
  };
}

export const isDated = ({ after, before }: TotalQuery): boolean =>
  after !== undefined || before !== undefined;
