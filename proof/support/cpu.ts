// Processor time that a process has had so far.
import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** In microseconds; its ticks are of 10 ms, so measure over thousands of requests. */
export function cpuOf(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1e6) / TICKS_PER_SECOND;
}
