// The statement of a page follows one of two strategies: matches are collected and sorted, or read in the order of the
// sort until the page is full. Its text depends on the shape of the request and not on the values, and says how many rows
// are read, so PostgreSQL plans a prepared one only once.
import { type RawBuilder, sql } from 'kysely';
import { type Criteria, every } from './conditions.ts';
import type { ListColumns, UntypedListSpec, ListRequest } from './list-spec.ts';
import {
  isLargeRow,
  jsonRows,
  rowBytes,
  rowsToRead,
  withinPageBytes,
  withoutLargeValues,
} from './rows.ts';
import { nullParts, type Scan, scansOf, seekWithNulls } from './scans.ts';

type Rows = RawBuilder<Record<string, unknown>>;

/** Reads only the columns of the fields and of the cursor. */
export function withFields<Spec extends ListColumns<string>>(
  spec: Spec,
  fields: readonly string[] | undefined,
  sort: string,
): Spec {
  const largeOf = (read: readonly string[]) =>
    spec.large.filter((one) => typeof one !== 'string' || read.includes(one));
  if (!fields) return { ...spec, large: largeOf(spec.columns) };
  const { sources = {} } = spec;
  const needed = ['', ...fields].flatMap((name) => sources[name] ?? (name === '' ? [] : [name]));
  // The columns are sorted, so that the same fields are always the same statement.
  const columns = [...new Set(['id', sort, ...needed])].toSorted();
  return {
    ...spec,
    columns,
    large: largeOf(columns),
  };
}

const selectedColumns = (
  { columns, expressions = {} }: ListColumns<string>,
  table: RawBuilder<unknown>,
): RawBuilder<unknown>[] =>
  columns.map((column) => {
    const expression = expressions[column];
    return expression ? sql`${expression} as ${sql.ref(column)}` : sql`${table}.${sql.ref(column)}`;
  });

/** Large values of columns can be left out; those of an expression may be part of any column. */
const hasOnlyColumns = (large: UntypedListSpec['large']): boolean =>
  large.every((one) => typeof one === 'string');

/** The statements of a page share these parts, whatever finds its rows. */
export function pageParts(spec: UntypedListSpec, request: ListRequest) {
  const { sort, order, limit, after, offset = 0 } = request;
  const nulls = spec.nullsLast?.[sort];
  const [table, direction, type] = [
    sql.table(spec.table),
    sql.raw(order),
    sql.raw(spec.sorts[sort] ?? 'text'),
  ];
  const key = sql.ref(nulls?.column ?? sort);
  const keys = sql.join([key, sql.ref('id')]);
  const inOrder = (by: RawBuilder<unknown>, id = sql`id`) =>
    sql`${by} ${direction}${nulls ? sql` nulls last` : sql``}, ${id} ${direction}`;
  const beyond = order === 'asc' ? sql`>` : sql`<`;
  const position = after && sql`(${after[0]}::${type}, ${after[1]})`;
  const seek = nulls
    ? seekWithNulls(key, beyond, after, position)
    : position && sql<boolean>`(${keys}) ${beyond} ${position}`;
  const isBounded = spec.large.length > 0;
  const isMeasured = isBounded && (request.isMeasured === true || !hasOnlyColumns(spec.large));
  const asJson = !isMeasured && request.asJson === true;
  const columns = sql.join([
    ...selectedColumns(isMeasured || asJson ? spec : withoutLargeValues(spec), table),
    ...(nulls ? [sql`${table}.${key} as sort_key`] : []),
    ...(isBounded ? [sql`${rowBytes(spec)} as row_bytes`] : []),
  ]);
  const shownKey = nulls ? 'sort_key' : sort;
  /** Measures the rows, writes them as JSON, or leaves them as they are. The keys are those that JSON lacks, or all. */
  const presentRows = (rows: Rows, { withKeys = false } = {}): Rows => {
    const names = [...spec.columns, ...(nulls ? [shownKey] : [])];
    if (isMeasured) return withinPageBytes(rows, names, inOrder(sql.ref(shownKey)));
    if (!asJson) return rows;
    const inJson = request.fields ? [...new Set(['id', ...request.fields])] : spec.columns;
    return jsonRows(rows, {
      columns: inJson,
      keys: ['id', shownKey].filter((one) => withKeys || !inJson.includes(one)),
      isTooLarge: isBounded ? isLargeRow : undefined,
      orderBy: inOrder(sql.ref(`page.${shownKey}`), sql`page.id`),
    });
  };
  const rows = rowsToRead(limit) + 1;
  const most = offset > 0 ? sql`${rows + offset}` : sql.lit(rows);
  const slice = sql`limit ${sql.lit(rows)}${offset > 0 ? sql` offset ${offset}` : sql``}`;
  // The join includes the sort, by which some tables are partitioned, unless it may be null.
  const joined = nulls ? sql`id` : keys;
  /** Only keys are collected and sorted; full rows are read for the page alone. */
  const pageOf = (matched: RawBuilder<unknown>, before = sql``) => ({
    expressions: sql`${before} matched as materialized (${matched}),
      page as (select ${joined} from matched order by ${inOrder(key)} ${slice})`,
    rows: sql<Record<string, unknown>>`
      select ${columns} from page join ${table} using (${joined}) order by ${inOrder(sql`${table}.${key}`)}`,
  });
  return {
    table,
    key,
    keys,
    nulls,
    inOrder,
    seek,
    columns,
    presentRows,
    shownKey,
    slice,
    most,
    pageOf,
  };
}

const union = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join(parts, sql` union all `);

function pageOfMatched(
  { presentRows, pageOf }: ReturnType<typeof pageParts>,
  matched: RawBuilder<unknown>,
): Rows {
  const { expressions, rows } = pageOf(matched);
  return presentRows(sql<Record<string, unknown>>`with ${expressions} ${rows}`);
}

/** Collects all matches and sorts them. */
export function collectedPage(
  spec: UntypedListSpec,
  request: ListRequest,
  { alternatives }: Criteria,
): Rows {
  const parts = pageParts(spec, request);
  const { rows } = request.scope;
  const source = rows ? sql`(${rows}) as ${parts.table}` : parts.table;
  const collected = alternatives.map(
    (where) => sql`select ${parts.keys} from ${source} where ${every([where, parts.seek])}`,
  );
  return pageOfMatched(parts, union(collected));
}

/** Reads the first rows in the order of the sort, and one row more if there are more. */
export function scannedPage(spec: UntypedListSpec, request: ListRequest, criteria: Criteria): Rows {
  const parts = pageParts(spec, request);
  const { table, key, keys, nulls, inOrder, seek, columns, presentRows, slice, most } = parts;
  const { scans, isExact } = scansOf(spec, request, criteria);
  const first = ({ where, orderBy }: Scan) => sql`(
    select ${keys} from ${table} where ${where} order by ${orderBy} limit ${most})`;
  if (nulls) {
    // PostgreSQL reads one part after the other and stops at the limit.
    const inSequence = union(nullParts(spec, request, criteria, nulls).map(first));
    return pageOfMatched(parts, sql`select * from (${inSequence}) as parts limit ${most}`);
  }
  const inSort = { where: every([criteria.where, seek]), orderBy: inOrder(key) };
  const [one = inSort, ...more] = scans;
  // Rows that are only tested are not read, where their index has the tested columns.
  if (more.length > 0 || !isExact) return pageOfMatched(parts, union([one, ...more].map(first)));
  return presentRows(sql<Record<string, unknown>>`
    select ${columns} from ${table} where ${one.where} order by ${one.orderBy} ${slice}`);
}
