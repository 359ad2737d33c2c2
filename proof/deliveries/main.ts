// npm run proof:deliveries -- --rounds 5 --count 10000 --webhooks 8
import { readOptions } from '../support/options.ts';
import { measureLatency } from './latency.ts';
import { startBench } from './setup.ts';
import { compare } from './throughput.ts';

const { rounds, count, webhooks } = readOptions({ rounds: 5, count: 10_000, webhooks: 8 });
const bench = await startBench(webhooks);
try {
  const idle = await measureLatency(bench, 0, 200, 50);
  console.log('commit to arrival, idle, ms:', idle);
  const busy = await measureLatency(bench, 100_000, 5000, 2);
  console.log('commit to arrival, 500 a second, ms:', busy);
  const { delivered, bare, ratio } = await compare(bench, rounds, count);
  console.log(`deliveries ${delivered}/s, bare posts ${bare}/s, ratio ${ratio.toFixed(2)}`);
} finally {
  await bench.stop();
}
