// The specification of a list, a request for a page of it, and the page.
import type { RawBuilder } from 'kysely';
import type { ListColumns } from './columns.ts';
import type { Total } from './counting.ts';
import type { Filter } from './filters.ts';
import type { LastRows } from './pages/last-rows.ts';
import type { SearchSpec } from './search/query.ts';
import type { TotalsSpec } from './totals.ts';

/** `Row` is a row of the list, with exactly these columns unless fields are requested. */
export interface ListSpec<Row = Readonly<Record<string, unknown>>> extends ListColumns<
  keyof Row & string
> {
  name: string;
  table: string;
  /** Sort columns, with the type to which a cursor's value is cast. */
  sorts: Record<string, 'text' | 'timestamptz'>;
  /** Sorts in which some rows come last in both orders. */
  lastRows?: Record<string, LastRows>;
  /** The sort in whose order each filter has an index. */
  mainSort: string;
  /** The column that splits the indexes `of` some filters, after the filter and before the sort, with all its values. */
  parts?: { column: string; values: readonly string[]; of: readonly string[] };
  /** Columns of filters with an index that continues with the main sort and the id, which pages of one value read. */
  walked?: readonly string[];
  filters: Record<string, Filter>;
  /** Row ids are secret, so cursors contain them encrypted. */
  hasSecretIds?: true;
  search?: SearchSpec;
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
