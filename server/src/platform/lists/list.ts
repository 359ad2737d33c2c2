// Runs every list from one specification: counts, chooses a plan, and reads the page.
import { readTogether } from '../postgres/statements.ts';
import type { Db } from '../postgres/tables.ts';
import { isPreparedChoice, withFields } from './columns.ts';
import { count } from './count.ts';
import type { Total } from './counting.ts';
import { type Criteria, criteriaOf, isEqual } from './criteria.ts';
import { sortValues } from './pages/last-rows.ts';
import type { Listed, ListRequest, ListSpec, Page } from './list-spec.ts';
import { isJsonRow } from './pages/json-rows.ts';
import { fittingRows, hasLargeRow } from './pages/page-bytes.ts';
import { pageSql } from './pages/page-sql.ts';
import { isLargeTable, readSearched, searchedPageSql } from './search/page.ts';
import { lastWord } from './search/query.ts';
import { searchStatement } from './search/statement.ts';
import { filtersIn, isWalk, walkOf } from './pages/walks.ts';

/** Whether its statements have one good plan: at most one filter, with one value, besides the part. */
const hasOnePlan = (spec: Listed, { sort, scope }: ListRequest, { conditions }: Criteria) =>
  sort === spec.mainSort &&
  !scope.where &&
  !scope.rows &&
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
    request.q === undefined
      ? ((await walk(dbs, spec, request)) ?? (await countAndRead(dbs, spec, request)))
      : await search(dbs, spec, request);
  if (!request.isMeasured && hasLargeRow(rows))
    return list(dbs, spec, { ...request, asJson: false, isMeasured: true });
  const fitting = fittingRows(rows, limit);
  const isJson = isJsonRow(fitting.rows[0]);
  return {
    ...fitting,
    rows: fitting.rows as Row[],
    ...(isJson
      ? { items: fitting.rows.map(({ row_json: json }) => String(json)) }
      : { sortValue: sortValues(fitting.rows, sort) }),
    ...(total && { total }),
  };
}

interface Read {
  rows: Rows;
  total?: Total;
}

const isPrepared = (spec: Listed, { fields, offset }: ListRequest): boolean =>
  !offset && (!fields || isPreparedChoice(spec.name, spec.columns));

/** In one round trip. Prepared without filters, and with those whose index has the order of the sort. */
async function search(dbs: Dbs, specOfAll: Listed, request: ListRequest): Promise<Read> {
  const { q = '', sort, scope, offset } = request;
  const hasLastRows = specOfAll.lastRows?.[sort] !== undefined;
  const isFiltered = Object.keys({ ...scope.filters, ...request.filters }).length > 0;
  if (!isFiltered && !scope.where && !hasLastRows && !offset) {
    const { statement, isPrepared: isKept } = searchStatement(specOfAll, request);
    const db = isKept ? dbs.db : dbs.unprepared;
    return readSearched(specOfAll, (await db.executeQuery<Rows[number]>(statement)).rows);
  }
  const spec = withFields(specOfAll, request.fields, sort);
  const criteria = criteriaOf(spec, request);
  const byFilter =
    isFiltered && !scope.where && sort === spec.mainSort && isWalk(spec, request, criteria);
  const shape = { byFilter, text: { q, last: lastWord(q) }, isLarge: isLargeTable(spec) };
  const page = searchedPageSql(spec, request, shape);
  const hasGoodPlan = isPrepared(spec, request) && (byFilter || !isFiltered);
  return readSearched(spec, (await page.execute(hasGoodPlan ? dbs.db : dbs.unprepared)).rows);
}

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
  const isSettled = isPrepared(spec, request) && way !== 'collect';
  const { rows } = await page.execute(isSettled ? settled : unprepared);
  return { rows, ...(total && { total }) };
}
