// Pages that walk one index, or several of the same order, whatever the values of the request: their statements are built
// once for each shape of a request, and sent together with the count.
import type { CompiledQuery } from 'kysely';
import { template } from '../../postgres/statements.ts';
import { withFields } from '../columns.ts';
import { countingOf } from '../count.ts';
import type { Counting } from '../counting.ts';
import { type Criteria, criteriaOf, isEqual } from '../criteria.ts';
import type { Condition } from '../filters.ts';
import type { LastRows } from './last-rows.ts';
import type { Listed, ListRequest } from '../list-spec.ts';
import { pageSql } from './page-sql.ts';
import { Kept, markOf, shapeOf } from './shapes.ts';

/** Besides the part. */
const filtersIn = ({ parts }: Listed, conditions: readonly Condition[]) =>
  conditions.filter(isEqual).filter(({ column }) => column !== parts?.column);

/** `conditions` are without those of a search. */
export const isWalk = (spec: Listed, { sort }: ListRequest, { conditions }: Criteria): boolean => {
  if (!conditions.every(isEqual)) return false;
  const filters = filtersIn(spec, conditions);
  const lastRows = spec.lastRows?.[sort];
  if (lastRows) return filters.length === 0 && conditions.every((one) => isAllOf(one, lastRows));
  if (sort !== spec.mainSort) return false;
  return spec.parts ? filters.length <= 1 : conditions.length === 0;
};

/** Whether the rows of a condition are those before the last rows. */
const isAllOf = (condition: Condition, { otherwise }: LastRows): boolean =>
  isEqual(condition) &&
  condition.column === otherwise.column &&
  new Set(condition.values).symmetricDifference(new Set(otherwise.values)).size === 0;

interface Walk {
  page: CompiledQuery;
  counting?: { statement: CompiledQuery; read: Counting['read'] };
}

type WalkOfValues = (values: readonly unknown[]) => Walk;

const kept = new Kept<WalkOfValues | 'no walk'>();

/** The statements of a request, or undefined if its page is no walk. */
export function walkOf(spec: Listed, request: ListRequest): Walk | undefined {
  const { q, scope, offset } = request;
  if (q !== undefined || scope.where || scope.rows || offset) return undefined;
  const { key, values, marked } = shapeOf(spec, request);
  const built = kept.of(key, (isKept) => build(spec, marked, values.length, isKept));
  return built === 'no walk' ? undefined : built(values);
}

function build(
  spec: Listed,
  marked: ListRequest,
  count: number,
  isKept: boolean,
): WalkOfValues | 'no walk' {
  const listed = withFields(spec, marked.fields, marked.sort);
  const criteria = criteriaOf(listed, marked);
  if (!isWalk(listed, marked, criteria)) return 'no walk';
  const marks = Array.from({ length: count }, (_, n) => markOf(n));
  const nameOf = (what: string) => (isKept ? `${what} of ${spec.name}` : undefined);
  const page = template(
    nameOf('page'),
    pageSql(listed, marked, criteria, 'as the planner likes'),
    marks,
  );
  const counting = countingOf(listed, marked, criteria);
  if (!counting) return (values) => ({ page: page(values) });
  const { read } = counting;
  const statement = template(nameOf('total'), counting.statement, marks);
  return (values) => ({
    page: page(values),
    counting: { statement: statement(values), read },
  });
}
