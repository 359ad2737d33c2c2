// A cancelled service request has no work left.
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { monotonicNow, saveUpdates } from '../../records/index.ts';
import { tasks } from './tasks.record.ts';
import { lockOpenTasks } from './tasks.sql.ts';

/** The caller has locked the service request. Nobody is notified that a skipped task made another one ready. */
export async function skipOpenTasks(tx: Tx, context: Context, requestId: string): Promise<void> {
  const open = await lockOpenTasks(tx, requestId);
  await saveUpdates(
    tx,
    tasks,
    ['state'],
    open.map((before) => ({
      context: { ...context, now: monotonicNow(tasks, before, context.now) },
      before,
      next: { ...before, state: 'skipped' },
    })),
    { kind: 'request_cancelled' },
  );
}
