// The long form: npm run proof:fuzz -- --requests 200000 --seed 7; with --slow, slow clients at the timeouts as configured.
import { parseArgs } from 'node:util';
import { startInstance } from '../../server/test/harness.ts';
import { fuzz, told } from './fuzz.ts';
import { newSeed } from './random.ts';
import { slowClients, unreadKind } from './slow.ts';

/** Of each of four kinds; 2,000 in all. */
const SLOW_SOCKETS = 500;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string' },
    slow: { type: 'boolean', default: false },
  },
});
const seed = values.seed === undefined ? newSeed() : Number(values.seed);
console.log(`fuzz: begins with seed ${seed}`);
const report = await fuzz(Number(values.requests), seed);
console.log(told(report, seed));
if (values.slow) {
  const desk = await startInstance();
  const { outcomes, served } = await slowClients(desk, SLOW_SOCKETS, [await unreadKind(desk)]);
  console.table(outcomes);
  console.log(`the good client: ${served.length} answers, slowest ${Math.max(...served)} ms`);
  await desk.stop();
}
process.exitCode = report.failures.length > 0 ? 1 : 0;
