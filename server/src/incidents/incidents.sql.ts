// Reads and writes rows only; business rules are in incidents.patch.ts and incidents.rights.ts.
import { type Generated, type Selectable, sql } from 'kysely';
import { type AssignedRow, assignmentSql, presentGroupSql } from '../identity/index.ts';
import { ApiError } from '../platform/errors.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import type { TotalsSpec } from '../platform/lists/list-spec.ts';
import {
  currentNoteCounts,
  labelSql,
  type CustomColumns,
  type NotedColumns,
  type Priority,
  type RecordLabel,
  recordTable,
} from '../records/index.ts';
import type { SlaColumns } from '../sla/index.ts';
import { IncidentSummary, type Level } from './incidents.schema.ts';
import type { LastReplyBy } from './notes/notes.replies.ts';
import { isOpen, type State, states } from './incidents.states.ts';
import { slaConditions, steadyConditions, withoutConditions } from './triage/triage.sql.ts';

interface IncidentsTable extends NotedColumns, CustomColumns, SlaColumns {
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
  on_hold_until: string | null;
  resolution: string | null;
  ai_suggested_resolution: Generated<string>;
  opened_by: string;
  requester: string | null;
  /** A duplicate names its leader. */
  merged_into: string | null;
  /** PostgreSQL computes it: the requester, if somebody else opened the incident. */
  other_requester: Generated<string | null>;
  last_reply_by: LastReplyBy | null;
  last_reply_at: string | null;
  resolved_at: string | null;
  closed_at: string | null;
  reopen_count: Generated<number>;
  occurrences: Generated<number>;
  sla_target_seconds: number;
  sla_paused_ms: Generated<number>;
  sla_halted_at: string | null;
  sla_breach_at: string;
  sla_warned_at: string | null;
  sla_breached_at: string | null;
  /** When the warning of a policy's clock is due. */
  sla_warning_at: string | null;
  /** PostgreSQL sorts by the earlier one of this running target and the resolution. */
  other_target_at: string | null;
  /** PostgreSQL computes it: the earliest running target. */
  next_target_at: Generated<string | null>;
  /** Null for records that no mail made. */
  sender_verified: Generated<boolean | null>;
  deleted_at: string | null;
  deleted_by: string | null;
}

declare module '../platform/postgres/tables.ts' {
  interface Tables {
    incidents: IncidentsTable;
  }
}

export type IncidentRow = Omit<Selectable<IncidentsTable>, 'other_requester' | 'next_target_at'> &
  AssignedRow & {
    /** The label is absent after an update that set `ci_id`. */
    ci?: RecordLabel | null | undefined;
    /** The job that the update queued is part of its response only. */
    job_id?: string;
  };

/** Changes of these columns are audited. */
export const auditedColumns = [
  'short_description',
  'description',
  'priority',
  'state',
  'category',
  'subcategory',
  'impact',
  'urgency',
  'assignment_group',
  'assigned_to',
  'requester',
  'ci_id',
  'parent_problem_id',
  'change_id',
  'external_id',
  'on_hold_reason',
  'on_hold_until',
  'resolution',
  'resolved_at',
  'closed_at',
  'reopen_count',
  'merged_into',
  'work_notes_count',
  'occurrences',
  'sla_breach_at',
  'sla_policy',
] as const satisfies (keyof IncidentRow)[];

export const incidentColumns = [
  'id',
  ...auditedColumns,
  'priority_explicit',
  'note_counts',
  'sla_target_seconds',
  'sla_paused_ms',
  'sla_halted_at',
  'sla_warned_at',
  'sla_breached_at',
  'sla_next_due_at',
  'sla_clocks',
  'sla_version',
  'sla_warning_at',
  'other_target_at',
  'opened_by',
  'last_reply_by',
  'last_reply_at',
  'sender_verified',
  'version',
  'event_sequence',
  'created_at',
  'updated_at',
  'deleted_at',
  'deleted_by',
  'custom_values',
] as const satisfies (keyof IncidentRow)[];

export const requesterTotals = {
  table: 'incidents',
  deltas: 'incident_requester_deltas',
  totals: 'incident_requester_totals',
  facets: ['state', 'priority'],
  dimensions: { other_requester: 'total' },
  addresses: ['other_requester'],
  dayOf: 'created_at',
  isPartial: true,
} as const satisfies TotalsSpec;

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
  addresses: ['assigned_to', 'opened_by'],
  dayOf: 'created_at',
  apart: requesterTotals,
};

const equals = (column: keyof IncidentsTable) => ({ column, test: 'in', type: 'text' }) as const;
const isPerson = (column: keyof IncidentsTable) =>
  ({ ...equals(column), isAddress: true }) as const;
const time = (column: keyof IncidentRow, test: 'after' | 'before') =>
  ({ column, test, type: 'timestamptz' }) as const;

type GivenByDatabase =
  | 'event_sequence'
  | 'id'
  | 'custom_values'
  | 'sender_verified'
  | 'ai_suggested_resolution'
  | 'reopen_count'
  | 'work_notes_count'
  | 'note_counts'
  | 'occurrences'
  | 'sla_paused_ms'
  | 'version'
  | 'ci'
  | 'job_id'
  | keyof AssignedRow;

export type NewIncident = Omit<IncidentRow, GivenByDatabase>;

/** A clock is read from these. */
const clockColumns = [
  'state',
  'merged_into',
  'created_at',
  'sla_target_seconds',
  'sla_paused_ms',
  'sla_halted_at',
  'sla_clocks',
  'sla_policy',
] as const;

export const incidentTable = recordTable<IncidentRow, GivenByDatabase>({
  table: 'incidents',
  columns: [...incidentColumns, 'ai_suggested_resolution'],
  json: ['sla_policy', 'sla_clocks'],
  computed: { note_counts: currentNoteCounts('incidents') },
  related: { ci: () => labelSql('ci', sql.ref('incidents.ci_id')) },
  resolved: { assignment_group: presentGroupSql },
  relatedToNew: { assignment: () => assignmentSql('incidents') },
  deleted: 'restorable',
  taken: {
    incidents_external_id: () =>
      new ApiError(
        'external_id_taken',
        'Another incident opened by the same user has this `external_id`. Find it with `GET /incidents?external_id=…`, or send another value.',
      ),
  },
  list: {
    columns: Object.keys(IncidentSummary.properties) as (keyof typeof IncidentSummary.properties)[],
    large: ['description'],
    computes: ['work_notes_count', 'sla', 'next_target'],
    sources: {
      work_notes_count: ['work_notes_count', 'note_counts'],
      sla: clockColumns,
      next_target: [...clockColumns, 'sla_warned_at', 'sla_breached_at'],
    },
    sorts: {
      created_at: 'timestamptz',
      priority: 'text',
      updated_at: 'timestamptz',
      sla_breach_at: 'timestamptz',
      next_target_at: 'timestamptz',
      resolved_at: 'timestamptz',
    },
    nullsLast: {
      sla_breach_at: { column: 'sla_sort_at', literal: 'state' },
      next_target_at: { column: 'next_target_at', literal: 'state' },
      resolved_at: { column: 'resolved_at', literal: 'state' },
    },
    indexes: [
      ['ci_id'],
      ['change_id'],
      ['opened_by', 'state'],
      ['other_requester', 'state'],
      ['requester', 'state'],
      ['last_reply_by', 'state'],
      ['assigned_to', 'state'],
      ['assignment_group', 'state'],
      ['category', 'state'],
      ['priority', 'state'],
      ['state'],
    ],
    values: { state: states },
    search: 'search',
    filters: {
      state: equals('state'),
      priority: equals('priority'),
      assignment_group: equals('assignment_group'),
      assigned_to: isPerson('assigned_to'),
      category: equals('category'),
      opened_by: isPerson('opened_by'),
      requester: isPerson('requester'),
      own: { test: 'any', columns: [isPerson('opened_by'), isPerson('other_requester')] },
      last_reply: equals('last_reply_by'),
      ci_id: equals('ci_id'),
      change_id: equals('change_id'),
      external_id: equals('external_id'),
      created_after: time('created_at', 'after'),
      created_before: time('created_at', 'before'),
      updated_after: time('updated_at', 'after'),
      updated_before: time('updated_at', 'before'),
      resolved_after: time('resolved_at', 'after'),
      resolved_before: { ...time('resolved_at', 'before'), notAfter: 'created_at' },
      without: {
        test: 'named',
        conditions: withoutConditions,
        mayOverlap: true,
        steady: steadyConditions,
      },
      sla: { test: 'named', conditions: slaConditions },
    },
    total: incidentTotals,
  },
});

const openStates = sql.join(states.filter(isOpen).map((state) => sql.lit(state)));

const ciIncidentColumns = [
  'id',
  'short_description',
  'priority',
  'state',
  'ci_id',
  'assignment_group',
  'assigned_to',
  'created_at',
] as const satisfies (keyof IncidentRow)[];
export type CiIncident = Pick<IncidentRow, (typeof ciIncidentColumns)[number]>;

/** Returns the newest first, from an index that has open incidents only. */
export async function findOpenIncidentsOfCis(
  db: Db,
  ciIds: readonly string[],
  limit: number,
): Promise<CiIncident[]> {
  const columns = sql.join(ciIncidentColumns.map((column) => sql.ref(column)));
  const { rows } = await sql<CiIncident>`
    select open.* from unnest(${ciIds}::text[]) as ci (id) cross join lateral (
      select ${columns} from incidents
      where incidents.ci_id = ci.id and deleted_at is null and state in (${openStates})
      order by created_at desc, id desc limit ${limit}) as open
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** The flag is not part of the representation, so that choosing the current priority creates no version. */
export const savePriorityChosen = (tx: Tx, id: string): Promise<unknown> =>
  sql`update incidents set priority_explicit = true where id = ${id}`.execute(tx);
