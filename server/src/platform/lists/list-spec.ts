// The specification of a list, a request for a page of it, and the page.
import type { RawBuilder } from 'kysely';

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

export interface ColumnFilter {
  column: string;
  /**
   * `in`: equal to one of the values. `contains`: the column is an array with one of the values, or several. `after`,
   * `before`: exclusive. `since`: inclusive.
   */
  test: 'in' | 'contains' | 'after' | 'before' | 'since';
  type: 'text' | 'timestamptz';
  /** The column holds addresses of people, which are compared regardless of case. */
  isAddress?: true;
  /** A time that is never later than the filtered one, so that the same `before` bounds it too. */
  notAfter?: string;
}

/** Some values of a column. */
export interface ColumnValues {
  column: string;
  values: readonly string[];
}

/** A part of a named condition. */
export interface Alternative {
  where: RawBuilder<boolean>;
  /** All its rows have one of these values: PostgreSQL would search all rows for those of a request that asks for others. */
  only?: ColumnValues;
}

/** A condition with a name, at a time: as parts that exclude each other. Conditions may share a part, by its name. */
export type NamedCondition = (now: string) => Readonly<Record<string, Alternative>>;

/** The values of the parameter are names of conditions. */
interface NamedFilter {
  test: 'named';
  conditions: Readonly<Record<string, NamedCondition>>;
  /** A row may match parts of two conditions, so that those which are chosen are tested together. */
  mayOverlap?: true;
}

export type Filter = ColumnFilter | NamedFilter;

/** A sort by a column that may be null. */
export interface NullsLast {
  /** The column of the sort. */
  column: string;
  /** A filter whose values are written into the statement, so that PostgreSQL knows which partial index has its rows. */
  literal: string;
}

/** Aggregates from which the totals of a list are read. */
export interface TotalsSpec {
  table: string;
  deltas: string;
  totals: string;
  /** Columns by which every aggregate row is grouped; queries may combine them freely. */
  facets: readonly string[];
  /**
   * Columns of which a query may name at most one. `daily` ones are kept by day; for one with very many
   * values that would be about a row per record, so a query with dates is counted in the table.
   */
  dimensions: Readonly<Record<string, 'daily' | 'total'>>;
  /**
   * Dimensions with addresses of people. They are kept as given, by each release that folds, and added up regardless of
   * case when they are read.
   */
  addresses: readonly string[];
  /** The timestamp whose UTC day the aggregates are kept by. */
  dayOf: string;
}

/** `Row` is a row of the list, with exactly these columns unless fields are requested. */
export interface ListSpec<Row = Readonly<Record<string, unknown>>> extends ListColumns<
  keyof Row & string
> {
  name: string;
  table: string;
  /** Sort columns, with the type to which a cursor's value is cast. */
  sorts: Record<string, 'text' | 'timestamptz'>;
  /** Sorts by a column that may be null. */
  nullsLast?: Record<string, NullsLast>;
  /** The sort that continues the indexes of filters. */
  mainSort: string;
  /** Indexes of filters: the columns before the main sort and the id. The first ones are preferred. */
  indexes?: readonly (readonly string[])[];
  /** All values of columns of these indexes, for requests that do not filter by them. */
  values?: Readonly<Record<string, readonly string[]>>;
  filters: Record<string, Filter>;
  /** Row ids are secret, so cursors contain them encrypted. */
  hasSecretIds?: true;
  /** The column of type tsvector, in the English configuration, that `q` searches. */
  search?: string;
  /** Converts a row for the response, where that differs from its columns. */
  present?(row: Row): object;
  /** All fields whose values presenting a row computes, each with its `sources`: without them, rows are shown as read. */
  computes?: readonly string[];
  /** A condition that applies to every caller. */
  where?: RawBuilder<boolean>;
  /** none: no total, for unbounded lists. bounded: counted up to a bound. Otherwise from aggregates where possible. */
  total: 'none' | 'bounded' | TotalsSpec;
}

/** Rows that the caller may see. `key` identifies the scope, so that a cursor is not valid for another caller. */
export interface Scope {
  key: string;
  filters?: Record<string, readonly string[]>;
  where?: RawBuilder<boolean>;
  /**
   * A query for the rows, with the columns of filters and sorts, where it finds them sooner than an index of the table:
   * all of them are then collected and sorted for each page.
   */
  rows?: RawBuilder<unknown>;
}

/** Which rows a request is about. */
export type ListCriteria = Pick<ListRequest, 'filters' | 'q' | 'scope' | 'now'>;

export interface ListRequest {
  /** The time at which conditions that depend on it are evaluated. */
  now: Date;
  /** Only the columns that these fields are made of are read; by default all. */
  fields?: readonly string[] | undefined;
  /** The rows are shown as they are read, so that they may be read as JSON. */
  asJson?: boolean;
  /** The page is measured while it is read, because a row of it is large. */
  isMeasured?: boolean;
  filters: Record<string, readonly string[]>;
  q?: string | undefined;
  scope: Scope;
  sort: string;
  order: 'asc' | 'desc';
  limit: number;
  /** The end of the previous page (sort value and id), or the number of rows to skip. */
  after?: readonly [value: string, id: string] | undefined;
  offset?: number | undefined;
}

export interface Total {
  total: number;
  isLowerBound: boolean;
}

export interface Page<Row> {
  rows: Row[];
  /** The rows as JSON, if they were read so; then `rows` has them as `row_json`. */
  items?: readonly string[];
  hasMore: boolean;
  /** The page has no more bytes than this as it is sent. */
  mostBytes: number;
  /** Whether the page has fewer rows than requested because of its byte limit. */
  isCut: boolean;
  total?: Total;
  /** The value of a row in a cursor, where it is not the sort column. */
  sortValue?: (row: object) => string;
}

/** The part of a specification that does not depend on the type of its rows. */
export type Listed = Omit<ListSpec, 'present'>;
