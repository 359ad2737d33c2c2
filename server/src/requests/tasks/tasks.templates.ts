// Creates the tasks of an approved service request from the templates of its item, all with a few statements.
import type { TaskTemplate } from '../../catalog/index.ts';
import { presentGroupNames } from '../../identity/index.ts';
import { emitAll } from '../../events/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { insertRows, replay, reserveIds } from '../../records/index.ts';
import { isWorkable } from './tasks.dependencies.ts';
import { notifyReady } from './tasks.notices.ts';
import { tasks } from './tasks.record.ts';
import { findRequest, taskColumns, type TaskRow } from './tasks.sql.ts';

const HOUR_MS = 3_600_000;

const dueAt = (now: Date, hours: number | null): string | null =>
  hours === null ? null : new Date(now.getTime() + hours * HOUR_MS).toISOString();

/**
 * The caller has locked the service request, which is approved by the same transaction. The ids follow the order of the
 * templates, so that lists show the tasks in this order.
 */
export async function createTasks(
  tx: Tx,
  context: Context,
  requestId: string,
  templates: readonly TaskTemplate[],
): Promise<void> {
  if (templates.length === 0) return;
  const { length } = templates;
  const ids = await reserveIds(tx, 'TSK', 'request_task_number', length);
  const idOf = new Map(templates.map(({ key }, at) => [key, ids[at] ?? '']));
  const groups = templates.flatMap(({ assignment_group: group }) => group ?? []);
  const present = await presentGroupNames(tx, groups);
  const at = context.now.toISOString();
  const created = templates.map((template) => {
    const { key, name, assignment_group: group, assigned_to, depends_on, due_in_hours } = template;
    const row = {
      id: idOf.get(key) ?? '',
      request_id: requestId,
      name,
      assignment_group: group === null ? null : (present.get(group) ?? group),
      assigned_to,
      depends_on: depends_on.flatMap((one) => idOf.get(one) ?? []),
      state: 'open',
      due_at: dueAt(context.now, due_in_hours),
      version: 1,
      created_at: at,
      updated_at: at,
    };
    return replay(tasks, context, row as unknown as TaskRow, []);
  });
  const rows = created.map(({ row }) => row);
  await insertRows(tx, 'request_tasks', taskColumns, rows);
  await emitAll(
    tx,
    created.flatMap(({ emissions }) => emissions),
  );
  const ready = rows.filter((row) => isWorkable(row, rows));
  const request = await findRequest(tx, requestId);
  await notifyReady(tx, context, { request, tasks: ready });
}
