// What happens without a request: one table of names and their work.
import { incidentTotals, sweepSla } from './incidents/index.ts';
import type { Deps } from './platform/deps.ts';
import { ensurePartitions } from './platform/partitions.ts';
import { startTicker, type Tick } from './platform/ticker.ts';
import { foldTotals } from './platform/totals.ts';

const DAY = 86_400;

const ticks = (deps: Deps): Tick[] => [
  { name: 'sweep-sla', everySeconds: 1, run: () => sweepSla(deps) },
  {
    name: 'fold-incident-totals',
    everySeconds: 1,
    run: async () => (await foldTotals(deps.unprepared, incidentTotals)) > 0,
  },
  {
    name: 'ensure-partitions',
    everySeconds: DAY,
    run: () => ensurePartitions(deps.unprepared, deps.now()),
  },
];

export const startWorker = (deps: Deps) => startTicker(ticks(deps), deps.log);
