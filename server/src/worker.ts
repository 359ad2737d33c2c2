// What happens without a request: one table of names and their work.
import { incidentTotals } from './incidents/index.ts';
import type { Deps } from './platform/deps.ts';
import { ensurePartitions } from './platform/partitions.ts';
import { forgetExpired } from './platform/http/idempotency.ts';
import { startTicker, type Tick } from './platform/ticker.ts';
import { foldTotals } from './platform/totals.ts';

const DAY = 86_400;

const ticks = ({ unprepared, now }: Deps): Tick[] => [
  {
    name: 'fold-incident-totals',
    everySeconds: 1,
    run: async () => (await foldTotals(unprepared, incidentTotals)) > 0,
  },
  {
    name: 'forget-idempotency-keys',
    everySeconds: 60,
    run: () => forgetExpired(unprepared, now()),
  },
  { name: 'ensure-partitions', everySeconds: DAY, run: () => ensurePartitions(unprepared, now()) },
];

export const startWorker = (deps: Deps) => startTicker(ticks(deps), deps.log);
