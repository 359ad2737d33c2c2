// The conditions of a request: those of its filters, of its search and of what the caller may see.
import { type RawBuilder, sql } from 'kysely';
import {
  type Alternative,
  type ColumnCondition,
  type Condition,
  conditionOf,
  conditionSql,
  every,
  isNamed,
  mayMatch,
} from './filters.ts';
import type { ListCriteria, Listed, ListRequest, ListSpec } from './list-spec.ts';
import { searchCondition, type SearchSpec } from './search/query.ts';

export interface Criteria {
  conditions: Condition[];
  /** Condition other than the filters. */
  rest: RawBuilder<boolean>;
  /** The complete condition. */
  where: RawBuilder<boolean>;
  /** The complete condition as conditions that exclude each other, each of which may have an index of its own. */
  alternatives: Alternative[];
}

export type EqualCondition = ColumnCondition & { test: 'in' };

export const isEqual = (condition: Condition): condition is EqualCondition =>
  condition.test === 'in';

const conditionsOf = (
  spec: Listed,
  { scope, filters, now }: Pick<ListRequest, 'scope' | 'filters' | 'now'>,
): Condition[] =>
  [scope.filters ?? {}, filters].flatMap(Object.entries).map(([name, values]) => {
    const filter = spec.filters[name];
    if (!filter) throw new Error(`${spec.name} has no filter ${name}`);
    return conditionOf(filter, values, now.toISOString());
  });

/** The condition of a request without its `q`, for a list that is searched by other means. */
export const filterCondition = <Row>(
  specOfRow: ListSpec<Row>,
  request: Pick<ListRequest, 'scope' | 'filters' | 'now'>,
): RawBuilder<boolean> => {
  const spec: Listed = specOfRow;
  const conditions = conditionsOf(spec, request);
  return every([spec.where, request.scope.where, ...conditions.map(conditionSql)]);
};

export function searchOf({ name, search }: Listed): SearchSpec {
  if (!search) throw new Error(`${name} cannot be searched`);
  return search;
}

/** The complete condition, split by the alternatives of a named one. */
function alternativesOf(conditions: readonly Condition[], rest: RawBuilder<boolean>) {
  const split = conditions.filter(isNamed).find(({ areDisjoint }) => areDisjoint);
  const others = every([rest, ...conditions.filter((one) => one !== split).map(conditionSql)]);
  const complete = (given: readonly Alternative[]): Alternative[] =>
    given
      .filter(({ only }) => mayMatch(conditions, only))
      .map(({ where, walks, only }) => ({
        where: every([where, others]),
        ...(only && { only }),
        ...(walks && { walks: complete(walks) }),
      }));
  const possible = split ? complete(split.alternatives) : [{ where: others }];
  return possible.length > 0 ? possible : [{ where: sql<boolean>`false` }];
}

export function criteriaOf(spec: Listed, request: ListCriteria): Criteria {
  const { scope, q } = request;
  const conditions = conditionsOf(spec, request);
  const text = q === undefined ? undefined : searchCondition(searchOf(spec), q);
  const rest = every([spec.where, scope.where, text]);
  const where = every([rest, ...conditions.map(conditionSql)]);
  return { conditions, rest, where, alternatives: alternativesOf(conditions, rest) };
}
