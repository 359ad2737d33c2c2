// Runs every list from one specification: counts, chooses a plan, and reads the page.
import type { Db } from '../postgres/tables.ts';
import { isPreparedChoice, withFields } from './columns.ts';
import { count } from './count.ts';
import { type Criteria, criteriaOf, isEqual } from './criteria.ts';
import { sortValues } from './last-rows.ts';
import type { Listed, ListRequest, ListSpec, Page } from './list-spec.ts';
import { fittingRows } from './page-bytes.ts';
import { pageSql } from './page-sql.ts';
import { walkingTheSort } from './search.ts';

/**
 * Whether one index has the whole page in order, for any values: at most one filter with one value besides the
 * part. Then the statement has one good plan and few texts.
 */
const hasOnePlan = (spec: Listed, { sort, q, scope }: ListRequest, { conditions }: Criteria) =>
  sort === spec.mainSort &&
  q === undefined &&
  !scope.where &&
  conditions.every(isEqual) &&
  conditions.filter(isEqual).filter(({ column }) => column !== spec.parts?.column).length <= 1 &&
  conditions
    .filter(isEqual)
    .every(({ column, values }) => column === spec.parts?.column || values.length === 1);

/** Reads a page of a list. */
export type ReadList<Row> = (
  deps: { db: Db; unprepared: Db },
  spec: ListSpec<Row>,
  request: ListRequest,
) => Promise<Page<Row>>;

/** `db` prepares its statements, which saves PostgreSQL their analysis; see `hasOnePlan`. */
export async function list<Row>(
  { db, unprepared }: { db: Db; unprepared: Db },
  specOfRow: ListSpec<Row>,
  request: ListRequest,
): Promise<Page<Row>> {
  const { limit, fields, sort } = request;
  const spec: Listed = withFields<Listed>(specOfRow, fields, sort);
  const criteria = criteriaOf(spec, request);
  const settled = hasOnePlan(spec, request, criteria) ? db : unprepared;
  const { total, way } = await count(settled, spec, request, criteria);
  const page = pageSql(spec, request, criteria, way);
  const isPrepared = way !== 'collect' && (!fields || isPreparedChoice(spec.name, spec.columns));
  const { rows } =
    way === 'walk'
      ? await walkingTheSort(unprepared, (tx) => page.execute(tx))
      : await page.execute(isPrepared ? settled : unprepared);
  const fitting = fittingRows(rows, limit);
  const sortValue = sortValues(fitting.rows, sort);
  return { ...fitting, rows: fitting.rows as Row[], sortValue, ...(total && { total }) };
}
