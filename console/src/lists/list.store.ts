// An open list fetches pages on scrolling, and stays in memory while a record is open, so that going back leads to the
// same row.
import type { LiveEvent } from '../api/index.ts';
import type { ListQuery } from '../search/index.ts';
import { type Fields, fieldsOf, fieldsOfRow, isNewTo } from './list.event.ts';
import { isDecidable, reasonForLeaving } from './list.match.ts';
import { type ListRow, ListRows, type ListSource } from './list.rows.ts';
import { Observable } from './observable.ts';

/** The last event of a row is newer than pages that were requested before it. */
interface AppliedEvent {
  sequence: number;
  at: string;
  fields: Fields;
}

/** A bulk request takes at most this many rows. */
export const MAX_SELECTED = 100;

const PAGE_AHEAD = 50;
/** Events carry most fields of a row, so the others can wait. */
const REFRESH_MS = 2000;
const MAX_SINGLE_READS = 20;

export class List<R extends ListRow> extends Observable {
  readonly query: ListQuery;
  rows: ListRows<R>;
  activeIndex = 0;
  offset = 0;
  /** These records were created since, and belong to the list as far as their events tell. */
  readonly newIds = new Set<string>();
  /** A page after the first has failed with this error. */
  fault: unknown;
  /** The note tells the reader about the list as it was read last. */
  note: string | undefined;
  readonly selected = new Set<string>();
  #first = 0;
  #last = 0;
  readonly #applied = new Map<string, AppliedEvent>();
  readonly #source: ListSource<R>;
  readonly #fetching = new Map<number, Promise<void>>();
  readonly #stale = new Set<string>();
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  hasBegun = false;

  constructor(query: ListQuery, source: ListSource<R>) {
    super();
    this.query = query;
    this.#source = source;
    this.rows = new ListRows<R>(source.sectionsOf?.(query));
  }

  /** Fetches the first page, unless the list is already open. */
  async begin(): Promise<void> {
    if (this.hasBegun) return;
    await this.#fetch(0);
    this.hasBegun = true;
  }

  /** Reads the list again from its first page. */
  async reload(): Promise<void> {
    const page = await this.#source.read(this.query, undefined);
    this.rows = this.rows.makeEmpty();
    this.rows.accept(0, page);
    this.note = page.note;
    this.#fetching.clear();
    this.newIds.clear();
    this.#applied.clear();
    for (const id of this.selected)
      if (this.rows.indexOf(id) === undefined) this.selected.delete(id);
    this.fault = undefined;
    this.activeIndex = Math.min(this.activeIndex, Math.max(0, this.rows.length - 1));
    this.notify();
  }

  /** Reads the first page again: rows that are known change where they stand, others are counted as new. */
  async poll(): Promise<void> {
    // Nothing can move in a list without rows.
    if (this.rows.length === 0) return this.reload();
    const { rows } = this;
    const page = await this.#source.read(this.query, undefined);
    // The list was reloaded in the meantime.
    if (rows !== this.rows) return;
    for (const row of page.rows)
      if (rows.indexOf(row.id) === undefined) this.newIds.add(row.id);
      else rows.restore(this.#mergeNewerEvent(row));
    this.notify();
  }

  /** Must be called when the list scrolls. */
  show(first: number, last: number, offset: number): void {
    this.offset = offset;
    this.#first = first;
    this.#last = last;
    // A page ahead of the last visible row is fetched, so that scrolling does not wait.
    this.ensure(first, last + PAGE_AHEAD);
    if (this.#stale.size > 0) this.#refreshSoon();
  }

  /** Fetches the pages that these rows need. */
  ensure(first: number, last: number): void {
    if (this.fault !== undefined) return;
    for (const page of this.rows.missing(first, last))
      void this.#fetch(page).catch((error: unknown) => {
        this.fault = error;
        this.notify();
      });
  }

  retry(): void {
    this.fault = undefined;
    this.ensure(this.rows.length - 1, this.rows.length);
    this.notify();
  }

  activate(index: number): void {
    this.activeIndex = Math.max(0, Math.min(index, this.rows.length - 1));
    this.notify();
  }

  countNew(id: string): void {
    this.newIds.add(id);
    this.notifySoon();
  }

  /** Shows a newer version of a known row where it stands. */
  accept(row: { id: string }): void {
    if (this.rows.indexOf(row.id) === undefined) return;
    this.rows.restore(this.#single(row as R));
    this.notify();
  }

  /** A row that has changed is read again soon, or when it comes into view. */
  markStale(id: string): void {
    this.#stale.add(id);
    this.#refreshSoon();
  }

  /** Fetches the pages of these rows again. */
  async refresh(ids: Iterable<string>): Promise<void> {
    const indexes = [...ids].map((id) => this.rows.indexOf(id));
    const pages = new Set(
      indexes.filter((index) => index !== undefined).map((index) => this.rows.pageOf(index)),
    );
    await Promise.all([...pages].map((page) => this.#fetch(page)));
  }

  /** Reads the visible pages again, after events may have been missed. */
  async refreshShown(): Promise<void> {
    if (this.rows.length === 0) return;
    const pages = new Set([this.rows.pageOf(this.#first), this.rows.pageOf(this.#last)]);
    await Promise.all([...pages].map((page) => this.#fetch(page))).catch(() => undefined);
  }

  /** Changes a loaded row where it stands, also if it no longer matches. Returns a function that reverts the change. */
  patch(id: string, fields: Partial<R>): () => void {
    const before = this.rows.get(id);
    if (!before) return () => undefined;
    const left = this.#reason({ ...before, ...fields });
    if (this.rows.patch(id, { ...fields, left, changedAt: Date.now() })) this.notify();
    const values = before as Record<string, unknown>;
    const known = Object.fromEntries(Object.keys(fields).map((name) => [name, values[name]]));
    return () => void this.patch(id, known as Partial<R>);
  }

  /** Applies an event to its row, or counts its record as new if it belongs to the list. */
  applyEvent(event: LiveEvent): void {
    const { id } = event.record;
    const fields = fieldsOf(event);
    if (this.rows.indexOf(id) !== undefined) this.#applyToRow(event, fields);
    else if (fields && isNewTo(this, event) && this.#matches(fields)) this.countNew(id);
    else if (!fields && this.newIds.delete(id)) this.notifySoon();
  }

  /** Shows the fields of the event, and reads the row again soon; a late event is ignored. */
  #applyToRow({ record: { id }, sequence, timestamp: at }: LiveEvent, fields?: Fields): void {
    const before = this.rows.get(id);
    if (before && sequence <= (this.#applied.get(id)?.sequence ?? 0)) return;
    const shown = before && fields ? fieldsOfRow(fields, before) : {};
    this.#applied.set(id, { sequence, at, fields: shown });
    if (before) {
      const left = fields ? this.#reason({ ...before, ...fields }) : 'deleted';
      const marks: ListRow = { id, updated_at: at, changedAt: Date.now(), left };
      this.rows.patch(id, { ...shown, ...marks } as Partial<R>);
      this.notifySoon();
    }
    if (fields) this.markStale(id);
  }

  /** Only the service knows whether a record matches a filter by fields that the event lacks. */
  #matches(fields: Fields): boolean {
    return isDecidable(this.query, fields) && this.#reason(fields) === undefined;
  }

  #reason(row: object): string | undefined {
    return this.#source.leaves?.(row) ?? reasonForLeaving(row, this.query);
  }

  /** The total leaves out rows that no longer belong to the list and are still shown. */
  get total(): number {
    return this.rows.total - this.rows.countWhere(({ left }) => left !== undefined);
  }

  select(id: string, isSelected: boolean): void {
    if (!isSelected) this.selected.delete(id);
    else if (this.selected.size < MAX_SELECTED) this.selected.add(id);
    this.notify();
  }

  clearSelection(): void {
    this.selected.clear();
    this.notify();
  }

  /** Merges a fetched row with a newer event that was applied while the page was read. */
  #mergeNewerEvent(fetched: R): R {
    const [known, applied] = [this.rows.get(fetched.id), this.#applied.get(fetched.id)];
    if (!known || !applied || applied.at <= (fetched.updated_at ?? '')) return fetched;
    const { left, changedAt } = known;
    return { ...fetched, ...applied.fields, left, changedAt };
  }

  /** A row that was read alone may have left the list. */
  #single(row: R): R {
    return { ...row, changedAt: Date.now(), left: this.#reason(row) };
  }

  /** A row that has left the list is read alone, not with its page: the list no longer returns it. */
  #isReadSingly(id: string): boolean {
    return this.#source.readOne !== undefined && this.rows.get(id)?.left !== undefined;
  }

  /** Rows outside the viewport are refreshed when they scroll into view. */
  async #refreshStale(): Promise<void> {
    if (!this.isObserved) return;
    const shown = [...this.#stale].filter((id) => {
      const index = this.rows.indexOf(id) ?? -1;
      return index >= this.#first && index <= this.#last;
    });
    for (const id of shown) this.#stale.delete(id);
    const single = shown.filter((id) => this.#isReadSingly(id)).slice(0, MAX_SINGLE_READS);
    const paged = shown.filter((id) => !single.includes(id));
    await Promise.all([this.refresh(paged), this.#readSingly(single)]).catch(() => undefined);
    this.notify();
  }

  #refreshSoon(): void {
    if (this.#refreshTimer !== undefined) return;
    this.#refreshTimer = setTimeout(() => {
      this.#refreshTimer = undefined;
      void this.#refreshStale();
    }, REFRESH_MS);
  }

  async #readSingly(ids: readonly string[]): Promise<void> {
    const { readOne } = this.#source;
    if (!readOne) return;
    await Promise.all(
      ids.slice(0, MAX_SINGLE_READS).map(async (id) => {
        const row = await readOne(id).catch(() => undefined);
        if (row) this.rows.restore(this.#single(row));
      }),
    );
  }

  #fetch(page: number): Promise<void> {
    const running = this.#fetching.get(page);
    if (running) return running;
    const started = this.#read(page).finally(() => this.#fetching.delete(page));
    this.#fetching.set(page, started);
    return started;
  }

  async #read(page: number): Promise<void> {
    const { rows } = this;
    const fetched = await this.#source.read(this.query, rows.cursorOf(page));
    // The list was reloaded in the meantime.
    if (rows !== this.rows) return;
    this.note = fetched.note;
    rows.accept(page, { ...fetched, rows: fetched.rows.map((row) => this.#mergeNewerEvent(row)) });
    rows.drop(Math.floor((this.#first + this.#last) / 2));
    // Rows that moved in the sort are missing from a page that was dropped.
    await this.#readSingly(rows.missingOf(page));
    this.notify();
  }
}
