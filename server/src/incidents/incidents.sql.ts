// Incidents in PostgreSQL. Rows only; the business rules are elsewhere.
import { type Generated, type Selectable, sql } from 'kysely';
import { precompiled } from '../platform/postgres/statements.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import { isUniqueViolation } from '../platform/postgres/pg-errors.ts';
import { ApiError } from '../platform/errors.ts';
import { batchedById } from '../platform/postgres/batch-reads.ts';
import type { ListSpec } from '../platform/lists/list.ts';
import type { TotalsSpec } from '../platform/lists/totals.ts';
import type { Level, Priority } from './incidents.priority.ts';
import { IncidentSummary } from './incidents.schema.ts';
import { type State, states } from './incidents.states.ts';
import type { NoteCounts } from './notes/notes.counts.ts';

interface IncidentsTable {
  id: Generated<string>;
  short_description: string;
  description: string | null;
  priority: Priority;
  priority_explicit: boolean;
  state: State;
  category: string | null;
  subcategory: string | null;
  impact: Level | null;
  urgency: Level | null;
  assignment_group: string | null;
  assigned_to: string | null;
  ci_id: string | null;
  parent_problem_id: string | null;
  change_id: string | null;
  external_id: string | null;
  on_hold_reason: string | null;
  resolution: string | null;
  ai_suggested_resolution: Generated<string>;
  opened_by: string;
  resolved_at: string | null;
  closed_at: string | null;
  reopen_count: Generated<number>;
  work_notes_count: Generated<number>;
  note_counts: Generated<NoteCounts | null>;
  occurrences: Generated<number>;
  sla_target_seconds: number;
  sla_paused_ms: Generated<number>;
  sla_halted_at: string | null;
  sla_breach_at: string;
  sla_warned_at: string | null;
  sla_breached_at: string | null;
  sla_next_due_at: string | null;
  version: Generated<number>;
  event_sequence: number;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  deleted_by: string | null;
}

declare module '../platform/postgres/tables.ts' {
  interface Tables {
    incidents: IncidentsTable;
  }
}

export type IncidentRow = Selectable<IncidentsTable>;

/** Columns that an update can change, directly or through a transition. */
export const settableColumns = [
  'short_description',
  'description',
  'priority',
  'priority_explicit',
  'state',
  'category',
  'subcategory',
  'impact',
  'urgency',
  'assignment_group',
  'assigned_to',
  'ci_id',
  'parent_problem_id',
  'change_id',
  'external_id',
  'on_hold_reason',
  'resolution',
  'resolved_at',
  'closed_at',
  'reopen_count',
  'work_notes_count',
  'note_counts',
  'occurrences',
  'sla_target_seconds',
  'sla_paused_ms',
  'sla_halted_at',
  'sla_breach_at',
  'sla_warned_at',
  'sla_breached_at',
  'sla_next_due_at',
  'version',
  'event_sequence',
  'updated_at',
  'deleted_at',
  'deleted_by',
] as const satisfies (keyof IncidentRow)[];

export const incidentColumns = [
  ...settableColumns,
  'id',
  'ai_suggested_resolution',
  'opened_by',
  'created_at',
] as const satisfies (keyof IncidentRow)[];

/** The stored counts if they are current, else counted anew: see the column in the migrations. */
const noteCounts = sql<NoteCounts | null>`case
  when work_notes_count = 0 or (note_counts ->> 'total')::int = work_notes_count then note_counts
  else (
    select jsonb_build_object('total', count(*), 'public', count(*) filter (where visibility = 'public'), 'private', (
      select coalesce(jsonb_object_agg(author, n), '{}') from (
        select author, count(*) as n from work_notes
        where incident_id = incidents.id and visibility = 'private' group by author) as private))
    from work_notes where incident_id = incidents.id)
  end`.as('note_counts');

const rowColumns = [...incidentColumns.filter((column) => column !== 'note_counts'), noteCounts];

const incidentById = precompiled<IncidentRow>((db) =>
  db.selectFrom('incidents').select(rowColumns).where('id', '=', ''),
);

const incidentsById = precompiled<IncidentRow>((db) =>
  db
    .selectFrom('incidents')
    .select(rowColumns)
    .where(sql<boolean>`id = any(${null})`),
);

export const findIncident = batchedById<IncidentRow>((db, ids) =>
  ids.length === 1 ? incidentById(db, [ids[0]]) : incidentsById(db, [ids]),
);

/** Until the transaction ends, no other one can update the record or take its next event sequence. */
export const lockIncident = (tx: Tx, id: string): Promise<IncidentRow | undefined> =>
  tx.selectFrom('incidents').select(rowColumns).where('id', '=', id).forUpdate().executeTakeFirst();

const rethrowConflict = (error: unknown): never => {
  if (isUniqueViolation(error, 'incidents_external_id')) {
    throw new ApiError(
      'external_id_taken',
      'Another incident opened by the same user has this external_id. Find it with GET /incidents?external_id=….',
    );
  }
  throw error;
};

const columnsWithDefault = [
  'id',
  'ai_suggested_resolution',
  'reopen_count',
  'work_notes_count',
  'note_counts',
  'occurrences',
  'sla_paused_ms',
  'version',
] as const satisfies (keyof IncidentRow)[];

export type NewIncident = Omit<IncidentRow, (typeof columnsWithDefault)[number]>;

const newColumns = incidentColumns.filter(
  (column): column is keyof NewIncident => !columnsWithDefault.some((one) => one === column),
);

const insertion = precompiled<IncidentRow>((db) =>
  db
    .insertInto('incidents')
    .values(Object.fromEntries(newColumns.map((column) => [column, null])) as never)
    .returning(incidentColumns),
);

export async function insertIncident(tx: Tx, incident: NewIncident): Promise<IncidentRow> {
  const values = newColumns.map((column) => incident[column]);
  const [row] = await insertion(tx, values).catch(rethrowConflict);
  if (!row) throw new Error('insert returned no row');
  return row;
}

/** Writes all settable columns, so that there is one statement text, prepared once. */
export async function saveIncident(tx: Tx, incident: IncidentRow): Promise<void> {
  const values = Object.fromEntries(settableColumns.map((column) => [column, incident[column]]));
  await tx
    .updateTable('incidents')
    .set(values)
    .where('id', '=', incident.id)
    .execute()
    .catch(rethrowConflict);
}

export const incidentTotals: TotalsSpec = {
  table: 'incidents',
  deltas: 'incident_deltas',
  totals: 'incident_totals',
  facets: ['state', 'priority'],
  dimensions: {
    category: 'daily',
    assignment_group: 'daily',
    assigned_to: 'total',
    opened_by: 'total',
  },
  dayOf: 'created_at',
};

const equals = (column: string) => ({ column, test: 'in', type: 'text' }) as const;

export const incidentList: ListSpec = {
  name: 'incidents',
  table: 'incidents',
  columns: Object.keys(IncidentSummary.properties),
  large: ['description'],
  sorts: { created_at: 'timestamptz', priority: 'text', updated_at: 'timestamptz' },
  mainSort: 'created_at',
  parts: { column: 'state', values: states },
  searched: ['category'],
  filters: {
    state: equals('state'),
    priority: equals('priority'),
    assignment_group: equals('assignment_group'),
    assigned_to: equals('assigned_to'),
    category: equals('category'),
    opened_by: equals('opened_by'),
    ci_id: equals('ci_id'),
    change_id: equals('change_id'),
    external_id: equals('external_id'),
    created_after: { column: 'created_at', test: 'after', type: 'timestamptz' },
    created_before: { column: 'created_at', test: 'before', type: 'timestamptz' },
    updated_after: { column: 'updated_at', test: 'after', type: 'timestamptz' },
    updated_before: { column: 'updated_at', test: 'before', type: 'timestamptz' },
  },
  where: sql<boolean>`deleted_at is null`,
  total: incidentTotals,
};
