// How a request can be read: the statements of both strategies, and up to how many matches are few. Statements that have
// one plan whatever the values are built once for each shape of a request, which then supplies only its values: to build
// those of a list takes 0.4 ms of CPU time, those of a search 0.9; to fill in the values takes 0.01.
import type { CompiledQuery, RawBuilder } from 'kysely';
import { template } from '../postgres/statements.ts';
import type { Db } from '../postgres/tables.ts';
import { criteriaOf } from './conditions.ts';
import type { Filter, Listed, ListRequest } from './list-spec.ts';
import { collectedPage, scannedPage, withFields } from './page.ts';
import { rowsToRead } from './rows.ts';
import { hasOnlyLiterals, scansOf } from './scans.ts';
import { searchedPage } from './search.ts';
import { lastWord, type QueryText } from './search-query.ts';
import { type Counting, countingOf } from './totals.ts';

/** Up to so many matches are collected and sorted; more are soon met in the order of the sort. */
const FEW_MATCHES = 10_000;
/** Where an index has the rows of some of the filters in that order, it meets them sooner. */
const FEW_MATCHES_OF_INDEX = 1000;

/** How a page can be read. */
interface Strategies {
  counting?: { statement: CompiledQuery; read: Counting['read'] };
  /** From the first rows in the order of the sort; or a search, with its total. */
  scanned: () => CompiledQuery;
  /** From all matches, if there are few. */
  collected?: { few: number; page: () => CompiledQuery };
}

/** A request with marks in place of its values, and the values in the order of their marks. */
interface Shape {
  marked: ListRequest;
  text?: QueryText | undefined;
  values: string[];
}

const markOf = (n: number): string => `\0${n}`;
const textOf = (q?: string): QueryText | undefined =>
  q === undefined ? q : { q, last: lastWord(q) };

/** The values that differ. A row that matched two of them would otherwise be on a page twice. */
const distinctValues = (filter: Filter | undefined, values: readonly string[]): readonly string[] =>
  filter && filter.test !== 'named' && filter.isAddress
    ? [...new Map(values.map((value) => [value.toLowerCase(), value])).values()]
    : [...new Set(values)];

/** The request with other values of its filters. */
function withValues(
  { scope, filters, ...request }: ListRequest,
  valuesOf: (name: string, values: readonly string[]) => readonly string[],
): ListRequest {
  const replaced = (given: ListRequest['filters'] = {}) =>
    Object.fromEntries(
      Object.entries(given).map(([name, values]) => [name, valuesOf(name, values)]),
    );
  return {
    ...request,
    scope: { ...scope, filters: replaced(scope.filters) },
    filters: replaced(filters),
  };
}

/** Values that are written into the statement stay, and so does the empty value in a cursor. */
function shapeOf(spec: Listed, request: ListRequest): Shape {
  const { sort, after, q } = request;
  const values: string[] = [];
  const mark = (value: string) => markOf(values.push(value) - 1);
  const literal = spec.nullsLast?.[sort]?.literal;
  const marked = {
    ...withValues(request, (name, given) =>
      name === literal ? given.toSorted() : given.map(mark),
    ),
    after: after && ([after[0] && mark(after[0]), mark(after[1])] as const),
  };
  const text = textOf(q);
  const last = text?.last === undefined ? undefined : mark(text.last);
  return { marked, text: text && { q: mark(text.q), last }, values };
}

/** The same for all requests that differ only in their values. */
const keyOf = (spec: Listed, { marked, text }: Shape): string => {
  const { scope, filters, after, fields, sort, order, limit, asJson, isMeasured } = marked;
  const parts = [scope.filters, filters, after, text, fields, sort, order, asJson, isMeasured];
  return `${spec.name} ${rowsToRead(limit)} ${JSON.stringify(parts)}`;
};

type StrategiesOfValues = (values: readonly unknown[]) => Strategies;

/**
 * Prepared statements are limited in number, and callers choose filters and fields: only so many shapes are kept for a
 * database. The first ones are those of the clients in use.
 */
const MAX_SHAPES = 60;
const keptFor = new WeakMap<Db, Map<string, StrategiesOfValues>>();

/**
 * Whether PostgreSQL needs no values for its plan. In a list, those of times and named conditions tell how many rows match;
 * a search finds that out by itself, but the time of a named condition is no value of the request.
 */
const hasOnePlan = (
  { filters: known }: Listed,
  { scope, filters, offset, q }: ListRequest,
): boolean =>
  !scope.where &&
  !scope.rows &&
  !offset &&
  Object.keys(filters).every((name) => {
    const test = known[name]?.test;
    return q === undefined ? test === 'in' : test !== 'named';
  });

export function strategiesOf(db: Db, spec: Listed, given: ListRequest): Strategies {
  const request = withValues(given, (name, values) => distinctValues(spec.filters[name], values));
  if (!hasOnePlan(spec, request))
    return build(spec, { marked: request, text: textOf(request.q), values: [] }, false)([]);
  const shape = shapeOf(spec, request);
  const key = keyOf(spec, shape);
  const kept = keptFor.get(db) ?? new Map<string, StrategiesOfValues>();
  keptFor.set(db, kept);
  const known = kept.get(key);
  if (known) return known(shape.values);
  const isKept = kept.size < MAX_SHAPES;
  const built = build(spec, shape, isKept);
  if (isKept) kept.set(key, built);
  return built(shape.values);
}

function build(
  specOfAll: Listed,
  { marked, text, values: { length } }: Shape,
  isKept: boolean,
): StrategiesOfValues {
  const spec = withFields(specOfAll, marked.fields, marked.sort);
  const marks = Array.from({ length }, (_, n) => markOf(n));
  /** Built when it is first used. */
  const statement = (what: string, make: () => RawBuilder<unknown>) => {
    let made: ReturnType<typeof template> | undefined;
    return (values: readonly unknown[]) =>
      (made ??= template(isKept ? `${what} of ${spec.name}` : undefined, make(), marks))(values);
  };
  if (text) {
    const search = statement('search', () => searchedPage(spec, marked, text));
    return (values) => ({ scanned: () => search(values) });
  }
  const criteria = criteriaOf(spec, marked);
  const counting = countingOf(spec, marked, criteria);
  const scan = statement('page', () => scannedPage(spec, marked, criteria));
  const collect = statement('collected page', () => collectedPage(spec, marked, criteria));
  const total = counting && statement('total', () => counting.statement);
  const nulls = spec.nullsLast?.[marked.sort];
  const { scans, isExact } = scansOf(spec, marked, criteria);
  const isScanned = nulls ? hasOnlyLiterals(criteria.conditions, nulls) : isExact;
  const few = scans.length > 0 ? FEW_MATCHES_OF_INDEX : FEW_MATCHES;
  return (values) => ({
    scanned: () => (marked.scope.rows ? collect(values) : scan(values)),
    ...(counting && total && { counting: { statement: total(values), read: counting.read } }),
    ...(counting && !isScanned && { collected: { few, page: () => collect(values) } }),
  });
}
