// Returns incidents to work when their hold ends. Any number of workers may do so concurrently.
import { randomUUID } from 'node:crypto';
import { systemContext } from '../../identity/index.ts';
import { instanceContext } from '../../platform/context.ts';
import { transact } from '../../platform/postgres/transaction.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { monotonicNow, saveUpdate } from '../../records/index.ts';
import { applyPatch } from '../incidents.patch.ts';
import { incidents } from '../incidents.record.ts';
import { notifyOfHoldEnd } from '../notices/incidents.notices.ts';
import { lockEndedHolds } from './hold.sql.ts';

/** An update of one of these records waits for the whole batch. */
const MAX_BATCH = 50;

/** Nobody asks for the transition, so the service is its actor. */
const SYSTEM = 'system';

/** Returns true if more holds may have ended. */
export async function endHolds(deps: Deps): Promise<boolean> {
  const { config, log } = deps;
  const requestId = `hold-end-${randomUUID()}`;
  const by = { ...systemContext(deps, SYSTEM), requestId, baseUrl: config.BASE_URL };
  const instance = await instanceContext(deps);
  const ended = await transact(deps, async (tx) => {
    const rows = await lockEndedHolds(tx, by.now, MAX_BATCH);
    for (const before of rows) {
      const now = monotonicNow(incidents, before, by.now);
      const context = { ...instance, ...by, now };
      const next = applyPatch(before, { state: 'in_progress' }, instance.settings, context.now);
      const cause = { kind: 'on_hold_until' as const };
      const row = await saveUpdate(tx, context, incidents, before, next, { cause });
      await notifyOfHoldEnd(tx, context, row);
    }
    return rows;
  });
  const first = ended[0]?.on_hold_until;
  if (first) {
    const lateMs = by.now.getTime() - Date.parse(first);
    log.info({ request_id: requestId, incidents: ended.length, late_ms: lateMs }, 'holds.ended');
  }
  return ended.length === MAX_BATCH;
}
