import { type Reply, type RequestContext, ok } from '../../platform/http/request/context.ts';
import { monotonicNow, readRecord } from '../../records/index.ts';
import { hoursReader, presentTargetSegments } from '../../sla/index.ts';
import { incidents } from '../incidents.record.ts';
import { phasesOfPolicy, readClock } from './sla.clock.ts';
import { segmentsOf } from './sla.segments.ts';
import { findTransitions } from './sla.sql.ts';

/** Limits the response to far more transitions than a real incident has; `earlier` has the totals of the rest. */
const MAX_TRANSITIONS = 1000;

type TargetHistory = Awaited<ReturnType<typeof presentTargetSegments>>[number];

/** The resolution by a policy is shown in the same form as the one without. */
const resolutionOf = ({ segments }: TargetHistory) => ({
  segments: segments.map(({ state, cause, ...segment }) => {
    const { note_id: _, ...known } = cause ?? { kind: '', actor: '' };
    return { ...segment, state: phasesOfPolicy[state], cause: known };
  }),
});

export async function getSla(request: RequestContext<{ id: string }>): Promise<Reply> {
  const { id } = request.params;
  const { db } = request.deps;
  const row = await readRecord(db, incidents, id, request);
  const now = monotonicNow(incidents, row, request.now);
  const sla = readClock(row, now, hoursReader(request.sla));
  const targets = await presentTargetSegments(db, incidents.sla, row, { ...request, now });
  const resolution = targets.find(({ metric }) => metric === 'resolution');
  if (row.sla_clocks?.resolution && resolution)
    return ok({ sla, ...resolutionOf(resolution), targets });
  // Transitions end at the version just read, so that clock and segments agree despite a concurrent update.
  const transitions = await findTransitions(db, row, MAX_TRANSITIONS);
  return ok({ sla, ...segmentsOf(row, transitions, now), targets });
}
