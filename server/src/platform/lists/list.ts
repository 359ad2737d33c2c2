// Runs every list from one specification: counts, chooses a plan, and reads the page.
import { readTogether, runNamed } from '../postgres/statements.ts';
import type { Db } from '../postgres/tables.ts';
import { withFields } from './columns.ts';
import { count } from './count.ts';
import type { Total } from './counting.ts';
import { criteriaOf } from './criteria.ts';
import { sortValues } from './pages/last-rows.ts';
import type { Listed, ListRequest, ListSpec, Page } from './list-spec.ts';
import { isJsonRow } from './pages/json-rows.ts';
import { fittingRows, hasLargeRow } from './pages/page-bytes.ts';
import { pageSql } from './pages/page-sql.ts';
import { isLargeTable, readSearched, searchedPageSql } from './search/page.ts';
import { lastWord } from './search/query.ts';
import { nameOfFilteredSearch, searchStatement } from './search/statement.ts';
import { isWalk, walkOf } from './pages/walks.ts';

/** Reads a page of a list. */
export type ReadList<Row> = (
  deps: { db: Db },
  spec: ListSpec<Row>,
  request: ListRequest,
) => Promise<Page<Row>>;

type Rows = Record<string, unknown>[];

export async function list<Row>(
  { db }: { db: Db },
  spec: ListSpec<Row>,
  request: ListRequest,
): Promise<Page<Row>> {
  const { limit, sort } = request;
  const { rows, total } =
    request.q === undefined
      ? ((await walk(db, spec, request)) ?? (await countAndRead(db, spec, request)))
      : await search(db, spec, request);
  if (!request.isMeasured && hasLargeRow(rows))
    return list({ db }, spec, { ...request, asJson: false, isMeasured: true });
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

/** In one round trip. Its statement has a name where its plan does not depend on the values. */
async function search(db: Db, specOfAll: Listed, request: ListRequest): Promise<Read> {
  const { q = '', sort, scope, offset } = request;
  const hasLastRows = specOfAll.lastRows?.[sort] !== undefined;
  const isFiltered = Object.keys({ ...scope.filters, ...request.filters }).length > 0;
  if (!isFiltered && !scope.where && !hasLastRows && !offset) {
    const statement = searchStatement(specOfAll, request);
    return readSearched(specOfAll, (await db.executeQuery<Rows[number]>(statement)).rows);
  }
  const spec = withFields(specOfAll, request.fields, sort);
  const criteria = criteriaOf(spec, request);
  const byFilter =
    isFiltered && !scope.where && sort === spec.mainSort && isWalk(spec, request, criteria);
  const shape = { byFilter, text: { q, last: lastWord(q) }, isLarge: isLargeTable(spec) };
  const page = searchedPageSql(spec, request, shape);
  const name = byFilter && !offset ? nameOfFilteredSearch(spec, request) : undefined;
  const { rows } = name === undefined ? await page.execute(db) : await runNamed(db, name, page);
  return readSearched(spec, rows);
}

/** In one round trip: how the page is read does not depend on the total. */
async function walk(db: Db, spec: Listed, request: ListRequest): Promise<Read | undefined> {
  const found = walkOf(spec, request);
  if (!found) return undefined;
  const { page, counting } = found;
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
async function countAndRead(db: Db, specOfAll: Listed, request: ListRequest): Promise<Read> {
  const spec = withFields(specOfAll, request.fields, request.sort);
  const criteria = criteriaOf(spec, request);
  const { total, way } = await count(db, spec, request, criteria);
  const { rows } = await pageSql(spec, request, criteria, way).execute(db);
  return { rows, ...(total && { total }) };
}
