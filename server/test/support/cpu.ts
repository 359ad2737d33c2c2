// CPU time that a process, or this thread, has used so far.
import { readdirSync, readFileSync } from 'node:fs';

/** All threads, in microseconds, from the scheduler's statistics; the ticks of `stat` are 10 ms. */
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

/** Of this thread, in milliseconds: what a calculation takes, whatever else uses the machine. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
