// The statement that reads a page, by the way that fits the number of its matches.
import { type RawBuilder, sql } from 'kysely';
import { selectedColumns } from './columns.ts';
import type { Way } from './count.ts';
import { type Criteria, type EqualCondition, isEqual } from './criteria.ts';
import { type Condition, conditionSql, every } from './filters.ts';
import { lagAlternatives, type PageStart } from './lags.ts';
import { lastRowColumn, matchedInOrder, orderWithLastRows } from './last-rows.ts';
import type { Listed, ListRequest } from './list-spec.ts';
import { rowBytes, withinPageBytes } from './page-bytes.ts';

/** The same page by either method; it starts after a sort value and an id. */
export function pageSql(spec: Listed, request: ListRequest, criteria: Criteria, way: Way) {
  const { sort, order, limit, after, offset = 0 } = request;
  const keys = [sql.ref(sort), sql.ref('id')];
  const lastRows = spec.lastRows?.[sort];
  const orderBy = lastRows
    ? orderWithLastRows(order)
    : sql.join(keys.map((key) => sql`${key} ${sql.raw(order)}`));
  const typeName = spec.sorts[sort] ?? 'text';
  const type = sql.raw(typeName);
  const seek =
    after &&
    sql<boolean>`(${sql.join(keys)}) ${order === 'asc' ? sql`>` : sql`<`} (${after[0]}::${type}, ${after[1]})`;
  const table = sql.table(spec.table);
  const isBounded = spec.large.length > 0;
  const columns = sql.join([
    ...selectedColumns(spec, table),
    ...(lastRows ? [sql.ref(lastRowColumn), sql`sort_key`] : []),
    ...(isBounded ? [sql`${rowBytes(spec)} as row_bytes`] : []),
  ]);
  const names = [...spec.columns, ...(lastRows ? [lastRowColumn] : [])];
  const bounded = (page: RawBuilder<Record<string, unknown>>) =>
    isBounded ? withinPageBytes(page, names, orderBy) : page;
  const slice = sql`order by ${orderBy} limit ${limit + 1} offset ${offset}`;
  const matchedKeys = lastRows ? sql`*` : sql`id`;
  // Only keys are collected and sorted; full rows are read for the page alone.
  const pageOf = (matched: RawBuilder<unknown>) =>
    bounded(sql<Record<string, unknown>>`
      with matched as materialized (${matched}), page as (select ${matchedKeys} from matched ${slice})
      select ${columns} from page join ${table} using (id) order by ${orderBy}`);

  if (lastRows) {
    const most = way === 'collect' ? undefined : limit + 1 + offset;
    const { alternatives, conditions } = criteria;
    const { table: name } = spec;
    return pageOf(
      matchedInOrder(
        { table: name, sort, type: typeName, order, lastRows, alternatives, conditions, after },
        most,
      ),
    );
  }
  if (way === 'collect') {
    const collected = criteria.alternatives.map(
      ({ where }) => sql`select ${sql.join(keys)} from ${table} where ${every([where, seek])}`,
    );
    return pageOf(sql.join(collected, sql` union all `));
  }
  const walks = sort === spec.mainSort ? walksOf(criteria, { order, after: after?.[0], seek }) : [];
  if (walks.length > 1) {
    const most = limit + 1 + offset;
    const slices = walks.map(
      (where) => sql`(
        select ${sql.join(keys)} from ${table} where ${where} order by ${orderBy} limit ${most})`,
    );
    return pageOf(sql.join(slices, sql` union all `));
  }
  const parts = way === 'walk' || sort !== spec.mainSort ? undefined : partsOf(spec, criteria);
  if (parts) {
    return pageOf(sql`
      select picked.* from unnest(${parts.values}::text[]) as part (value) cross join lateral (
        select ${sql.join(keys)} from ${table}
        where ${parts.column} = part.value and ${every([parts.where, seek])}
        order by ${orderBy} limit ${limit + 1 + offset}) as picked`);
  }
  return bounded(sql<Record<string, unknown>>`
    select ${columns} from ${table} where ${every([criteria.where, seek])} ${slice}`);
}

/** Conditions that exclude each other, each with an index in the order of the main sort: a page of each has the page. */
function walksOf(
  { conditions, where, alternatives }: Criteria,
  start: PageStart,
): readonly RawBuilder<boolean>[] {
  const classes = lagAlternatives(conditions, start);
  if (classes) return classes.map((one) => every([where, one]));
  return alternatives
    .flatMap((one) => one.walks ?? [one])
    .map((one) => every([one.where, start.seek]));
}

/** Walks each part of a filter's index: a page of each part, merged, contains the page. */
function partsOf({ parts }: Listed, { conditions, rest }: Criteria) {
  if (!parts || !conditions.some(isEqual)) return undefined;
  const isPart = (one: Condition): one is EqualCondition =>
    isEqual(one) && one.column === parts.column;
  return {
    column: sql.ref(parts.column),
    values: [...new Set(conditions.find(isPart)?.values ?? parts.values)],
    where: every([rest, ...conditions.filter((one) => !isPart(one)).map(conditionSql)]),
  };
}
