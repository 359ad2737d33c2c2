// npm run proof:deliveries -- --rounds 5 --count 10000 --webhooks 8 --parked 100000; --only latency takes one part
import { readOptions } from '../../server/test/support/options.ts';
import { runProof } from '../../server/test/support/report.ts';
import { measureLatency } from './latency.ts';
import { proveParked } from './parked.ts';
import { type Bench, startBench } from './setup.ts';
import { compare } from './throughput.ts';

const { rounds, count, webhooks, parked, only } = readOptions(
  { rounds: 5, count: 10_000, webhooks: 8, parked: 100_000 },
  ['only'],
);

async function withBench(work: (bench: Bench) => Promise<void>): Promise<void> {
  const bench = await startBench(webhooks);
  try {
    await work(bench);
  } finally {
    await bench.stop();
  }
}

const parts: Record<string, () => Promise<void>> = {
  latency: () =>
    withBench(async (bench) => {
      console.log('commit to receipt, idle, ms:', await measureLatency(bench, 0, 200, 50));
      const busy = await measureLatency(bench, 100_000, 5000, 2);
      console.log('commit to receipt, 500 a second, ms:', busy);
    }),
  throughput: () =>
    withBench(async (bench) => {
      const { delivered, bare, ratio } = await compare(bench, rounds, count);
      console.log(`deliveries ${delivered}/s, bare posts ${bare}/s, ratio ${ratio.toFixed(2)}`);
    }),
  parked: () => runProof('parked', () => proveParked({ parked, rounds, count, webhooks })),
};

for (const [name, run] of Object.entries(parts)) {
  if (only === undefined || only === name) await run();
}
