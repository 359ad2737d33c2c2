// An open list: its rows, the active row, and the pages that are fetched as one scrolls. Kept while one looks at a
// record, so that the way back leads to the same row.
import type { ListPage } from '../api/index.ts';
import type { ListQuery } from '../search/index.ts';
import { leftBy } from './list.match.ts';
import { ListRows } from './list.rows.ts';

export interface ListRow {
  id: string;
  /** Why it no longer belongs to the list; the row stays, dimmed. */
  left?: string | undefined;
  changedAt?: number | undefined;
}

export interface ListSource<R extends ListRow> {
  read: (query: ListQuery, cursor: string | undefined) => Promise<ListPage<R>>;
  /** Reads one row, so that a record that changed is shown although the list no longer returns it. */
  readOne?: ((id: string) => Promise<R>) | undefined;
}

const PAGE_AHEAD = 50;
const REFRESH_MS = 1000;
const FRAME_MS = 100;
const MAX_SINGLE_READS = 20;

export class List<R extends ListRow> {
  readonly query: ListQuery;
  rows = new ListRows<R>();
  activeIndex = 0;
  offset = 0;
  /** Ids of records that were created since, and belong to the list as far as one can tell. */
  readonly newIds = new Set<string>();
  /** The failure of a page after the first. */
  fault: unknown;
  protected first = 0;
  protected last = 0;
  protected readonly refreshMs: number = REFRESH_MS;
  readonly #source: ListSource<R>;
  readonly #listeners = new Set<() => void>();
  readonly #fetching = new Map<number, Promise<void>>();
  readonly #stale = new Set<string>();
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #frame: ReturnType<typeof setTimeout> | undefined;
  #version = 0;
  hasBegun = false;

  constructor(query: ListQuery, source: ListSource<R>) {
    this.query = query;
    this.#source = source;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly version = (): number => this.#version;

  notify(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  /** Many events in a moment are one rendering. */
  notifySoon(): void {
    if (this.#frame !== undefined) return;
    this.#frame = setTimeout(() => {
      this.#frame = undefined;
      this.notify();
    }, FRAME_MS);
  }

  /** Fetches the first page, unless the list is open already. */
  async begin(): Promise<void> {
    if (this.hasBegun) return;
    await this.#fetch(0);
    this.hasBegun = true;
  }

  /** Reads the list anew, from its first page. */
  async reload(): Promise<void> {
    const page = await this.#source.read(this.query, undefined);
    this.rows = new ListRows<R>();
    this.rows.accept(0, page);
    this.#fetching.clear();
    this.newIds.clear();
    this.fault = undefined;
    this.activeIndex = Math.min(this.activeIndex, Math.max(0, this.rows.length - 1));
    this.onReload();
    this.notify();
  }

  /** Called as the list scrolls. */
  show(first: number, last: number, offset: number): void {
    this.offset = offset;
    this.first = first;
    this.last = last;
    // A page ahead of the last visible row, so that scrolling does not wait.
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

  /** A known row has changed: it is read again soon, or when it comes into view. */
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
    const pages = new Set([this.rows.pageOf(this.first), this.rows.pageOf(this.last)]);
    await Promise.all([...pages].map((page) => this.#fetch(page))).catch(() => undefined);
  }

  /** What a list with more state drops when it is read anew. */
  protected onReload(): void {}

  /** What is kept of a row that was fetched. */
  protected accepted(row: R): R {
    return row;
  }

  /** A row that was read alone; it may have left the list. */
  protected single(row: R): R {
    return { ...row, changedAt: Date.now(), left: leftBy(row, this.query) };
  }

  /** Whether a row that changed is read alone, and not with its page. */
  protected isReadSingly(_id: string): boolean {
    return this.#source.readOne !== undefined;
  }

  /** Of rows that are not in view, the next scroll to them is soon enough. */
  async #refreshStale(): Promise<void> {
    if (this.#listeners.size === 0) return;
    const shown = [...this.#stale].filter((id) => {
      const index = this.rows.indexOf(id) ?? -1;
      return index >= this.first && index <= this.last;
    });
    for (const id of shown) this.#stale.delete(id);
    const single = shown.filter((id) => this.isReadSingly(id)).slice(0, MAX_SINGLE_READS);
    const paged = shown.filter((id) => !single.includes(id));
    await Promise.all([this.refresh(paged), this.#readSingly(single)]).catch(() => undefined);
    this.notify();
  }

  #refreshSoon(): void {
    if (this.#refreshTimer !== undefined) return;
    this.#refreshTimer = setTimeout(() => {
      this.#refreshTimer = undefined;
      void this.#refreshStale();
    }, this.refreshMs);
  }

  async #readSingly(ids: readonly string[]): Promise<void> {
    const { readOne } = this.#source;
    if (!readOne) return;
    await Promise.all(
      ids.slice(0, MAX_SINGLE_READS).map(async (id) => {
        const row = await readOne(id).catch(() => undefined);
        if (row) this.rows.restore(this.single(row));
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
    // The list was reloaded meanwhile.
    if (rows !== this.rows) return;
    rows.accept(page, { ...fetched, rows: fetched.rows.map((row) => this.accepted(row)) });
    rows.drop(Math.floor((this.first + this.last) / 2));
    // Rows that a dropped page no longer has, because they moved in the sort.
    await this.#readSingly(rows.missingOf(page));
    this.notify();
  }
}

/** Enough for the lists between which one goes back and forth. */
const MAX_OPEN = 4;

/** The open lists of one kind by their query. */
export class OpenLists<L> {
  readonly #lists = new Map<string, L>();
  readonly #create: (query: ListQuery) => L;

  constructor(create: (query: ListQuery) => L) {
    this.#create = create;
  }

  readonly of = (query: ListQuery): L => {
    const key = JSON.stringify(query);
    const list = this.#lists.get(key) ?? this.#create(query);
    this.#lists.delete(key);
    this.#lists.set(key, list);
    for (const old of [...this.#lists.keys()].slice(0, -MAX_OPEN)) this.#lists.delete(old);
    return list;
  };

  readonly all = (): Iterable<L> => this.#lists.values();
}
