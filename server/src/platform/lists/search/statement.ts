// Statements of searches that have one plan whatever the values. Without filters, for a caller who may see all rows,
// they are built once for each shape of a request.
import type { CompiledQuery } from 'kysely';
import { template } from '../../postgres/statements.ts';
import { withFields } from '../columns.ts';
import type { Listed, ListRequest } from '../list-spec.ts';
import { Kept, markOf, shapeOf } from '../pages/shapes.ts';
import { isLargeTable, searchedPageSql } from './page.ts';
import { lastWord } from './query.ts';

const kept = new Kept<(values: readonly unknown[]) => CompiledQuery>();

const keptNames = new Kept<string | undefined>();

/** For a search in the order of a filter's index, which has one plan for all values; undefined beyond the kept shapes. */
export const nameOfFilteredSearch = (spec: Listed, request: ListRequest): string | undefined =>
  keptNames.of(shapeOf(spec, request).key, (isKept) =>
    isKept ? `filtered search of ${spec.name}` : undefined,
  );

export function searchStatement(spec: Listed, { q = '', ...request }: ListRequest): CompiledQuery {
  const last = lastWord(q);
  const { key, values, marked } = shapeOf(spec, request);
  const all = [...values, q, last];
  const marks = all.map((_, n) => markOf(n));
  const [markOfQ = '', markOfLast] = marks.slice(values.length);
  const isLarge = isLargeTable(spec);
  const built = kept.of(`${key} ${last !== undefined} ${isLarge}`, (isKept) => {
    const text = { q: markOfQ, last: last === undefined ? undefined : markOfLast };
    const listed = withFields(spec, request.fields, request.sort);
    const page = searchedPageSql(listed, marked, { byFilter: false, text, isLarge });
    return template(isKept ? `search of ${spec.name}` : undefined, page, marks);
  });
  return built(all);
}
