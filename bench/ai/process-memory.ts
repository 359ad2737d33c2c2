// Reads from /proc the memory of a process, and whether it has loaded the embedding model.
import { readFileSync } from 'node:fs';

export const residentMegabytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

export const hasLoadedModel = (pid: number): boolean =>
  readFileSync(`/proc/${pid}/maps`, 'utf8').includes('onnxruntime');
