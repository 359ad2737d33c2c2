// The columns that a page reads: all columns of its list, or only those that the requested fields are made of.
import { type RawBuilder, sql } from 'kysely';

export interface ListColumns<Column extends string> {
  columns: readonly Column[];
  /** Columns that may have more than some kilobytes; a page is bounded by their bytes. */
  large: readonly (Column | RawBuilder<unknown>)[];
  /** Columns that are read by an expression. */
  expressions?: Readonly<Record<string, RawBuilder<unknown>>>;
  /**
   * The columns that a field of the response is made of, where it is not the column of its name. A list that presents
   * its rows needs it, otherwise all its columns are read. `''` names those that presenting a row always needs.
   */
  sources?: Readonly<Record<string, readonly Column[]>>;
}

/** The columns of the fields, with those of the cursor. */
export function withFields<Spec extends ListColumns<string>>(
  spec: Spec,
  fields: readonly string[] | undefined,
  sort: string,
): Spec {
  if (!fields) return spec;
  const { sources = {}, large } = spec;
  const needed = ['', ...fields].flatMap((name) => sources[name] ?? (name === '' ? [] : [name]));
  // In one order, so that the same fields are always the same statement.
  const columns = [...new Set(['id', sort, ...needed])].toSorted();
  return {
    ...spec,
    columns,
    large: large.filter((one) => typeof one !== 'string' || columns.includes(one)),
  };
}

/** Selects the columns from the table. */
export const selectedColumns = (
  { columns, expressions = {} }: ListColumns<string>,
  table: RawBuilder<unknown>,
): RawBuilder<unknown>[] =>
  columns.map((column) => {
    const expression = expressions[column];
    return expression ? sql`${expression} as ${sql.ref(column)}` : sql`${table}.${sql.ref(column)}`;
  });
