// Runs every list from one specification: counts, chooses a plan, and reads the page.
import { readTogether } from '../postgres/statements.ts';
import type { Db } from '../postgres/tables.ts';
import { isPreparedChoice, withFields } from './columns.ts';
import { count, countingOf } from './count.ts';
import { type Criteria, criteriaOf, isEqual } from './criteria.ts';
import type { Condition } from './filters.ts';
import { type LastRows, sortValues } from './last-rows.ts';
import type { Total } from './counting.ts';
import type { Listed, ListRequest, ListSpec, Page } from './list-spec.ts';
import { fittingRows } from './page-bytes.ts';
import { pageSql } from './page-sql.ts';
import { lastWord } from './search/query.ts';
import { isLargeTable, readSearched, searchedPageSql } from './search/page.ts';
import { searchStatement } from './search/texts.ts';

/** Besides the part. */
const filtersIn = ({ parts }: Listed, conditions: readonly Condition[]) =>
  conditions.filter(isEqual).filter(({ column }) => column !== parts?.column);

/** Whether the page is a walk of one index, or of several of the same order, whatever the values and their number. */
const isWalk = (spec: Listed, { sort, scope }: ListRequest, { conditions }: Criteria) => {
  if (scope.where || !conditions.every(isEqual)) return false;
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

/** Whether its statements have one good plan: at most one filter, with one value, besides the part. */
const hasOnePlan = (spec: Listed, { sort, scope }: ListRequest, { conditions }: Criteria) =>
  sort === spec.mainSort &&
  !scope.where &&
  conditions.every(isEqual) &&
  filtersIn(spec, conditions).length <= 1 &&
  filtersIn(spec, conditions).every(({ values }) => values.length === 1);

/** Reads a page of a list. */
export type ReadList<Row> = (
  deps: { db: Db; unprepared: Db },
  spec: ListSpec<Row>,
  request: ListRequest,
) => Promise<Page<Row>>;

type Rows = Record<string, unknown>[];

/** `db` prepares its statements, which saves PostgreSQL their analysis and most of their planning. */
export async function list<Row>(
  { db, unprepared }: { db: Db; unprepared: Db },
  specOfRow: ListSpec<Row>,
  request: ListRequest,
): Promise<Page<Row>> {
  const { limit, fields, sort, offset } = request;
  const spec: Listed = withFields<Listed>(specOfRow, fields, sort);
  const criteria = criteriaOf(spec, request);
  const isPrepared = !offset && (!fields || isPreparedChoice(spec.name, spec.columns));
  const read = request.q === undefined ? readPage : searchPage;
  const { rows, total } = await read({ db, unprepared }, spec, request, criteria, isPrepared);
  const fitting = fittingRows(rows, limit);
  const sortValue = sortValues(fitting.rows, sort);
  return { ...fitting, rows: fitting.rows as Row[], sortValue, ...(total && { total }) };
}

interface Read {
  rows: Rows;
  total?: Total;
}

const readPage: typeof countAndRead = (databases, spec, request, criteria, isPrepared) =>
  isPrepared && isWalk(spec, request, criteria)
    ? walk(databases.db, spec, request, criteria)
    : countAndRead(databases, spec, request, criteria, isPrepared);

/** In one round trip. Prepared without filters, and with those whose index has the order of the sort. */
async function searchPage(
  { db, unprepared }: { db: Db; unprepared: Db },
  spec: Listed,
  request: ListRequest,
  criteria: Criteria,
  isPrepared: boolean,
): Promise<Read> {
  const { q = '', sort, scope } = request;
  const hasLastRows = spec.lastRows?.[sort] !== undefined;
  const isFiltered = criteria.conditions.length > 0;
  if (isPrepared && !isFiltered && !scope.where && !hasLastRows)
    return readSearched(spec, (await db.executeQuery(searchStatement(db, spec, request))).rows);
  const byFilter = isFiltered && sort === spec.mainSort && isWalk(spec, request, criteria);
  const shape = { byFilter, text: { q, last: lastWord(q) }, isLarge: isLargeTable(spec) };
  const page = searchedPageSql(spec, request, shape);
  const { rows } = await page.execute(isPrepared && (byFilter || !isFiltered) ? db : unprepared);
  return readSearched(spec, rows);
}

/** In one round trip: how the page is read does not depend on the total. */
async function walk(db: Db, spec: Listed, request: ListRequest, criteria: Criteria): Promise<Read> {
  const page = pageSql(spec, request, criteria, 'as the planner likes');
  const counting = countingOf(spec, request, criteria);
  if (!counting) return page.execute(db);
  const [counted, rows] = await readTogether(db, counting.statement, page);
  return { rows, total: await counting.read(db, counted) };
}

/** The total first: it decides how the page is read. */
async function countAndRead(
  { db, unprepared }: { db: Db; unprepared: Db },
  spec: Listed,
  request: ListRequest,
  criteria: Criteria,
  isPrepared: boolean,
): Promise<Read> {
  const settled = hasOnePlan(spec, request, criteria) ? db : unprepared;
  const { total, way } = await count(settled, spec, request, criteria);
  const page = pageSql(spec, request, criteria, way);
  const { rows } = await page.execute(isPrepared && way !== 'collect' ? settled : unprepared);
  return { rows, ...(total && { total }) };
}
