// What happens without a request: one table of names and their work.
import { incidentTotals } from './incidents/index.ts';
import type { Deps } from './platform/deps.ts';
import { ensurePartitions } from './platform/partitions.ts';
import { startTicker, type Tick } from './platform/ticker.ts';
import { foldTotals } from './platform/totals.ts';
import { sweepKnown } from './webhooks/index.ts';

const DAY = 86_400;
const HOUR = 3600;
const INBOUND_KEYS_KEPT_DAYS = 90;

const ticks = ({ unprepared, now }: Deps): Tick[] => [
  {
    name: 'fold-incident-totals',
    everySeconds: 1,
    run: async () => (await foldTotals(unprepared, incidentTotals)) > 0,
  },
  {
    name: 'sweep-inbound-deliveries',
    everySeconds: HOUR,
    run: () => sweepKnown(unprepared, now(), INBOUND_KEYS_KEPT_DAYS),
  },
  { name: 'ensure-partitions', everySeconds: DAY, run: () => ensurePartitions(unprepared, now()) },
];

export const startWorker = (deps: Deps) => startTicker(ticks(deps), deps.log);
