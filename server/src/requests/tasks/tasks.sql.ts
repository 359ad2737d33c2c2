// Reads and writes the rows of tasks.
import { type Generated, type RawBuilder, type Selectable, sql } from 'kysely';
import { type AssignedRow, assignmentSql, presentGroupSql } from '../../identity/index.ts';
import type { NamedCondition } from '../../platform/lists/list-spec.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { type RecordColumns, recordTable } from '../../records/index.ts';
import type { State as RequestState } from '../requests.states.ts';
import type { TaskNode, TaskReference } from './tasks.dependencies.ts';
import { TaskSummary } from './tasks.schema.ts';
import { endStates, openStates, startedStates, type State } from './tasks.states.ts';

interface RequestTasksTable extends RecordColumns {
  id: Generated<string>;
  request_id: string;
  name: string;
  assignment_group: string | null;
  assigned_to: string | null;
  depends_on: readonly string[];
  state: State;
  due_at: string | null;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    request_tasks: RequestTasksTable;
  }
}

/** The service request of a task, as the task shows it. */
export interface RequestReference {
  id: string;
  short_description: string;
  state: RequestState;
}

/** These values are read from the service request and from its other tasks. */
interface RelatedToTask {
  request: RequestReference;
  waits_for: TaskReference[];
  has_started_dependents: boolean;
}

export type TaskRow = Selectable<RequestTasksTable> & RelatedToTask & AssignedRow;

/** Lists compute the last two from the others. */
type ListedTask = TaskRow & { is_ready: boolean; allowed_transitions: readonly State[] };

export const auditedColumns = [
  'name',
  'assignment_group',
  'assigned_to',
  'depends_on',
  'state',
  'due_at',
] as const satisfies (keyof TaskRow)[];

export const taskColumns = [
  'id',
  'request_id',
  ...auditedColumns,
  'version',
  'event_sequence',
  'created_at',
  'updated_at',
] as const satisfies (keyof TaskRow)[];

const oneOfStates = (states: readonly State[]) => sql.join(states.map((state) => sql.lit(state)));

const isAwaited = sql<boolean>`other.id = any(request_tasks.depends_on)
  and other.state not in (${oneOfStates(endStates)})`;

const related = {
  request: sql<RequestReference>`(
    select jsonb_build_object('id', requests.id, 'short_description', requests.short_description,
      'state', requests.state)
    from service_requests as requests where requests.id = request_tasks.request_id)`,
  waits_for: sql<TaskReference[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('id', other.id, 'name', other.name, 'state', other.state)
      order by other.id), '[]')
    from request_tasks as other where ${isAwaited})`,
  has_started_dependents: sql<boolean>`exists (
    select from request_tasks as other where other.request_id = request_tasks.request_id
      and request_tasks.id = any(other.depends_on) and other.state in (${oneOfStates(startedStates)}))`,
} satisfies Record<keyof RelatedToTask, RawBuilder<unknown>>;

const waits = sql<boolean>`exists (select from request_tasks as other where ${isAwaited})`;

const readiness: Readonly<Record<string, NamedCondition>> = {
  true: () => ({ ready: { where: sql<boolean>`not ${waits}` } }),
  false: () => ({ waiting: { where: waits } }),
};

type GivenByDatabase =
  | 'id'
  | 'version'
  | 'event_sequence'
  | keyof RelatedToTask
  | keyof AssignedRow;

/** The caller's rights follow from these. */
const ofTransitions = ['state', 'request', 'waits_for', 'has_started_dependents'] as const;

const computedByLists = ['is_ready', 'allowed_transitions'] as const;

export const taskTable = recordTable<TaskRow, GivenByDatabase>({
  table: 'request_tasks',
  columns: taskColumns,
  related: {
    request: () => related.request,
    waits_for: () => related.waits_for,
    has_started_dependents: () => related.has_started_dependents,
  },
  resolved: { assignment_group: presentGroupSql },
  relatedToNew: { assignment: () => assignmentSql('request_tasks') },
  list: {
    columns: [
      ...(Object.keys(TaskSummary.properties) as (keyof ListedTask)[]).filter(
        (name): name is keyof TaskRow => !(computedByLists as readonly string[]).includes(name),
      ),
      'has_started_dependents',
    ],
    expressions: related,
    // The last one is never shown, but every list without `fields` reads it.
    computes: [...computedByLists, 'has_started_dependents'],
    sources: { is_ready: ['waits_for'], allowed_transitions: ofTransitions },
    sorts: { created_at: 'timestamptz', updated_at: 'timestamptz' },
    indexes: [['assigned_to'], ['request_id'], ['assignment_group'], ['state']],
    filters: {
      assigned_to: { column: 'assigned_to', test: 'in', type: 'text', isAddress: true },
      assignment_group: { column: 'assignment_group', test: 'in', type: 'text' },
      state: { column: 'state', test: 'in', type: 'text' },
      request_id: { column: 'request_id', test: 'in', type: 'text' },
      ready: { test: 'named', conditions: readiness },
      created_after: { column: 'created_at', test: 'after', type: 'timestamptz' },
      created_before: { column: 'created_at', test: 'before', type: 'timestamptz' },
      updated_after: { column: 'updated_at', test: 'after', type: 'timestamptz' },
    },
  },
});

/** A task as the rules about dependencies and notifications need it. */
export type SiblingTask = TaskNode &
  Pick<TaskRow, 'request_id' | 'assignment_group' | 'assigned_to' | 'due_at' | 'version'>;

/** Returns all tasks of a service request in the order of their creation. */
export const tasksOfRequest = (db: Db | Tx, requestId: string): Promise<SiblingTask[]> =>
  db
    .selectFrom('request_tasks')
    .select(['id', 'request_id', 'name', 'state', 'depends_on'])
    .select(['assignment_group', 'assigned_to', 'due_at', 'version'])
    .where('request_id', '=', requestId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Returns the tasks for which the service request cannot be fulfilled, in the order of their creation. */
export const openTasks = (db: Db | Tx, requestId: string): Promise<TaskReference[]> =>
  db
    .selectFrom('request_tasks')
    .select(['id', 'name', 'state'])
    .where('request_id', '=', requestId)
    .where('state', 'in', openStates)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export interface TaskCounts {
  total: number;
  done: number;
}

/** Counts the tasks of a row of `service_requests` as part of a statement; skipped ones count as done. */
export const taskCountsSql: RawBuilder<TaskCounts> = sql<TaskCounts>`(
  select jsonb_build_object('total', count(*), 'done', count(*) filter (
    where counted.state in (${oneOfStates(endStates)})))
  from request_tasks as counted where counted.request_id = service_requests.id)`;

const lockedRequest = (condition: RawBuilder<boolean>) => sql<RequestReference>`
  select id, short_description, state from service_requests
  where ${condition} and deleted_at is null for no key update`;

/** Locks a service request, see `lockRequestOfTask`. */
export const lockRequest = async (tx: Tx, id: string): Promise<RequestReference | undefined> =>
  (await lockedRequest(sql<boolean>`id = ${id}`).execute(tx)).rows[0];

/**
 * Every write of a task that a person makes, and every action of its service request, locks the service request first and
 * tasks after it, in the order of their ids. So two writes never wait for each other, a request that is being fulfilled or
 * cancelled waits for them or they for it, and two people who finish the last two dependencies of a task at the same time
 * do so one after the other: the second reads the state that the first committed, and notifies. Jobs that hand tasks over
 * or rename their group lock only tasks, in the same order, and change no state.
 */
export const lockRequestOfTask = async (
  tx: Tx,
  taskId: string,
): Promise<RequestReference | undefined> =>
  (
    await lockedRequest(
      sql<boolean>`id = (select request_id from request_tasks where request_tasks.id = ${taskId})`,
    ).execute(tx)
  ).rows[0];

/** The service request exists, because its tasks do. */
export const findRequest = async (
  db: Db | Tx,
  id: string,
): Promise<Pick<RequestReference, 'short_description'>> =>
  db
    .selectFrom('service_requests')
    .select('short_description')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Locks the open tasks of a service request in the order of their ids, and reads them once no other write changes them. */
export async function lockOpenTasks(tx: Tx, requestId: string): Promise<TaskRow[]> {
  const locked = await tx
    .selectFrom('request_tasks')
    .select('id')
    .where('request_id', '=', requestId)
    .where('state', 'in', openStates)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (locked.length === 0) return [];
  const ids = locked.map(({ id }) => id);
  return taskTable.findSome(
    tx,
    sql`request_tasks.id = any(${ids}::text[])`,
    sql`request_tasks.id`,
    ids.length,
  );
}
