// Each endpoint of tasks is one row.
import { may, withAllGroupNames } from '../../identity/index.ts';
import { notificationTimeline } from '../../notifications/index.ts';
import { object } from '../../platform/http/input/schema.ts';
import { listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import { patches, reads, type Route, writes } from '../../platform/http/routes/route.ts';
import { getHandler, listHandler, timelineRoute, updateHandler } from '../../records/index.ts';
import { ServiceRequestId } from '../requests.schema.ts';
import { presentListedTask, presentTask, taskEditors, tasks } from './tasks.record.ts';
import {
  example,
  MAX_TASKS,
  Task,
  TaskCreate,
  taskFilters,
  TaskId,
  TaskSummary,
  TaskUpdate,
} from './tasks.schema.ts';
import { addTask, listRequestTasks } from './tasks.handlers.ts';
import { updateTask } from './tasks.service.ts';

const tag = 'Tasks';
const read = may('tasks.read');
const params = object({ id: TaskId });
const requestParams = object({ id: ServiceRequestId });

const page = (title: string, description: string) => ({
  status: 200 as const,
  description,
  schema: listEnvelope(TaskSummary, title, { total: true }),
});

export const taskRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/requests/:id/tasks',
    operationId: 'listServiceRequestTasks',
    tag,
    summary: 'List service request tasks',
    description: `In the order of their creation, at most ${MAX_TASKS}.`,
    policy: read,
    params: requestParams,
    query: listQuery({}, { sorts: ['created_at'], order: 'asc', pages: true }),
    success: page('ServiceRequestTaskList', 'A page of tasks.'),
    errors: ['invalid_cursor'],
    read: listRequestTasks,
  }),
  writes({
    method: 'POST',
    path: '/requests/:id/tasks',
    operationId: 'createServiceRequestTask',
    tag,
    summary: 'Add a task',
    description: `Adds a task to an approved service request, which has at most ${MAX_TASKS}. Emits \`task.created\`, and notifies the assignee if the task is ready; without one, the members of its group.`,
    policy: taskEditors,
    params: requestParams,
    body: TaskCreate,
    success: { status: 201, description: 'The task. `Location` is its URL.', schema: Task },
    errors: ['request_not_open', 'too_many_tasks'],
    write: addTask,
  }),
  reads({
    method: 'GET',
    path: '/tasks',
    operationId: 'listTasks',
    tag,
    summary: 'List tasks',
    description:
      'Newest first. Filters are combined with AND; comma-separated values within one filter match any of them.',
    policy: read,
    query: listQuery(taskFilters, {
      sorts: ['created_at', 'updated_at'],
      order: 'desc',
      pages: true,
    }),
    success: page('TaskList', 'A page of tasks.'),
    errors: ['invalid_cursor'],
    read: listHandler(tasks, tasks.table.list, {
      expand: withAllGroupNames,
      present: presentListedTask,
    }),
  }),
  reads({
    method: 'GET',
    path: '/tasks/:id',
    operationId: 'getTask',
    tag,
    summary: 'Get a task',
    description: 'Returns the task with the tasks that it waits for.',
    policy: read,
    params,
    showsUnversioned: true,
    success: { status: 200, description: 'The task.', schema: Task },
    read: getHandler(tasks, presentTask),
  }),
  patches({
    method: 'PATCH',
    path: '/tasks/:id',
    operationId: 'updateTask',
    tag,
    summary: 'Update a task',
    description:
      'Absent fields keep their values; null clears a field. Only while the service request is approved. A task that waits for others cannot be in progress or done, and one cannot be opened again once work on a task that depends on it has begun. Emits `task.updated`, and notifies those who can begin with the tasks that became ready.',
    policy: taskEditors,
    params,
    body: TaskUpdate,
    success: { status: 200, description: 'The updated task.', schema: Task },
    errors: ['invalid_transition', 'request_not_open', 'task_blocked', 'version_mismatch'],
    patch: updateHandler(updateTask, presentTask),
  }),
  timelineRoute(tasks, {
    Id: TaskId,
    tag,
    operationId: 'listTaskTimeline',
    description:
      'Newest first: each update with its actor, mails, and the deliveries of its events to webhooks.',
    title: 'TaskTimeline',
    policy: read,
    parts: [notificationTimeline],
    example: {
      id: '019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e',
      at: example.updated_at,
      actor: 'ada@example.com',
      kind: 'task.updated',
      record: { type: 'task', id: example.id },
      request_id: '7f0c0d6e-5a39-4f43-9c61-6f3c6f1d2a11',
      changes: { state: { from: 'open', to: 'done' } },
    },
  }),
];
