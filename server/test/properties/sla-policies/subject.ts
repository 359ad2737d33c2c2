// The service's own path: each write computes the clocks by `withClocks`, thresholds fire when the record is locked, when it
// is saved, and when `sla_next_due_at` is reached.
import { compose } from '../../../src/feature.ts';
import { features } from '../../../src/features.ts';
import { applyPatch } from '../../../src/incidents/incidents.patch.ts';
import type { IncidentRow } from '../../../src/incidents/incidents.sql.ts';
import { moveClock, nextDueAt } from '../../../src/incidents/sla/sla.clock.ts';
import { incidentSla } from '../../../src/incidents/sla/sla.record.ts';
import type { SlaDefinitions } from '../../../src/platform/runtime/sla-definitions.ts';
import { requestSla } from '../../../src/requests/requests.sla.ts';
import type { ServiceRequestRow } from '../../../src/requests/requests.sql.ts';
import { compiledDefinitions } from '../../../src/sla/definitions.ts';
import { dueFirings, type SlaRecord, withClocks, withMarks } from '../../../src/sla/index.ts';
import { presentTargets } from '../../../src/sla/targets.ts';
import { rebuildRows } from '../../../src/sla/with-clocks.ts';
import { noCustomFields } from '../../../src/platform/runtime/custom-fields.ts';
import { MINUTE_MS } from '../calendars/wall-clock.ts';
import { newRow, settings } from '../sla/rules.ts';
import { RECORD_ID, readerOf, type StoredHistory } from './stored-history.ts';
import type { Facts, Step } from './steps.ts';
import type { Definitions, DrawnPolicy, World } from './world.ts';

/** Conditions need the fields of all record types. */
compose(features);

/** The rows of both types have these. */
export type Row = Pick<
  IncidentRow & ServiceRequestRow,
  'id' | 'priority' | 'created_at' | 'updated_at' | 'version' | 'deleted_at' | 'event_sequence'
> &
  Pick<IncidentRow, 'sla_policy' | 'sla_clocks' | 'sla_version' | 'sla_next_due_at'> & {
    state: string;
  };

/** Plants a fault in what the service is given, or in the row that it leaves. */
export interface Plant {
  policies?: (policy: DrawnPolicy) => DrawnPolicy;
  isResponse?: (note: Step['note'], row: Row) => boolean;
  row?: (before: Row, after: Row) => Row;
}

/** A service request has an item in place of a category. */
const categoryFields = { incident: 'category', request: 'item' } as const;

const conditionOf = ({ priorities, categories }: DrawnPolicy, type: World['type']) => ({
  all: [
    ...(priorities ? [{ field: 'priority', operator: 'in', value: priorities }] : []),
    ...(categories ? [{ field: categoryFields[type], operator: 'in', value: categories }] : []),
  ],
});

const inSeconds = (targets: DrawnPolicy['targets']) =>
  Object.fromEntries(
    Object.entries(targets)
      .filter(([, ofPriority]) => Object.keys(ofPriority).length > 0)
      .map(([metric, ofPriority]) => [
        metric,
        Object.fromEntries(Object.entries(ofPriority).map(([one, target]) => [one, target * 60])),
      ]),
  );

const definitionsOf = (
  { policies, calendars }: Definitions,
  version: number,
  { type }: World,
  plant: Plant,
): SlaDefinitions => ({
  version,
  clocks_version: version,
  policies: policies.map((drawn) => {
    const one = plant.policies?.(drawn) ?? drawn;
    return {
      id: one.id,
      version,
      name: one.id,
      record_type: type,
      when: conditionOf(one, type),
      calendar_id: one.calendar === null ? null : `cal_${one.calendar}`,
      targets: inSeconds(one.targets),
      pause: one.pause,
    };
  }),
  calendars: new Map(
    calendars.map((one, at) => [`cal_${at}`, { id: `cal_${at}`, ...one }]),
  ) as unknown as SlaDefinitions['calendars'],
});

const newRequest = ({ state, priority, category }: Facts, at: number): Row =>
  ({
    id: RECORD_ID,
    state,
    priority,
    item: category,
    requested_by: 'a@example.com',
    requested_for: null,
    created_at: new Date(at).toISOString(),
    updated_at: new Date(at).toISOString(),
    deleted_at: null,
    version: 1,
    event_sequence: 1,
    custom_values: null,
    sla_policy: null,
    sla_clocks: null,
    sla_version: 0,
    sla_next_due_at: null,
    next_target_at: null,
  }) as unknown as Row;

const actor = { id: 'a', email: 'a@example.com', roles: [] };
const storedFields = ['state', 'on_hold_reason', 'merged_into'] as const;

export class Subject {
  readonly #world: World;
  readonly #plant: Plant;
  readonly #stored: StoredHistory = { steps: [], responses: [] };
  readonly #tx = readerOf(this.#stored);
  readonly #versions: readonly SlaDefinitions[];
  readonly record: SlaRecord<Row>;
  #saved = 0;
  #row: Row | undefined;
  readonly emitted: string[] = [];

  constructor(world: World, plant: Plant) {
    this.#world = world;
    this.#plant = plant;
    this.#versions = world.versions.map((one, at) => definitionsOf(one, at + 1, world, plant));
    this.record = (world.type === 'incident'
      ? incidentSla
      : requestSla) as unknown as SlaRecord<Row>;
  }

  get row(): Row {
    if (!this.#row) throw new Error('the record was not created');
    return this.#row;
  }

  get #sla(): SlaDefinitions {
    return this.#versions[this.#saved] as SlaDefinitions;
  }

  dateOf(minute: number): Date {
    return new Date(this.#world.from + minute * MINUTE_MS);
  }

  minuteOf(at: string): number {
    return (Date.parse(at) - this.#world.from) / MINUTE_MS;
  }

  #withDueTime(row: Row): Row {
    return this.#world.type === 'incident'
      ? { ...row, sla_next_due_at: nextDueAt(row as unknown as IncidentRow) }
      : row;
  }

  async create(facts: Facts): Promise<void> {
    const { from, type } = this.#world;
    const { priority, category } = facts;
    const fresh =
      type === 'incident' ? (newRow({ priority, category }, from) as Row) : newRequest(facts, from);
    this.#row = await this.#clocks(null, fresh, new Date(from), { notes: [], through: [] });
    this.#stored.steps.push({ at: fresh.created_at, step: { state: fresh.state } });
    this.#fire(0);
  }

  #clocks(
    before: Row | null,
    next: Row,
    now: Date,
    steps: { notes: { isResponse: boolean }[]; through: Row[] },
  ): Promise<Row> {
    const context = { sla: this.#sla, settings, now, requestId: 'r', actor };
    return withClocks(this.#tx, context, this.record, before, next, steps as never);
  }

  #fire(minute: number): number {
    const at = this.dateOf(minute);
    const due = dueFirings(this.record, this.row, at);
    this.emitted.push(
      ...due.map(({ metric, threshold }) => `${metric} ${threshold.name} ${minute}`),
    );
    if (due.length > 0) this.#row = withMarks(this.record, this.row, due, at.toISOString());
    return due.length;
  }

  /** Sweeps whenever the index says so, until then. Throws if it finds nothing to do. */
  sweep(from: number, until: number): void {
    for (;;) {
      const { sla_next_due_at: due } = this.row;
      if (due === null || this.minuteOf(due) > until) return;
      if (this.#fire(Math.max(from, this.minuteOf(due))) === 0)
        throw new Error(`nothing is due at ${due}`);
    }
  }

  /** Returns the rows through which the record passes, and the last one. */
  #rowsOf({ facts, through, at }: Step): Row[] {
    const now = this.dateOf(at);
    if (this.#world.type === 'request')
      return [
        { ...this.row, state: facts.state, priority: facts.priority, item: facts.category } as Row,
      ];
    let row = this.row as unknown as IncidentRow;
    const rows: IncidentRow[] = [];
    for (const state of through) {
      row = applyPatch(row, { state } as never, settings, now);
      rows.push(row);
    }
    const { state, reason, priority, category, isMerged } = facts;
    const patch = {
      ...(state !== row.state && { state }),
      ...(priority !== row.priority && { priority }),
      ...(category !== row.category && { category }),
      ...(reason !== row.on_hold_reason && { on_hold_reason: reason }),
    };
    row = applyPatch(row, patch as never, settings, now);
    const merged_into = isMerged ? 'INC0000009' : null;
    if (merged_into !== row.merged_into) row = moveClock({ ...row, merged_into }, row.state, now);
    return [...rows, row] as Row[];
  }

  #store(before: Row, rows: readonly Row[], at: string): void {
    let last: Record<string, unknown> = before;
    for (const row of rows as unknown as Record<string, unknown>[]) {
      const changed = storedFields.filter((field) => last[field] !== row[field]);
      const step = Object.fromEntries(changed.map((field) => [field, row[field]]));
      if (changed.length > 0) this.#stored.steps.push({ at, step });
      last = row;
    }
  }

  async write(step: Step): Promise<void> {
    this.#fire(step.at);
    const before = this.row;
    const now = this.dateOf(step.at);
    const at = now.toISOString();
    const rows = this.#rowsOf(step);
    const next = rows.at(-1) as Row;
    const isResponse = this.#plant.isResponse?.(step.note, before) ?? step.note === 'agent';
    // Notes are stored before the record is saved.
    if (isResponse) this.#stored.responses.push(at);
    const notes = step.note ? [{ isResponse }] : [];
    const saved = await this.#clocks(before, next, now, { notes, through: rows.slice(0, -1) });
    const left = this.#withDueTime({ ...saved, updated_at: at, version: before.version + 1 });
    this.#row = this.#plant.row?.(before, left) ?? left;
    this.#store(before, rows, at);
    this.#fire(step.at);
  }

  async define({ at, isRecomputed }: Step): Promise<void> {
    this.#saved += 1;
    if (isRecomputed && !this.record.isEnded(this.row)) {
      const [row] = await this.rebuilt(at);
      this.#row = this.#plant.row?.(this.row, row as Row) ?? row;
    }
    // The sweep finds it by the index alone.
    this.sweep(at, at);
  }

  /** Computes the clocks from nothing but the whole history. */
  rebuilt(minute: number): Promise<Row[]> {
    const definitions = compiledDefinitions(this.#sla, noCustomFields);
    const now = this.dateOf(minute);
    return rebuildRows(this.#tx, this.record, [this.row], definitions, settings, () => now);
  }

  targets(minute: number) {
    const viewing = { now: this.dateOf(minute), sla: this.#sla, reach: 'all' as const };
    return presentTargets(this.record, this.row, viewing);
  }

  get isCurrent(): boolean {
    return this.row.sla_version === this.#sla.clocks_version;
  }
}
