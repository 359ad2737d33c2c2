// The long form: npm run proof:fuzz -- --requests 200000 --seed 7; with --slow, slow clients at the timeouts as configured.
import { parseArgs } from 'node:util';
import { fuzz, reportText } from './fuzz.ts';
import { newSeed } from './random.ts';
import { runProof } from '../../support/report.ts';
import { proveSlow } from '../../security/slow-clients/slow.long.ts';

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
console.log(reportText(report, seed));
process.exitCode = report.failures.length > 0 ? 1 : 0;
if (values.slow) await runProof('slow', () => proveSlow());
process.exit();
