// Fires the thresholds that fell due since the last sweep. Any number of workers may sweep concurrently.
import { randomUUID } from 'node:crypto';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { Context } from '../../platform/context.ts';
import { transact } from '../../platform/postgres/transaction.ts';
import { monotonicNow } from '../../records/index.ts';
import { fireDue, incidents } from '../incidents.record.ts';
import type { IncidentRow } from '../incidents.sql.ts';
import { lockDueIncidents } from './sla.sql.ts';
import { nextDueAt } from './sla.clock.ts';

/** An update of one of these records waits for the whole batch, some 50 ms. */
const MAX_BATCH = 50;

/**
 * Fires the thresholds due at `asOf` for a batch of incidents and returns the rows as they were before. Locked incidents
 * are skipped: the transaction that has the lock fires their thresholds.
 */
export async function fireDueThresholds(
  tx: Tx,
  by: Pick<Context, 'requestId' | 'baseUrl' | 'withoutMail'>,
  asOf: Date,
  firedAt: (row: IncidentRow) => Date,
): Promise<IncidentRow[]> {
  const rows = await lockDueIncidents(tx, asOf, MAX_BATCH);
  for (const row of rows) {
    const fired = await fireDue(tx, { ...by, now: firedAt(row) }, row);
    // The clock was changed by SQL. Without a new due time, every sweep would select the record again.
    if (fired === row)
      await incidents.table.save(tx, row, { ...row, sla_next_due_at: nextDueAt(row) });
  }
  return rows;
}

/** Returns true if more thresholds may be due. */
export async function sweepSla(deps: Deps): Promise<boolean> {
  const { now, config, log } = deps;
  const requestId = `sla-sweep-${randomUUID()}`;
  const asOf = now();
  const by = { requestId, baseUrl: config.BASE_URL };
  const due = await transact(deps, (tx) =>
    fireDueThresholds(tx, by, asOf, (row) => monotonicNow(incidents, row, asOf)),
  );
  const first = due[0]?.sla_next_due_at;
  const lateMs = first ? asOf.getTime() - Date.parse(first) : 0;
  if (first) {
    log.info({ request_id: requestId, incidents: due.length, late_ms: lateMs }, 'sla.swept');
  }
  return due.length === MAX_BATCH;
}
