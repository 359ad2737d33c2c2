// A list is specified once; every page of it is requested and returned in the same form.
import { type RawBuilder, sql } from 'kysely';

export interface ListColumns<Column extends string> {
  columns: readonly Column[];
  /** These columns may have more than some kilobytes; a page is bounded by their bytes. */
  large: readonly (Column | RawBuilder<unknown>)[];
  /** A column may be read by an expression instead of its name. */
  expressions?: Readonly<Record<string, RawBuilder<unknown>>>;
  /**
   * A field of the response is made of these columns, where it is not the column of its name. A list that presents its
   * rows needs this, otherwise all its columns are read. `''` names those that presenting a row always needs.
   */
  sources?: Readonly<Record<string, readonly Column[]>>;
}

export interface ColumnFilter {
  column: string;
  /** This expression is compared instead of the column, whose name then only names the index. */
  expression?: RawBuilder<unknown>;
  /**
   * `in` means equal to one of the values. `contains` means that the column is an array, of PostgreSQL or in JSON, with
   * one of the values, or several. `after` and `before` are exclusive, `since` is inclusive.
   */
  test: 'in' | 'contains' | 'after' | 'before' | 'since';
  type: 'text' | 'timestamptz' | 'jsonb';
  /** The column holds addresses of people, which are compared regardless of case. */
  isAddress?: true;
  /** This time is never later than the filtered one, so that the same `before` bounds it too. */
  notAfter?: string;
}

export interface ColumnValues {
  column: string;
  values: readonly string[];
}

export interface Alternative {
  where: RawBuilder<boolean>;
  /** All rows of the part have one of these values: PostgreSQL would search all of them for a request with other values. */
  only?: ColumnValues;
  /** The condition leaves out these rows and no others. They are few and have an index, so totals of aggregates subtract them. */
  except?: RawBuilder<boolean>;
}

/** The parts of a named condition exclude each other. Conditions may share a part, by its name. */
export type NamedCondition = (now: string) => Readonly<Record<string, Alternative>>;

/** Definitions, such as rules, can be switched off; lists filter them by `active`. */
export const activity: Readonly<Record<string, NamedCondition>> = {
  true: () => ({ active: { where: sql<boolean>`active` } }),
  false: () => ({ inactive: { where: sql<boolean>`not active` } }),
};

/** The values of the parameter are names of conditions. */
export interface NamedFilter {
  test: 'named';
  conditions: Readonly<Record<string, NamedCondition>>;
  /** A row may match parts of two conditions, so the chosen ones are tested together. */
  mayOverlap?: true;
  /**
   * These conditions depend on no time, and most rows match them: alone, they leave the plan of a statement as it is.
   * Beside other conditions, they must be met as well.
   */
  steady?: readonly string[];
}

/**
 * One of these columns has one of the values. A row has the same value in at most one of them, so that the pages and
 * totals of each column can be merged and added up, by the index and the aggregates that each has. With several values a
 * row may have one in each column: it is counted once, in the table.
 */
interface AnyColumnFilter {
  test: 'any';
  columns: readonly (ColumnFilter & { test: 'in' })[];
}

export type Filter = ColumnFilter | NamedFilter | AnyColumnFilter;

/** The column of the sort may be null. */
export interface NullsLast {
  column: string;
  /** The values of this filter are written into the statement, so that PostgreSQL knows which partial index has its rows. */
  literal: string;
}

/** The totals of a list are read from these aggregates. */
export interface TotalsSpec {
  table: string;
  deltas: string;
  totals: string;
  /** Every aggregate row is grouped by these columns; queries may combine them freely. */
  facets: readonly string[];
  /**
   * A query may name at most one of these columns. `daily` ones are stored by day; for one with very many values that
   * would be about a row per record, so a query with dates is counted in the table.
   */
  dimensions: Readonly<Record<string, 'daily' | 'total'>>;
  /**
   * These dimensions are addresses of people. They are stored as given, by each release that folds, and added up
   * regardless of case when they are read.
   */
  addresses: readonly string[];
  /** Aggregates are stored by the UTC day of this timestamp. */
  dayOf: string;
  /** Only rows with a value of a dimension are counted, so there is no sum over all rows. */
  isPartial?: true;
  /**
   * Dimensions that were added by a later release have tables of their own: an earlier one, which still runs during an
   * upgrade, folds only the columns that it knows.
   */
  apart?: TotalsSpec & { isPartial: true };
}

/** `Row` is a row of the list, with exactly these columns unless fields are requested. */
export interface ListSpec<Row = Readonly<Record<string, unknown>>> extends ListColumns<
  keyof Row & string
> {
  name: string;
  table: string;
  /** Each sort column names the type to which a cursor's value is cast. */
  sorts: Record<string, 'text' | 'timestamptz' | 'integer'>;
  nullsLast?: Record<string, NullsLast>;
  /** The indexes of filters continue with this sort. */
  mainSort: string;
  /** Each index of filters is named by its columns before the main sort and the id. The first ones are preferred. */
  indexes?: readonly (readonly string[])[];
  /** Requests that do not filter by a column of these indexes use all its values. */
  values?: Readonly<Record<string, readonly string[]>>;
  filters: Record<string, Filter>;
  /** Row ids are secret, so cursors contain them encrypted. */
  hasSecretIds?: true;
  /** `q` searches this column of type tsvector, in the English configuration. */
  search?: string;
  /** Converts a row for the response, where that differs from its columns. */
  present?(row: Row): object;
  /** Presenting a row computes these fields, each with its `sources`: without them, rows are sent as read. */
  computes?: readonly string[];
  /** The condition applies to every caller. */
  where?: RawBuilder<boolean>;
  /** Unbounded lists have `none`. `bounded` totals are counted up to a bound, others read from aggregates where possible. */
  total: 'none' | 'bounded' | TotalsSpec;
  /** Totals that are not read from aggregates are counted up to this number, by default `COUNT_BOUND`. */
  countBound?: number;
}

/** The caller may see the rows in its scope. `key` identifies it, so that a cursor is not valid for another caller. */
export interface Scope {
  key: string;
  filters?: Record<string, readonly string[]>;
  where?: RawBuilder<boolean>;
  /**
   * This query selects the rows, with the columns of filters and sorts, where it finds them sooner than an index of the
   * table: all of them are then collected and sorted for each page.
   */
  rows?: RawBuilder<unknown>;
}

/** The criteria decide which rows match. */
export type ListCriteria = Pick<ListRequest, 'filters' | 'q' | 'scope' | 'now'>;

export interface ListRequest {
  /** Conditions that depend on the time are evaluated at this one. */
  now: Date;
  /** Only the columns that these fields are made of are read; by default all. */
  fields?: readonly string[] | undefined;
  /** The rows are sent as they are read, so they may be read as JSON. */
  asJson?: boolean;
  /** The page is measured while it is read, because a row of it is large. */
  isMeasured?: boolean;
  filters: Record<string, readonly string[]>;
  q?: string | undefined;
  /** A `q` without a word finds nothing, instead of being refused. */
  allowsBlank?: boolean;
  scope: Scope;
  sort: string;
  order: 'asc' | 'desc';
  limit: number;
  /** A page begins after the end of the previous one (sort value and id), or skips `offset` rows. */
  after?: readonly [value: string, id: string] | undefined;
  offset?: number | undefined;
}

export interface Total {
  total: number;
  isLowerBound: boolean;
}

export interface Page<Row> {
  rows: Row[];
  /** If the rows were read as JSON, they are here, and in `rows` as `row_json`. */
  items?: readonly string[];
  hasMore: boolean;
  /** The page has no more bytes than this as it is sent. */
  mostBytes: number;
  /** True if the page has fewer rows than requested because of its byte limit. */
  isCut: boolean;
  total?: Total;
  /** Returns the value of a row in a cursor, where it is not the sort column. */
  sortValue?: (row: object) => string;
}

/** This part of a specification does not depend on the type of its rows. */
export type UntypedListSpec = Omit<ListSpec, 'present'>;
