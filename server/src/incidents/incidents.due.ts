// A worker finds due SLA thresholds, ended holds and deltas to fold in the database.
import { anyDelta, isFullFold } from '../platform/lists/fold.ts';
import type { TotalsSpec } from '../platform/lists/list-spec.ts';
import { foldTotals } from '../platform/lists/totals.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import type { DueWork } from '../platform/background/due-work.ts';
import { endHolds } from './hold/hold.end.ts';
import { nextHoldEndMs } from './hold/hold.sql.ts';
import { incidentTotals, requesterTotals } from './incidents.sql.ts';
import { nextThresholdMs } from './sla/sla.sql.ts';
import { sweepSla } from './sla/sla.sweep.ts';
import { foldStats, statsFold } from './stats/stats.sql.ts';

/** Incidents that fall due, and deltas that are written, within this time are handled together. */
const PAUSE_MS = 1000;

export const slaWork = (deps: Deps): DueWork => ({
  name: 'sweep-sla',
  waitMs: nextThresholdMs,
  pauseMs: PAUSE_MS,
  run: () => sweepSla(deps),
});

const holdWork = (deps: Deps): DueWork => ({
  name: 'end-holds',
  waitMs: nextHoldEndMs,
  pauseMs: PAUSE_MS,
  run: () => endHolds(deps),
});

const foldWork = ({ db }: Pick<Deps, 'db'>, name: string, totals: TotalsSpec): DueWork => ({
  name,
  waitMs: () => anyDelta(totals),
  pauseMs: PAUSE_MS,
  run: async () => isFullFold(totals, await foldTotals(db, totals)),
});

export const incidentWork = (deps: Deps): DueWork[] => [
  slaWork(deps),
  holdWork(deps),
  foldWork(deps, 'fold-incident-totals', incidentTotals),
  foldWork(deps, 'fold-requester-totals', requesterTotals),
  {
    name: 'fold-incident-stats',
    waitMs: () => anyDelta(statsFold),
    pauseMs: PAUSE_MS,
    run: async () => isFullFold(statsFold, await foldStats(deps.db)),
  },
];
