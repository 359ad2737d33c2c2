// Measures deliveries: the time from commit to receipt, and the rate.
import { atLeast, atMost, type Report } from '../../server/test/support/report.ts';
import { measureLatency } from './latency.ts';
import { type Bench, startBench } from './setup.ts';
import { compare } from './throughput.ts';

async function withBench(
  webhooks: number,
  work: (bench: Bench) => Promise<Report>,
): Promise<Report> {
  const bench = await startBench(webhooks);
  try {
    return await work(bench);
  } finally {
    await bench.stop();
  }
}

const MAX_P50_MS = 10;
const MAX_P99_MS = 30;
const MIN_RATIO = 0.3;

export const proveLatency = ({
  webhooks,
  idle,
  busy,
}: Record<'webhooks' | 'idle' | 'busy', number>): Promise<Report> =>
  withBench(webhooks, async (bench) => {
    const parts = [
      { name: 'idle', times: await measureLatency(bench, 0, idle, 50) },
      { name: 'at 500 a second', times: await measureLatency(bench, 100_000, busy, 2) },
    ];
    return {
      figures: { webhooks, idle, busy },
      faults: [],
      notes: parts.map(({ name, times }) => `commit to receipt, ${name}: ${JSON.stringify(times)}`),
      goals: parts.flatMap(({ name, times }) => [
        atMost(`commit to receipt, ${name}, p50`, times.p50, MAX_P50_MS, ' ms'),
        atMost(`commit to receipt, ${name}, p99`, times.p99, MAX_P99_MS, ' ms'),
      ]),
    };
  });

export const proveThroughput = ({
  webhooks,
  rounds,
  count,
}: Record<'webhooks' | 'rounds' | 'count', number>): Promise<Report> =>
  withBench(webhooks, async (bench) => {
    const { delivered, bare, ratio } = await compare(bench, rounds, count);
    return {
      figures: { rounds, count, delivered_per_second: delivered, bare_posts_per_second: bare },
      faults: [],
      goals: [atLeast('deliveries relative to bare posts', ratio, MIN_RATIO)],
    };
  });
