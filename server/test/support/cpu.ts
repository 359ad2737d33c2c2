// Reads the CPU time that a process, or this thread, has used so far.
import { readdirSync, readFileSync } from 'node:fs';

/** Adds up all threads, in microseconds, from `schedstat`, because the ticks of `stat` are 10 ms. */
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

/** Measures this thread in milliseconds, so that a calculation costs the same however busy the machine is. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
