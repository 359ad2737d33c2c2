// Watching the clocks: what fell due since the last look is told. Any number of workers may look at once.
import { randomUUID } from 'node:crypto';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { Context } from '../../platform/context.ts';
import { transact } from '../../platform/postgres/transaction.ts';
import { monotonicNow } from '../incidents.lock.ts';
import { type IncidentRow, saveIncident } from '../incidents.sql.ts';
import { fireThresholds } from './sla.fire.ts';
import { lockDueIncidents } from './sla.sql.ts';
import { nextDueAt } from './sla.thresholds.ts';

/** A caller who wants one of these records waits for the whole batch: some 50 ms. */
const AT_ONCE = 50;

/**
 * Tells what some incidents had due `asOf` a time, and gives them as they were. Those that somebody else holds are
 * passed over: whoever holds one tells it.
 */
export async function fireDueThresholds(
  tx: Tx,
  { baseUrl, ...by }: Pick<Context, 'requestId' | 'baseUrl' | 'withoutMail'>,
  asOf: Date,
  momentOf: (row: IncidentRow) => Date,
): Promise<IncidentRow[]> {
  const rows = await lockDueIncidents(tx, asOf, AT_ONCE);
  for (const row of rows) {
    const fired = await fireThresholds(tx, { ...by, now: momentOf(row) }, baseUrl, row);
    // Somebody changed the clock by SQL. Left as it is, the record would be met again and again.
    if (fired === row) await saveIncident(tx, { ...row, sla_next_due_at: nextDueAt(row) });
  }
  return rows;
}

/** Says whether there may be more. */
export async function sweepSla(deps: Deps): Promise<boolean> {
  const { now, config, log } = deps;
  const requestId = `sla-sweep-${randomUUID()}`;
  const asOf = now();
  const by = { requestId, baseUrl: config.BASE_URL };
  const due = await transact(deps, (tx) =>
    fireDueThresholds(tx, by, asOf, (row) => monotonicNow(row, asOf)),
  );
  const first = due[0]?.sla_next_due_at;
  if (first) {
    const lateMs = asOf.getTime() - Date.parse(first);
    log.info({ request_id: requestId, incidents: due.length, late_ms: lateMs }, 'sla.swept');
  }
  return due.length === AT_ONCE;
}
