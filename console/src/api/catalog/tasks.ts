// The work on an approved service request is divided into tasks.
import { queryOptions } from '@tanstack/react-query';
import type { Task, TaskCreate, TaskSummary } from '@signalbox/sdk';
import { client } from '../client.ts';
import { pageOf } from '../pages.ts';
import { partsKeyOf } from '../records.ts';

export type { Task, TaskSummary } from '@signalbox/sdk';
export type TaskState = Task['state'];

/** A request has at most 100 tasks, so one page has them all. */
const PAGE_SIZE = 100;

export const requestTasksQuery = (id: string) =>
  queryOptions({
    queryKey: [...partsKeyOf({ type: 'request', id }), 'tasks'],
    queryFn: async ({ signal }): Promise<TaskSummary[]> =>
      (await client.serviceRequests.listTasks(id, { limit: PAGE_SIZE }, { signal })).data,
    staleTime: 5_000,
    refetchInterval: 30_000,
  });

/** A task sent twice with the same key is added once. */
export const addTask = (id: string, task: TaskCreate, idempotencyKey: string): Promise<Task> =>
  client.serviceRequests.createTask(id, task, { idempotencyKey });

/** Few people have more open tasks. */
const MAX_PAGES = 3;

export interface FoundTasks {
  rows: TaskSummary[];
  /** There are more tasks than were read. */
  isCut: boolean;
}

/** Reads several pages, because tasks are ordered by whether they are ready and when they are due. */
export async function findTasks(
  query: Parameters<typeof client.tasks.list>[0],
): Promise<FoundTasks> {
  const rows: TaskSummary[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const words = { ...query, limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
    // eslint-disable-next-line no-await-in-loop -- each page names the next one
    const found = pageOf<TaskSummary>(await client.tasks.list(words));
    rows.push(...found.rows);
    cursor = found.next;
    if (cursor === undefined) return { rows, isCut: false };
  }
  return { rows, isCut: true };
}
