import { type Reply, type RequestContext, ok } from '../../platform/http/request/context.ts';
import { monotonicNow, readRecord } from '../../records/index.ts';
import { incidents } from '../incidents.record.ts';
import { hoursReader } from '../../sla/index.ts';
import { readClock } from './sla.clock.ts';
import { segmentsOf } from './sla.segments.ts';
import { findTransitions } from './sla.sql.ts';

/** Limits the response to far more transitions than a real incident has; `earlier` has the totals of the rest. */
const MAX_TRANSITIONS = 1000;

export async function getSla(request: RequestContext<{ id: string }>): Promise<Reply> {
  const { id } = request.params;
  const row = await readRecord(request.deps.db, incidents, id, request);
  const now = monotonicNow(incidents, row, request.now);
  // Transitions end at the version just read, so that clock and segments agree despite a concurrent update.
  const transitions = await findTransitions(request.deps.db, row, MAX_TRANSITIONS);
  return ok({
    sla: readClock(row, now, hoursReader(request.sla)),
    ...segmentsOf(row, transitions, now),
  });
}
