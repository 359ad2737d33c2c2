import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readOptions } from '../../support/options.ts';
import { CONTRACT, keepClock } from './clock.ts';

const { deliveries } = readOptions({ deliveries: 200 });
const loop = monitorEventLoopDelay();
loop.enable();
const { faults, attempts } = await keepClock({
  deliveries,
  delaysSeconds: CONTRACT,
  toleranceSeconds: 2,
});
for (const [index, { expected, earliest, latest }] of attempts.entries()) {
  console.log(`attempt ${index + 1}: expected ${expected} s, observed ${earliest} to ${latest} s`);
}
// Receiver, API and worker share one process: its event loop delay must not count against the schedule.
const [mean, most] = [loop.mean, loop.max].map((ns) => Math.round(ns / 1e6));
console.log(`the process was late by ${mean} ms on average, by ${most} ms at most`);
console.log(`${deliveries} deliveries, ${faults.length} faults`);
for (const fault of faults.slice(0, 20)) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
