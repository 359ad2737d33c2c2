// Reads every list from one specification. If an index has the rows of a request in their order, or a search finds them,
// the page and its total are read at once. Otherwise the total comes first and decides: few matches are collected and
// sorted, many are soon met in the order of the sort.
import type { CompiledQuery } from 'kysely';
import { readTogether } from '../postgres/statements.ts';
import type { Db } from '../postgres/tables.ts';
import type { UntypedListSpec, ListRequest, ListSpec, Page, Total } from './list-spec.ts';
import { fittingRows, hasLargeRow, hide, isJsonRow } from './rows.ts';
import { blankQuery, SEARCH_BOUND } from './search-query.ts';
import { strategiesOf } from './strategies.ts';

export type ReadList<Row> = (
  deps: { db: Db },
  spec: ListSpec<Row>,
  request: ListRequest,
) => Promise<Page<Row>>;

type Rows = Record<string, unknown>[];
type Count = Record<string, number>;

interface Read {
  rows: Rows;
  total?: Total | undefined;
}

export async function list<Row>(
  { db }: { db: Db },
  spec: ListSpec<Row>,
  request: ListRequest,
): Promise<Page<Row>> {
  const { rows, total } = await read(db, spec, request);
  if (!request.isMeasured && hasLargeRow(rows))
    return list({ db }, spec, { ...request, asJson: false, isMeasured: true });
  const fitting = fittingRows(rows, request.limit);
  const isJson = isJsonRow(fitting.rows[0]);
  return {
    ...fitting,
    rows: fitting.rows as Row[],
    ...(isJson && { items: fitting.rows.map(({ row_json: json }) => String(json)) }),
    ...sortValues(fitting.rows),
    ...(total && { total }),
  };
}

/** Removes the sort key from rows that do not show it, and returns it for cursors. It is empty for null. */
function sortValues(rows: Rows): Pick<Page<unknown>, 'sortValue'> {
  if (rows[0]?.['sort_key'] === undefined) return {};
  const keys = new Map<object, string>(
    rows.map((row) => [row, (row['sort_key'] as string | null) ?? '']),
  );
  hide(rows, 'sort_key');
  return { sortValue: (row) => keys.get(row) ?? '' };
}

/** Reads the page and its total in one round trip, unless the total decides how the page is read. */
async function read(db: Db, spec: UntypedListSpec, request: ListRequest): Promise<Read> {
  const { counting, scan, collected } = strategiesOf(db, spec, request);
  const rowsOf = async (page: CompiledQuery) => (await db.executeQuery<Rows[number]>(page)).rows;
  if (request.q !== undefined) return readSearched(await rowsOf(scan()), request);
  if (!counting) return { rows: await rowsOf(scan()) };
  if (!collected) {
    const [counted, rows] = await readTogether<Count, Rows[number]>(db, counting.statement, scan());
    return { rows, total: await counting.read(db, counted) };
  }
  const { rows: counted } = await db.executeQuery<Count>(counting.statement);
  const total = await counting.read(db, counted);
  const isFew = !total.isLowerBound && total.total <= collected.few;
  return { rows: await rowsOf(isFew ? collected.page() : scan()), total };
}

/** JSON omits columns that are undefined; `delete` makes objects slow. */
const NOT_SENT = { search_total: undefined, search_nodes: undefined };

/** The total of a search is in each row, or in one without an id. */
function readSearched(rows: Rows, { allowsBlank = false }: ListRequest): Read {
  const { search_total: n, search_nodes: nodes } = rows[0] ?? {};
  if (nodes === 0 && !allowsBlank) throw blankQuery();
  const found = rows.filter(({ id }) => id !== null);
  for (const row of found) Object.assign(row, NOT_SENT);
  const isLowerBound = Number(n) > SEARCH_BOUND;
  return { rows: found, total: { total: isLowerBound ? SEARCH_BOUND : Number(n), isLowerBound } };
}
