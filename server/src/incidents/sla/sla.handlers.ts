// The clock of one incident, with the segments that it is the sum of.
import { type Reply, type RequestContext, ok } from '../../platform/http/request/context.ts';
import { monotonicNow } from '../incidents.lock.ts';
import { requireVisible } from '../incidents.rights.ts';
import { readClock } from './sla.clock.ts';
import { findIncident } from '../incidents.sql.ts';
import { segmentsOf } from './sla.segments.ts';
import { findMoves } from './sla.sql.ts';

/** Nobody moves an incident so often; whoever does still gets an answer of bounded size that adds up. */
const MOST_MOVES = 1000;

export async function getSla(request: RequestContext<{ id: string }>): Promise<Reply> {
  const { id } = request.params;
  const row = requireVisible(await findIncident(request.deps.db, id), id, request);
  const now = monotonicNow(row, request.now);
  // Up to the version at hand, so that a change in between does not tear clock and segments apart.
  const moves = await findMoves(request.deps.db, id, row.version, MOST_MOVES);
  return ok({ sla: readClock(row, now), ...segmentsOf(row, moves, now) });
}
