import { readOptions } from '../support/options.ts';
import { CONTRACT, keepClock } from './clock.ts';

const { deliveries } = readOptions({ deliveries: 200 });
const { faults, attempts } = await keepClock({
  deliveries,
  delaysSeconds: CONTRACT,
  toleranceSeconds: 2,
});
for (const [index, { wanted, earliest, latest }] of attempts.entries()) {
  console.log(`attempt ${index + 1}: wanted ${wanted} s, came ${earliest} to ${latest} s`);
}
console.log(`${deliveries} deliveries, ${faults.length} faults`);
for (const fault of faults.slice(0, 20)) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
