// The statement that reads a page, by the way that fits the number of its matches. Its text depends on the shape of the
// request and not on the values, and says how many rows are read: then PostgreSQL plans a prepared one only once.
import { type RawBuilder, sql } from 'kysely';
import { selectedColumns } from '../columns.ts';
import type { Way } from '../count.ts';
import { type Criteria, isEqual } from '../criteria.ts';
import {
  comparedColumn,
  comparedValue,
  type Condition,
  conditionSql,
  distinctValues,
  every,
} from '../filters.ts';
import { lagAlternatives, type PageStart } from './lags.ts';
import { lastRowColumn, matchedInOrder, orderWithLastRows } from './last-rows.ts';
import { jsonRows } from './json-rows.ts';
import type { Listed, ListRequest } from '../list-spec.ts';
import { isLargeRow, rowBytes, withinPageBytes, withoutLargeValues } from './page-bytes.ts';
import { valueWalk } from './value-walk.ts';

/** Rows that are read, at least as many as requested: each number is a text of its own. */
const READ_ROWS = [1, 10, 25, 50, 100, 200];
export const rowsToRead = (limit: number): number =>
  READ_ROWS.find((rows) => rows >= limit) ?? limit;

/** Whether large values can be left out: those of an expression may be part of any column. */
const hasOnlyColumns = (large: Listed['large']): boolean =>
  large.every((one) => typeof one === 'string');

/** Whether rows are read as JSON, if that is requested: the order of last rows needs columns that are not shown. */
const isJson = ({ lastRows }: Listed, { asJson = false, sort }: ListRequest): boolean =>
  asJson && !lastRows?.[sort];

/** What the statements of a page have in common, whatever finds its rows. */
export function pageParts(spec: Listed, request: ListRequest) {
  const { sort, order, limit, after, offset = 0 } = request;
  const keys = [sql.ref(sort), sql.ref('id')];
  const lastRows = spec.lastRows?.[sort];
  const orderedKeys = keys.map((key) => sql`${key} ${sql.raw(order)}`);
  const orderBy = lastRows ? orderWithLastRows(order) : sql.join(orderedKeys);
  const type = spec.sorts[sort] ?? 'text';
  const seek =
    after &&
    sql<boolean>`(${sql.join(keys)}) ${order === 'asc' ? sql`>` : sql`<`} (${after[0]}::${sql.raw(type)}, ${after[1]})`;
  const table = sql.table(spec.table);
  const isBounded = spec.large.length > 0;
  const isMeasured = isBounded && (request.isMeasured === true || !hasOnlyColumns(spec.large));
  const asJson = !isMeasured && isJson(spec, request);
  const columns = sql.join([
    ...selectedColumns(isMeasured || asJson ? spec : withoutLargeValues(spec), table),
    ...(lastRows ? [sql.ref(lastRowColumn), ...(isMeasured ? [sql`sort_key`] : [])] : []),
    ...(isBounded ? [sql`${rowBytes(spec)} as row_bytes`] : []),
  ]);
  const names = [...spec.columns, ...(lastRows ? [lastRowColumn] : [])];
  /** The rows of the page as they are read: measured, as JSON, or as they are. The keys are those that JSON lacks, or all. */
  const shown = (rows: RawBuilder<Record<string, unknown>>, { withKeys = false } = {}) => {
    if (isMeasured) return withinPageBytes(rows, names, orderBy);
    if (!asJson) return rows;
    const inJson = request.fields ? [...new Set(['id', ...request.fields])] : spec.columns;
    return jsonRows(rows, {
      columns: inJson,
      keys: ['id', sort].filter((key) => withKeys || !inJson.includes(key)),
      isTooLarge: isBounded ? isLargeRow : undefined,
      orderBy: orderedKeys,
    });
  };
  const rows = rowsToRead(limit) + 1;
  const sliceBy = (by: RawBuilder<unknown>) =>
    sql`order by ${by} limit ${sql.lit(rows)}${offset > 0 ? sql` offset ${offset}` : sql``}`;
  const slice = sliceBy(orderBy);
  const most = offset > 0 ? sql`${rows + offset}` : sql.lit(rows);
  /** Only keys are collected and sorted; full rows are read for the page alone. */
  const page = sql`page as (select ${lastRows ? sql`*` : sql`id`} from matched ${slice})`;
  const pageRows = sql<Record<string, unknown>>`
    select ${columns} from page join ${table} using (id) order by ${orderBy}`;
  return {
    keys,
    lastRows,
    orderBy,
    type,
    seek,
    table,
    columns,
    shown,
    slice,
    sliceBy,
    most,
    page,
    pageRows,
  };
}

/** The same page by either method; it starts after a sort value and an id. There is one row more if there are more. */
export function pageSql(spec: Listed, request: ListRequest, criteria: Criteria, way: Way) {
  const { sort, order, after } = request;
  const parts = pageParts(spec, request);
  const { keys, lastRows, orderBy, type, seek, table, columns, shown, slice, most } = parts;
  const pageOf = (matched: RawBuilder<unknown>) =>
    shown(sql<Record<string, unknown>>`
      with matched as materialized (${matched}), ${parts.page} ${parts.pageRows}`);
  if (lastRows) {
    const { alternatives, conditions } = criteria;
    const { table: name } = spec;
    return pageOf(
      matchedInOrder(
        { table: name, sort, type, order, lastRows, alternatives, conditions, after },
        way === 'collect' ? undefined : most,
      ),
    );
  }
  const start = { order, after: after?.[0], seek };
  if (way === 'collect') {
    const { rows } = request.scope;
    const source = rows ? sql`(${rows}) as ${table}` : table;
    const collected = criteria.alternatives.map(
      ({ where }) => sql`select ${sql.join(keys)} from ${source} where ${every([where, seek])}`,
    );
    return pageOf(sql.join(collected, sql` union all `));
  }
  const walked = valueWalk(spec, request, criteria);
  if (walked)
    return shown(sql<Record<string, unknown>>`
      select ${columns} from ${table} where ${walked.where} ${parts.sliceBy(walked.orderBy)}`);
  const walks = sort === spec.mainSort ? walksOf(spec, criteria, start) : [];
  if (walks.length > 1) {
    const slices = walks.map(
      (where) => sql`(
        select ${sql.join(keys)} from ${table} where ${where} order by ${orderBy} limit ${most})`,
    );
    return pageOf(sql.join(slices, sql` union all `));
  }
  return shown(sql<Record<string, unknown>>`
    select ${columns} from ${table} where ${walks[0] ?? every([criteria.where, seek])} ${slice}`);
}

/** Conditions that exclude each other, each with an index in the order of the main sort: a page of each has the page. */
export function walksOf(
  spec: Listed,
  criteria: Criteria,
  start: PageStart,
): readonly RawBuilder<boolean>[] {
  const { conditions, where, alternatives } = criteria;
  const classes = lagAlternatives(conditions, start);
  if (classes) return classes.map((one) => every([where, one]));
  const named = alternatives.flatMap((one) => one.walks ?? [one]);
  if (named.length > 1) return named.map((one) => every([one.where, start.seek]));
  return equalWalks(spec, criteria).map((one) => every([one, start.seek]));
}

/** More walks cost more than one that skips rows. */
const MAX_WALKS = 28;

/** One for each value of a single filter and each part of its index: all its rows have the same, so they are in order. */
function equalWalks({ parts }: Listed, { conditions, rest, where }: Criteria) {
  const equal = conditions.filter(isEqual);
  if (!parts || equal.length === 0) return [where];
  const given = equal.find(({ column }) => column === parts.column);
  const filters = equal.filter((one) => one !== given);
  const isByPart = filters.every(({ column }) => parts.of.includes(column));
  const byPart = given ?? {
    column: parts.column,
    test: 'in' as const,
    type: 'text' as const,
    values: parts.values,
  };
  const split = [...(isByPart ? [byPart] : []), ...(filters.length === 1 ? filters : [])].map(
    (one) => ({ ...one, values: distinctValues(one, one.values) }),
  );
  const count = split.reduce((product, { values }) => product * values.length, 1);
  const kept = count <= MAX_WALKS ? split : split.slice(0, 1);
  const isKept = (one: Condition) =>
    isEqual(one) && kept.some(({ column }) => column === one.column);
  const others = [rest, ...conditions.filter((one) => !isKept(one)).map(conditionSql)];
  return kept
    .reduce<RawBuilder<boolean>[][]>(
      (walks, { values, ...compared }) =>
        walks.flatMap((walk) =>
          values.map((value) => [
            ...walk,
            sql<boolean>`${comparedColumn(compared)} = ${comparedValue(compared, value)}`,
          ]),
        ),
      [others],
    )
    .map(every);
}
