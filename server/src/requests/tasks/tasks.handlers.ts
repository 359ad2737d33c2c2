// The tasks of a service request are listed and added below its path.
import {
  createdRecord,
  type Reply,
  type RequestContext,
} from '../../platform/http/request/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { listHandler, readRecord } from '../../records/index.ts';
import { serviceRequests } from '../requests.record.ts';
import { presentListedTask, presentTask, tasks } from './tasks.record.ts';
import type { TaskCreate } from './tasks.schema.ts';
import { createTask } from './tasks.service.ts';

const listTasksOfRequest = listHandler(tasks, tasks.table.list, {
  narrow: (_, request) => {
    const { id } = request.params as { id: string };
    return { key: `tasks of ${id}`, filters: { request_id: [id] } };
  },
  present: presentListedTask,
  order: { sort: 'created_at', order: 'asc' },
});

export async function listRequestTasks(request: RequestContext<{ id: string }>): Promise<Reply> {
  await readRecord(request.deps.db, serviceRequests, request.params.id, request);
  return listTasksOfRequest(request);
}

export async function addTask(
  tx: Tx,
  request: RequestContext<{ id: string }, unknown, TaskCreate>,
): Promise<Reply> {
  const row = await createTask(tx, request, request.params.id, request.body);
  const url = request.url.replace(/\/requests\/[^/?]+\/tasks/, tasks.path);
  return createdRecord({ ...request, url }, row.id, presentTask(row, request));
}
