// Processor time that a process has had so far.
import { readdirSync, readFileSync } from 'node:fs';

/** Of all its threads, in microseconds, as the scheduler counts it; the ticks of `stat` are of 10 ms. */
export function cpuOf(pid: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [onProcessor = '0'] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(
      ' ',
    );
    nanoseconds += Number(onProcessor);
  }
  return nanoseconds / 1000;
}
