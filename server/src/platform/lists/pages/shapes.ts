// Statements by the shape of a request: they are built once for each, and a request supplies only its values. To build
// those of a list takes 0.4 ms of CPU time, those of a search 0.9; to fill in the values takes 0.01.
import { distinctValues } from '../filters.ts';
import type { Listed, ListRequest } from '../list-spec.ts';
import { rowsToRead } from './page-sql.ts';

/** A request with marks in place of its values, and the values in the order of their marks. */
interface Shape {
  /** The same for all requests that differ only in their values. */
  key: string;
  marked: ListRequest;
  values: string[];
}

export const markOf = (n: number): string => `\0${n}`;

/** The values of a sort with last rows decide how it is read, and so does the empty value in its cursor: they stay. */
export function shapeOf(spec: Listed, request: ListRequest): Shape {
  const { scope, filters, sort, order, limit, after, fields, asJson, isMeasured } = request;
  const values: string[] = [];
  const mark = (value: string) => markOf(values.push(value) - 1);
  const isFixed = spec.lastRows?.[sort] !== undefined;
  const marksOf = (given: Record<string, readonly string[]> = {}) =>
    Object.fromEntries(
      Object.entries(given).map(([name, chosen]) => {
        const different = distinctValues(spec.filters[name], chosen);
        return [name, isFixed ? different : different.map(mark)];
      }),
    );
  const marked = {
    ...request,
    scope: { ...scope, filters: marksOf(scope.filters) },
    filters: marksOf(filters),
    after: after && ([after[0] && mark(after[0]), mark(after[1])] as const),
  };
  const parts = [
    marked.scope.filters,
    marked.filters,
    marked.after,
    fields,
    sort,
    order,
    asJson,
    isMeasured,
  ];
  return { key: `${spec.name} ${rowsToRead(limit)} ${JSON.stringify(parts)}`, values, marked };
}

/**
 * Prepared statements are limited in number, and callers choose filters and fields: only so many shapes are kept. The
 * first ones are those of the clients in use.
 */
const MAX_SHAPES = 60;

/** What is built for a shape: only what is kept may have names. */
export class Kept<Built> {
  readonly #built = new Map<string, Built>();

  of(key: string, build: (isKept: boolean) => Built): Built {
    const known = this.#built.get(key);
    if (known !== undefined) return known;
    const isKept = this.#built.size < MAX_SHAPES;
    const built = build(isKept);
    if (isKept) this.#built.set(key, built);
    return built;
  }
}
