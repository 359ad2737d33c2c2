// The open lists by their query: rows, the active row, the selection. Kept while one looks at a record, so that the
// way back leads to the same row.
import {
  type IncidentRow,
  incidentQuery,
  listIncidents,
  queryClient,
  rowOf,
} from '../../api/index.ts';
import type { RecordConflict } from '../saving/conflict.ts';
import { stillMatches } from './queue.match.ts';
import { QueueRows } from './queue.rows.ts';
import type { QueueQuery } from './queue.search.ts';

export interface QueueRow extends IncidentRow {
  /** The state or field by which it left the list; the row stays, dimmed. */
  left?: string | undefined;
  changedAt?: number | undefined;
  /** The time of the last event that was applied to it. */
  eventAt?: string | undefined;
}

/** A bulk request takes at most this many rows. */
export const MAX_SELECTED = 100;

/** The value by which a row left the list: its new state, if that is another. */
const leftBy = (before: QueueRow, after: QueueRow): string =>
  before.state === after.state
    ? (before.left ?? 'no longer matches')
    : after.state.replace('_', ' ');

const PAGE_AHEAD = 50;
const REFRESH_MS = 2000;
const FRAME_MS = 100;
const MAX_SINGLE_READS = 20;

export class Queue {
  readonly query: QueueQuery;
  rows = new QueueRows<QueueRow>();
  readonly selected = new Set<string>();
  activeIndex = 0;
  offset = 0;
  /** Ids of records that were created since, and match as far as one can tell. */
  readonly newIds = new Set<string>();
  /** Changes of mine that met others of the same fields, until one has chosen. */
  conflicts: readonly RecordConflict[] = [];
  /** The failure of a page after the first. */
  fault: unknown;
  readonly #sequences = new Map<string, number>();
  readonly #stale = new Set<string>();
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #frame: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #fetching = new Map<number, Promise<void>>();
  #version = 0;
  #beganAt = 0;
  #first = 0;
  #last = 0;

  constructor(query: QueueQuery) {
    this.query = query;
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

  /** Fetches the first page, unless the list is open already. */
  async begin(): Promise<void> {
    if (this.#beganAt > 0) return;
    await this.#fetch(0);
    this.#beganAt = Date.now();
  }

  /** Reads the list anew, from its first page. */
  async reload(): Promise<void> {
    const page = await listIncidents(this.query, undefined);
    this.rows = new QueueRows<QueueRow>();
    this.rows.accept(0, page);
    this.#fetching.clear();
    this.newIds.clear();
    this.#sequences.clear();
    this.fault = undefined;
    for (const id of this.selected)
      if (this.rows.indexOf(id) === undefined) this.selected.delete(id);
    this.activeIndex = Math.min(this.activeIndex, Math.max(0, this.rows.length - 1));
    this.notify();
  }

  /** Called as the list scrolls. */
  show(first: number, last: number, offset: number): void {
    this.offset = offset;
    this.#first = first;
    this.#last = last;
    // A page ahead of the last visible row, so that scrolling does not wait.
    this.ensure(first, last + PAGE_AHEAD);
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

  /** Changes a loaded row where it stands. One that no longer matches the filters stays, and says so. */
  patch(id: string, fields: Partial<QueueRow>): void {
    const before = this.rows.get(id);
    if (!before) return;
    const row = { ...before, ...fields };
    const left = stillMatches(row, this.query) ? undefined : leftBy(before, row);
    if (this.rows.patch(id, { ...fields, left, changedAt: Date.now() })) this.notify();
  }

  /** Fetches the pages of these rows again. */
  async refresh(ids: Iterable<string>): Promise<void> {
    const indexes = [...ids].map((id) => this.rows.indexOf(id));
    const pages = new Set(
      indexes.filter((index) => index !== undefined).map((index) => this.rows.pageOf(index)),
    );
    await Promise.all([...pages].map((page) => this.#fetch(page)));
  }

  /** False if this event of the record, or a later one, was applied already. */
  isNewer(id: string, sequence: number): boolean {
    if (sequence <= (this.#sequences.get(id) ?? 0)) return false;
    this.#sequences.set(id, sequence);
    return true;
  }

  /** Applies the fields of an event at once, and reads the rest of the row soon. */
  applyEvent(id: string, fields: Partial<QueueRow>): void {
    const before = this.rows.get(id);
    if (!before) return;
    const row = { ...before, ...fields };
    const left = stillMatches(row, this.query) ? fields.left : leftBy(before, row);
    this.rows.patch(id, { ...fields, left, changedAt: Date.now(), eventAt: row.updated_at });
    this.#stale.add(id);
    this.#notifySoon();
    this.#refreshSoon();
  }

  countNew(id: string): void {
    this.newIds.add(id);
    this.#notifySoon();
  }

  /** Reads the visible pages again, after events may have been missed. */
  async refreshShown(): Promise<void> {
    if (this.rows.length === 0) return;
    const pages = new Set([this.rows.pageOf(this.#first), this.rows.pageOf(this.#last)]);
    await Promise.all([...pages].map((page) => this.#fetch(page))).catch(() => undefined);
  }

  /** Of rows that are not in view, the next scroll to them is soon enough. */
  async #refreshStale(): Promise<void> {
    const shown = [...this.#stale].filter((id) => {
      const index = this.rows.indexOf(id) ?? -1;
      return index >= this.#first && index <= this.#last;
    });
    this.#stale.clear();
    if (this.#listeners.size === 0) return;
    // The list no longer returns a row that has left it.
    const hasLeft = (id: string) => this.rows.get(id)?.left !== undefined;
    const reads = [
      this.refresh(shown.filter((id) => !hasLeft(id))),
      this.#readSingly(shown.filter(hasLeft)),
    ];
    await Promise.all(reads).catch(() => undefined);
    this.notify();
  }

  #refreshSoon(): void {
    if (this.#refreshTimer !== undefined) return;
    this.#refreshTimer = setTimeout(() => {
      this.#refreshTimer = undefined;
      void this.#refreshStale();
    }, REFRESH_MS);
  }

  /** Many events in a moment are one rendering. */
  #notifySoon(): void {
    if (this.#frame !== undefined) return;
    this.#frame = setTimeout(() => {
      this.#frame = undefined;
      this.notify();
    }, FRAME_MS);
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

  /** A later conflict of a record contains what the earlier one asked. */
  addConflict(conflict: RecordConflict): void {
    this.conflicts = [...this.conflicts.filter(({ id }) => id !== conflict.id), conflict];
    this.notify();
  }

  dropConflict(conflict: RecordConflict): void {
    this.conflicts = this.conflicts.filter((one) => one !== conflict);
    this.notify();
  }

  activate(index: number): void {
    this.activeIndex = Math.max(0, Math.min(index, this.rows.length - 1));
    this.notify();
  }

  #fetch(page: number): Promise<void> {
    const running = this.#fetching.get(page);
    if (running) return running;
    const started = this.#read(page).finally(() => this.#fetching.delete(page));
    this.#fetching.set(page, started);
    return started;
  }

  /** An event that arrived while the page was read is newer than the page. */
  #newest(fetched: QueueRow): QueueRow {
    const known = this.rows.get(fetched.id);
    if (!known?.eventAt || known.eventAt <= fetched.updated_at) return fetched;
    return { ...fetched, ...known, sla: fetched.sla, version: fetched.version };
  }

  async #readSingly(ids: readonly string[]): Promise<void> {
    await Promise.all(
      ids.slice(0, MAX_SINGLE_READS).map(async (id) => {
        const incident = await queryClient.fetchQuery(incidentQuery(id)).catch(() => undefined);
        if (!incident) return;
        const row: QueueRow = rowOf(incident);
        const left = stillMatches(row, this.query) ? undefined : row.state.replace('_', ' ');
        this.rows.restore({ ...row, left });
      }),
    );
  }

  async #read(page: number): Promise<void> {
    const { rows } = this;
    const fetched = await listIncidents(this.query, rows.cursorOf(page));
    // The list was reloaded meanwhile.
    if (rows !== this.rows) return;
    rows.accept(page, { ...fetched, rows: fetched.rows.map((row) => this.#newest(row)) });
    rows.drop(Math.floor((this.#first + this.#last) / 2));
    // Rows that a dropped page no longer has, because they moved in the sort.
    await this.#readSingly(rows.missingOf(page));
    this.notify();
  }
}

/** Enough for the lists between which one goes back and forth. */
const MAX_QUEUES = 4;
const queues = new Map<string, Queue>();

export function queueOf(query: QueueQuery): Queue {
  const key = JSON.stringify(query);
  const queue = queues.get(key) ?? new Queue(query);
  queues.delete(key);
  queues.set(key, queue);
  for (const old of [...queues.keys()].slice(0, -MAX_QUEUES)) queues.delete(old);
  return queue;
}

export const openQueues = (): Iterable<Queue> => queues.values();
