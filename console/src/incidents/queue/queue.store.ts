// The open queues by their query: a list with a selection, whose rows follow the events of incidents.
import {
  type IncidentRow,
  incidentQuery,
  listIncidents,
  queryClient,
  rowOf,
} from '../../api/index.ts';
import { List, OpenLists } from '../../lists/index.ts';
import type { RecordConflict } from '../../records/index.ts';
import { stillMatches } from './queue.match.ts';
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

const source = {
  read: (query: QueueQuery, cursor: string | undefined) => listIncidents(query, cursor),
  readOne: async (id: string): Promise<QueueRow> =>
    rowOf(await queryClient.fetchQuery(incidentQuery(id))),
};

export class Queue extends List<QueueRow> {
  readonly selected = new Set<string>();
  /** Changes of mine that met others of the same fields, until one has chosen. */
  conflicts: readonly RecordConflict[] = [];
  readonly #sequences = new Map<string, number>();
  /** Events carry most fields of a row. */
  protected override readonly refreshMs = 2000;

  constructor(query: QueueQuery) {
    super(query, source);
  }

  protected override onReload(): void {
    this.#sequences.clear();
    for (const id of this.selected)
      if (this.rows.indexOf(id) === undefined) this.selected.delete(id);
  }

  /** An event that arrived while the page was read is newer than the page. */
  protected override accepted(fetched: QueueRow): QueueRow {
    const known = this.rows.get(fetched.id);
    if (!known?.eventAt || known.eventAt <= fetched.updated_at) return fetched;
    return { ...fetched, ...known, sla: fetched.sla, version: fetched.version };
  }

  protected override single(row: QueueRow): QueueRow {
    const left = stillMatches(row, this.query) ? undefined : row.state.replace('_', ' ');
    return { ...row, left };
  }

  /** The list no longer returns a row that has left it. */
  protected override isReadSingly(id: string): boolean {
    return this.rows.get(id)?.left !== undefined;
  }

  /** Changes a loaded row where it stands. One that no longer matches the filters stays, and says so. */
  patch(id: string, fields: Partial<QueueRow>): void {
    const before = this.rows.get(id);
    if (!before) return;
    const row = { ...before, ...fields };
    const left = stillMatches(row, this.query) ? undefined : leftBy(before, row);
    if (this.rows.patch(id, { ...fields, left, changedAt: Date.now() })) this.notify();
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
    this.notifySoon();
    this.markStale(id);
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
}

const queues = new OpenLists((query) => new Queue(query));

export const queueOf = queues.of;
export const openQueues = queues.all;
