// Rows are read in pages by cursor, of which at most twenty are cached, and change in place. A row keeps its index for
// as long as the list is open: it is never moved and never removed.
import type { ListPage } from '../api/index.ts';
import type { ListQuery } from '../search/index.ts';
import { type SectionStart, SectionStarts, type SectionTable } from './list.sections.ts';

export interface ListRow {
  id: string;
  /** Says why the row no longer belongs to the list; it stays, dimmed. */
  left?: string | undefined;
  changedAt?: number | undefined;
  updated_at?: string;
}

export interface ListSource<R extends ListRow> {
  read: (query: ListQuery, cursor: string | undefined) => Promise<ListPage<R>>;
  /** Reads one row, so that a record that changed is shown although the list no longer returns it. */
  readOne?: ((id: string) => Promise<R>) | undefined;
  /** Divides the rows of a query into sections; undefined for a query whose sort does not keep them together. */
  sectionsOf?: (query: ListQuery) => SectionTable<R> | undefined;
  /** Returns why a row left a list that is defined by more than its filters. */
  leaves?: (row: object) => string | undefined;
}

export interface Row {
  id: string;
}

export interface Page<R extends Row> {
  rows: R[];
  total: number;
  isLowerBound: boolean;
  next: string | undefined;
}

interface Slot<R extends Row> {
  cursor: string | undefined;
  ids: string[];
  /** Dropped rows are undefined, and fetched again by the cursor when they are scrolled into view. */
  rows: Map<string, R> | undefined;
}

export const MAX_PAGES = 20;

export class ListRows<R extends Row> {
  readonly #slots: Slot<R>[] = [];
  readonly #starts: number[] = [];
  readonly #places = new Map<string, number>();
  readonly #sections: SectionStarts<R>;
  #next: string | undefined;
  #isBegun = false;
  #total = 0;
  #isLowerBound = false;
  #length = 0;

  constructor(sections?: SectionTable<R>) {
    this.#sections = new SectionStarts(sections);
  }

  /** Returns no rows, to be divided into the same sections. */
  makeEmpty(): ListRows<R> {
    return new ListRows(this.#sections.table);
  }

  /** Sections without a loaded row are absent. */
  get sections(): readonly SectionStart[] {
    return this.#sections.starts;
  }

  get length(): number {
    return this.#length;
  }

  get total(): number {
    return this.#total;
  }

  /** Counts loaded rows only. */
  countWhere(matches: (row: R) => boolean): number {
    let count = 0;
    for (const { rows } of this.#slots)
      for (const row of rows?.values() ?? []) if (matches(row)) count += 1;
    return count;
  }

  get isLowerBound(): boolean {
    return this.#isLowerBound;
  }

  get hasMore(): boolean {
    return !this.#isBegun || this.#next !== undefined;
  }

  get cachedPages(): number {
    return this.#slots.filter(({ rows }) => rows).length;
  }

  /** Returns the cursor of a known page, or of the next. */
  cursorOf(page: number): string | undefined {
    return page < this.#slots.length ? this.#slots[page]?.cursor : this.#next;
  }

  get pages(): number {
    return this.#slots.length;
  }

  idAt(index: number): string | undefined {
    const page = this.pageOf(index);
    return this.#slots[page]?.ids[index - (this.#starts[page] ?? 0)];
  }

  /** Returns undefined while the page of the row is not loaded. */
  at(index: number): R | undefined {
    const id = this.idAt(index);
    return id === undefined ? undefined : this.#slots[this.pageOf(index)]?.rows?.get(id);
  }

  indexOf(id: string): number | undefined {
    return this.#places.get(id);
  }

  get(id: string): R | undefined {
    const index = this.#places.get(id);
    return index === undefined ? undefined : this.at(index);
  }

  pageOf(index: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Returns the pages that these indexes need: dropped ones, and the next one near the end. */
  missing(first: number, last: number): number[] {
    const pages: number[] = [];
    if (this.#slots.length > 0)
      for (let page = this.pageOf(Math.max(0, first)); page <= this.pageOf(last); page += 1)
        if (this.#slots[page] && !this.#slots[page]?.rows) pages.push(page);
    if (this.hasMore && last >= this.#length - 1) pages.push(this.#slots.length);
    return pages;
  }

  /** Stores a page that was fetched. A known page keeps its ids and their order. */
  accept(page: number, { rows, total, isLowerBound, next }: Page<R>): void {
    const known = this.#slots[page];
    if (known) {
      const fetched = new Map(rows.map((row) => [row.id, row]));
      const before = known.rows;
      known.rows = new Map();
      for (const id of known.ids) {
        // A row that moved to another page in the sort keeps its place here, with its known fields.
        const row = fetched.get(id) ?? before?.get(id);
        if (row) known.rows.set(id, row);
      }
      return;
    }
    if (page !== this.#slots.length) return;
    // A row that moved behind its first place while the list was read keeps that place.
    const fresh = rows.filter(({ id }) => !this.#places.has(id));
    this.#starts.push(this.#length);
    this.#slots.push({
      cursor: this.#next,
      ids: fresh.map(({ id }) => id),
      rows: new Map(fresh.map((row) => [row.id, row])),
    });
    for (const [index, row] of fresh.entries()) {
      this.#places.set(row.id, this.#length + index);
      this.#sections.add(row, this.#length + index);
    }
    this.#length += fresh.length;
    this.#next = next;
    this.#isBegun = true;
    this.#total = total;
    this.#isLowerBound = isLowerBound;
  }

  /** Drops the rows of the pages farthest from this index, if more than the maximum are cached. */
  drop(around: number): void {
    const centre = this.pageOf(around);
    const cached = this.#slots
      .map((slot, page) => ({ slot, distance: Math.abs(page - centre) }))
      .filter(({ slot }) => slot.rows)
      .toSorted((one, other) => one.distance - other.distance);
    for (const { slot } of cached.slice(MAX_PAGES)) slot.rows = undefined;
  }

  /** Returns the ids of a loaded page that have no row. */
  missingOf(page: number): string[] {
    const slot = this.#slots[page];
    return slot?.rows ? slot.ids.filter((id) => !slot.rows?.has(id)) : [];
  }

  /** Gives a known id of a loaded page its row again. */
  restore(row: R): void {
    const index = this.#places.get(row.id);
    if (index !== undefined) this.#slots[this.pageOf(index)]?.rows?.set(row.id, row);
  }

  /** Replaces fields of a row in place; false if the row is not loaded. */
  patch(id: string, fields: Partial<R>): boolean {
    const index = this.#places.get(id);
    const rows = index === undefined ? undefined : this.#slots[this.pageOf(index)]?.rows;
    const row = rows?.get(id);
    if (!rows || !row) return false;
    rows.set(id, { ...row, ...fields });
    return true;
  }
}
