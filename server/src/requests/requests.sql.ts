import type { Generated, Selectable } from 'kysely';
import { type AssignedRow, assignmentSql, presentGroupSql } from '../identity/index.ts';
import {
  type CustomColumns,
  type NotedColumns,
  type Priority,
  recordTable,
} from '../records/index.ts';
import type { SlaColumns } from '../sla/index.ts';
import { ServiceRequestSummary } from './requests.schema.ts';
import type { Answers, Form } from '../forms/index.ts';
import { standInsSql } from './approvals/approvals.sql.ts';
import type { Stage, StandIn } from './approvals/stage.ts';
import { formSql } from './orders/orders.sql.ts';
import type { State } from './requests.states.ts';
import { type TaskCounts, taskCountsSql } from './tasks/tasks.sql.ts';

interface ServiceRequestsTable extends NotedColumns, CustomColumns, SlaColumns {
  id: Generated<string>;
  short_description: string;
  description: string | null;
  item: string | null;
  priority: Priority;
  state: State;
  requested_by: string;
  requested_for: string | null;
  assignment_group: string | null;
  assigned_to: string | null;
  due_at: string | null;
  decided_by: string | null;
  decided_at: string | null;
  decision_comment: string | null;
  fulfilled_at: string | null;
  /** The list is sorted by the earliest running target. */
  next_target_at: string | null;
  /** Null for requests that are no order from the catalog. */
  item_id: string | null;
  /** The version of the item whose form was answered; it never changes. */
  item_version: number | null;
  answers: Answers | null;
  stages: readonly Stage[] | null;
  /** The addresses of those whom the stages name so far, in lower case; they may read the request. */
  approvers: string[] | null;
  /** Null for records that no mail made. */
  sender_verified: Generated<boolean | null>;
  deleted_at: Generated<string | null>;
  deleted_by: Generated<string | null>;
}

declare module '../platform/postgres/tables.ts' {
  interface Tables {
    service_requests: ServiceRequestsTable;
  }
}

/** These values are read from other tables. */
interface OrderedRow {
  stand_ins: readonly StandIn[] | null;
  /** The form that was answered. */
  form: Form | null;
  tasks: TaskCounts | null;
}

export type ServiceRequestRow = Selectable<ServiceRequestsTable> & AssignedRow & OrderedRow;

export const auditedColumns = [
  'short_description',
  'description',
  'item',
  'item_id',
  'item_version',
  'answers',
  'priority',
  'state',
  'requested_for',
  'assignment_group',
  'assigned_to',
  'due_at',
  'decided_by',
  'decided_at',
  'decision_comment',
  'fulfilled_at',
  'work_notes_count',
  'sla_policy',
] as const satisfies (keyof ServiceRequestRow)[];

type GivenByDatabase =
  | 'id'
  | 'custom_values'
  | 'sender_verified'
  | 'work_notes_count'
  | 'note_counts'
  | 'version'
  | 'event_sequence'
  | 'deleted_at'
  | 'deleted_by'
  | keyof AssignedRow
  | keyof OrderedRow;

export const serviceRequestTable = recordTable<ServiceRequestRow, GivenByDatabase>({
  table: 'service_requests',
  columns: [
    'id',
    ...auditedColumns,
    'requested_by',
    'stages',
    'approvers',
    'sla_clocks',
    'sla_version',
    'sla_next_due_at',
    'next_target_at',
    'sender_verified',
    'note_counts',
    'version',
    'event_sequence',
    'created_at',
    'updated_at',
    'deleted_at',
    'deleted_by',
    'custom_values',
  ],
  json: ['sla_policy', 'sla_clocks', 'answers', 'stages'],
  related: { stand_ins: standInsSql, form: formSql, tasks: () => taskCountsSql },
  resolved: { assignment_group: presentGroupSql },
  relatedToNew: { assignment: () => assignmentSql('service_requests') },
  deleted: 'restorable',
  list: {
    columns: Object.keys(
      ServiceRequestSummary.properties,
    ) as (keyof typeof ServiceRequestSummary.properties)[],
    computes: ['next_target', 'progress'],
    large: ['stages'],
    expressions: { tasks: taskCountsSql },
    sources: {
      next_target: ['state', 'created_at', 'sla_clocks', 'sla_policy'],
      progress: ['state', 'item_id', 'stages', 'decided_at', 'tasks'],
    },
    sorts: {
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
      next_target_at: 'timestamptz',
    },
    nullsLast: { next_target_at: { column: 'next_target_at', literal: 'state' } },
    indexes: [['requested_by'], ['state']],
    search: 'search',
    filters: {
      state: { column: 'state', test: 'in', type: 'text' },
      requested_by: { column: 'requested_by', test: 'in', type: 'text', isAddress: true },
      created_after: { column: 'created_at', test: 'after', type: 'timestamptz' },
      created_before: { column: 'created_at', test: 'before', type: 'timestamptz' },
      updated_after: { column: 'updated_at', test: 'after', type: 'timestamptz' },
    },
  },
});
