// The SLA clock of an incident and its segments.
import { type Reply, type RequestContext, ok } from '../../platform/http/request/context.ts';
import { monotonicNow, readRecord } from '../../records/index.ts';
import { incidents } from '../incidents.record.ts';
import { readClock } from './sla.clock.ts';
import { segmentsOf } from './sla.segments.ts';
import { findTransitions } from './sla.sql.ts';

/** Bounds the response; far more transitions than a real incident has. The rest is summed up in `earlier`. */
const MAX_TRANSITIONS = 1000;

export async function getSla(request: RequestContext<{ id: string }>): Promise<Reply> {
  const { id } = request.params;
  const row = await readRecord(request.deps.db, incidents, id, request);
  const now = monotonicNow(incidents, row, request.now);
  // Up to the version just read, so that clock and segments agree despite a concurrent update.
  const transitions = await findTransitions(request.deps.db, id, row.version, MAX_TRANSITIONS);
  return ok({ sla: readClock(row, now), ...segmentsOf(row, transitions, now) });
}
