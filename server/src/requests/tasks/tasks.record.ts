// The record type of tasks determines who reads one, how it is shown and its events.
import { may } from '../../identity/index.ts';
import type { Context, Viewer } from '../../platform/context.ts';
import { picker } from '../../platform/http/input/schema.ts';
import { apiUrl } from '../../platform/http/request/request-url.ts';
import { reachOf } from '../../platform/http/routes/policy.ts';
import type { RecordType } from '../../records/index.ts';
import { Task } from './tasks.schema.ts';
import { auditedColumns, type TaskRow, taskTable } from './tasks.sql.ts';
import { isOneOf, openStates, startedStates, type State, transitions } from './tasks.states.ts';

const taskReaders = may('tasks.read');
export const taskEditors = may('requests.fulfil');

/** The console shows a task on the page of its service request. */
export const taskUrls = (id: string, requestId: string, baseUrl: string) => ({
  url: apiUrl(baseUrl, `/tasks/${id}`),
  html_url: `${baseUrl}/console/requests/${requestId}`,
});

export const tasks: RecordType<TaskRow, Context> & { table: typeof taskTable } = {
  type: 'task',
  noun: 'Task',
  path: '/tasks',
  table: taskTable,
  auditedFields: auditedColumns,
  readers: { policy: taskReaders, deleted: taskReaders },
  labelColumn: 'name',
  work: { open: openStates, editors: taskEditors },
  eventData: (row, { actor, baseUrl }) => {
    const { id, request_id, name, state, assignment_group, assigned_to, due_at } = row;
    return {
      id,
      request_id,
      name,
      state,
      assignment_group,
      assigned_to,
      due_at,
      actor: actor.email,
      ...taskUrls(id, request_id, baseUrl),
    };
  },
};

type Subject = Pick<TaskRow, 'state' | 'request' | 'waits_for' | 'has_started_dependents'>;

/** Returns the states that the caller can set now. */
export const allowedTransitions = (
  { actor }: Pick<Viewer, 'actor'>,
  { state, request, waits_for, has_started_dependents }: Subject,
): State[] => {
  if (request.state !== 'approved' || reachOf(taskEditors, actor) === undefined) return [];
  const isEnded = !isOneOf(openStates, state);
  return transitions[state].filter((to) =>
    isOneOf(startedStates, to) ? waits_for.length === 0 : !(isEnded && has_started_dependents),
  );
};

const pick = picker(Task);

export const presentTask = (row: TaskRow, viewer: Pick<Viewer, 'actor'>) =>
  pick({
    ...row,
    is_ready: row.waits_for.length === 0,
    allowed_transitions: allowedTransitions(viewer, row),
  });

/** Computes only what was requested: other columns were not read. */
export const presentListedTask = (
  { has_started_dependents, ...row }: TaskRow,
  viewer: Pick<Viewer, 'actor'>,
): object => ({
  ...row,
  ...(row.waits_for !== undefined && { is_ready: row.waits_for.length === 0 }),
  ...(has_started_dependents !== undefined && {
    allowed_transitions: allowedTransitions(viewer, { ...row, has_started_dependents }),
  }),
});
