// Fires the thresholds of service requests that fell due. Incidents have a sweep of their own, which also warns assignees.
import { randomUUID } from 'node:crypto';
import type { DueWork } from '../../platform/background/due-work.ts';
import { transact } from '../../platform/postgres/transaction.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { monotonicNow } from '../../records/index.ts';
import { fireThresholds } from '../fire.ts';
import { byDueTime, dueWaitMs, isDue } from './recompute.sql.ts';
import { clockedType } from '../typed.ts';

const MAX_BATCH = 50;
const PAUSE_MS = 1000;

async function sweepRequests(deps: Deps): Promise<boolean> {
  const asOf = deps.now();
  const type = clockedType('request');
  const by = { requestId: `sla-sweep-${randomUUID()}`, baseUrl: deps.config.BASE_URL };
  const rows = await transact(deps, async (tx) => {
    const due = await type.table.lockWhere(tx, isDue(asOf), byDueTime, MAX_BATCH);
    for (const row of due)
      await fireThresholds(tx, { ...by, now: monotonicNow(type, row, asOf) }, type, type.sla, row);
    return due;
  });
  return rows.length === MAX_BATCH;
}

export const sweepWork = (deps: Deps): DueWork => ({
  name: 'sweep-sla-of-requests',
  waitMs: (now) => dueWaitMs('request', now),
  pauseMs: PAUSE_MS,
  run: () => sweepRequests(deps),
});
