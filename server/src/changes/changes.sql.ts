// Reads and writes rows only; business rules are in changes.patch.ts and changes.states.ts.
import type { Generated, Selectable } from 'kysely';
import { type AssignedRow, assignmentSql, presentGroupSql } from '../identity/index.ts';
import {
  currentNoteCounts,
  type CustomColumns,
  type NotedColumns,
  type Priority,
  recordTable,
} from '../records/index.ts';
import { ChangeSummary, type ChangeType, type Risk } from './changes.schema.ts';
import type { State } from './changes.states.ts';

interface ChangesTable extends NotedColumns, CustomColumns {
  id: Generated<string>;
  short_description: string;
  description: string | null;
  type: ChangeType;
  state: State;
  risk: Risk;
  impact: Risk | null;
  priority: Priority;
  assignment_group: string | null;
  assigned_to: string | null;
  requested_by: string;
  ci_ids: string[];
  incident_ids: string[];
  planned_start_at: string | null;
  planned_end_at: string | null;
  implementation_plan: string | null;
  backout_plan: string | null;
  test_plan: string | null;
  template: string | null;
  deleted_at: Generated<string | null>;
}

declare module '../platform/postgres/tables.ts' {
  interface Tables {
    changes: ChangesTable;
  }
}

export type ChangeRow = Selectable<ChangesTable> & AssignedRow;

/** Changes of these columns are audited. */
export const auditedColumns = [
  'short_description',
  'description',
  'type',
  'state',
  'risk',
  'impact',
  'priority',
  'assignment_group',
  'assigned_to',
  'ci_ids',
  'incident_ids',
  'planned_start_at',
  'planned_end_at',
  'implementation_plan',
  'backout_plan',
  'test_plan',
  'template',
  'work_notes_count',
] as const satisfies (keyof ChangeRow)[];

type GivenByDatabase =
  | 'id'
  | 'custom_values'
  | 'work_notes_count'
  | 'note_counts'
  | 'version'
  | 'event_sequence'
  | 'deleted_at'
  | keyof AssignedRow;
export type NewChange = Omit<ChangeRow, GivenByDatabase>;

const equals = (column: keyof ChangeRow) => ({ column, test: 'in', type: 'text' }) as const;
const time = (column: keyof ChangeRow, test: 'after' | 'before') =>
  ({ column, test, type: 'timestamptz' }) as const;

export const changeTable = recordTable<ChangeRow, GivenByDatabase>({
  table: 'changes',
  columns: [
    'id',
    ...auditedColumns,
    'requested_by',
    'note_counts',
    'version',
    'event_sequence',
    'created_at',
    'updated_at',
    'deleted_at',
    'custom_values',
  ],
  computed: { note_counts: currentNoteCounts('changes') },
  resolved: { assignment_group: presentGroupSql },
  relatedToNew: { assignment: () => assignmentSql('changes') },
  deleted: 'hidden',
  list: {
    columns: Object.keys(ChangeSummary.properties) as (keyof typeof ChangeSummary.properties)[],
    large: ['description'],
    sorts: { created_at: 'timestamptz', updated_at: 'timestamptz' },
    indexes: [
      ['requested_by'],
      ['assigned_to'],
      ['assignment_group'],
      ['state'],
      ['risk'],
      ['type'],
    ],
    search: 'search',
    filters: {
      state: equals('state'),
      type: equals('type'),
      risk: equals('risk'),
      assignment_group: equals('assignment_group'),
      assigned_to: { ...equals('assigned_to'), isAddress: true },
      requested_by: { ...equals('requested_by'), isAddress: true },
      ci_id: { column: 'ci_ids', test: 'contains', type: 'text' },
      planned_after: time('planned_start_at', 'after'),
      planned_before: time('planned_start_at', 'before'),
      created_after: time('created_at', 'after'),
      created_before: time('created_at', 'before'),
      updated_after: time('updated_at', 'after'),
    },
  },
});
