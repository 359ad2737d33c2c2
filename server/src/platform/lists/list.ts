// Runs every list from one specification: counts, chooses a plan, and reads the page.
import { readTogether } from '../postgres/statements.ts';
import type { Db } from '../postgres/tables.ts';
import { isPreparedChoice, withFields } from './columns.ts';
import { count } from './count.ts';
import type { Total } from './counting.ts';
import { type Criteria, criteriaOf, isEqual } from './criteria.ts';
import { sortValues } from './last-rows.ts';
import type { Listed, ListRequest, ListSpec, Page } from './list-spec.ts';
import { fittingRows, hasLargeRow } from './page-bytes.ts';
import { pageSql } from './page-sql.ts';
import { walkingTheSort } from './search.ts';
import { filtersIn, walkOf } from './walks.ts';

/** Whether its statements have one good plan: at most one filter, with one value, besides the part. */
const hasOnePlan = (spec: Listed, { sort, q, scope }: ListRequest, { conditions }: Criteria) =>
  sort === spec.mainSort &&
  q === undefined &&
  !scope.where &&
  conditions.every(isEqual) &&
  filtersIn(spec, conditions).length <= 1 &&
  filtersIn(spec, conditions).every(({ values }) => values.length === 1);

interface Dbs {
  db: Db;
  unprepared: Db;
}

/** Reads a page of a list. */
export type ReadList<Row> = (
  deps: Dbs,
  spec: ListSpec<Row>,
  request: ListRequest,
) => Promise<Page<Row>>;

type Rows = Record<string, unknown>[];

/** `db` prepares its statements, which saves PostgreSQL their analysis and most of their planning. */
export async function list<Row>(
  dbs: Dbs,
  spec: ListSpec<Row>,
  request: ListRequest,
): Promise<Page<Row>> {
  const { limit, sort } = request;
  const { rows, total } =
    (await walk(dbs, spec, request)) ?? (await countAndRead(dbs, spec, request));
  if (!request.isMeasured && hasLargeRow(rows))
    return list(dbs, spec, { ...request, asJson: false, isMeasured: true });
  const fitting = fittingRows(rows, limit);
  const isJson = fitting.rows[0]?.['item'] !== undefined;
  return {
    ...fitting,
    rows: fitting.rows as Row[],
    ...(isJson && { items: fitting.rows.map(({ item }) => String(item)) }),
    sortValue: sortValues(fitting.rows, sort),
    ...(total && { total }),
  };
}

interface Read {
  rows: Rows;
  total?: Total;
}

const isPrepared = (spec: Listed, { fields, offset }: ListRequest): boolean =>
  !offset && (!fields || isPreparedChoice(spec.name, spec.columns));

/** In one round trip: how the page is read does not depend on the total. */
async function walk(dbs: Dbs, spec: Listed, request: ListRequest): Promise<Read | undefined> {
  const found = walkOf(spec, request);
  if (!found) return undefined;
  const { page, counting, isPrepared: isKept } = found;
  const db = isKept ? dbs.db : dbs.unprepared;
  if (!counting) return db.executeQuery<Rows[number]>(page);
  const { statement, read } = counting;
  const [counted, rows] = await readTogether<Record<string, number>, Rows[number]>(
    db,
    statement,
    page,
  );
  return { rows, total: await read(db, counted) };
}

/** The total first: it decides how the page is read. */
async function countAndRead(
  { db, unprepared }: Dbs,
  specOfAll: Listed,
  request: ListRequest,
): Promise<Read> {
  const spec = withFields(specOfAll, request.fields, request.sort);
  const criteria = criteriaOf(spec, request);
  const settled = hasOnePlan(spec, request, criteria) ? db : unprepared;
  const { total, way } = await count(settled, spec, request, criteria);
  const page = pageSql(spec, request, criteria, way);
  const { rows } =
    way === 'walk'
      ? await walkingTheSort(unprepared, (tx) => page.execute(tx))
      : await page.execute(isPrepared(spec, request) && way !== 'collect' ? settled : unprepared);
  return { rows, ...(total && { total }) };
}
