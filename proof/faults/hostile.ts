// Receivers that mean harm: an attempt ends in its time, and neither memory nor connections stay behind.
import { readAllowed } from '../../server/src/platform/addresses.ts';
import { createEgress, type Egress } from '../../server/src/platform/egress.ts';
import { authority } from '../../server/test/receivers.ts';
import type { Report } from '../support/report.ts';
import { startHostile } from './hostile.receivers.ts';

const TIMEOUT_MS = 2000;
const SPARE_MS = 1000;
const MOST_GROWTH_MB = 64;

export interface HostileOptions {
  /** At each receiver, side by side. */
  attempts: number;
  /** At a certificate that is not trusted, one after the other. */
  refusals: number;
}

const post = async (egress: Egress, url: string): Promise<string> => {
  const asked = { url, headers: {}, body: Buffer.from('{}'), timeoutMs: TIMEOUT_MS };
  try {
    return String((await egress.post(asked)).status);
  } catch (error) {
    const { name, code } = error as Error & { code?: string };
    return name === 'TimeoutError' || code === undefined ? name : code;
  }
};

const megabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10;
const heap = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

export async function proveHostile({ attempts, refusals }: HostileOptions): Promise<Report> {
  const hostile = await startHostile();
  const egress = createEgress({ allowed: readAllowed('localhost'), caFile: authority().caFile });
  const faults: string[] = [];
  let slowest = 0;
  const rss = process.memoryUsage().rss;
  try {
    const meet = async ([name, url]: [string, string]) => {
      const began = performance.now();
      const all = await Promise.all(Array.from({ length: attempts }, () => post(egress, url)));
      const ms = Math.round(performance.now() - began);
      slowest = Math.max(slowest, ms);
      if (ms > TIMEOUT_MS + SPARE_MS) faults.push(`${name}: ${ms} ms`);
      const isTls = /TLS|certificate/.test(name);
      if (isTls && all.includes('200')) faults.push(`${name}: was trusted`);
    };
    await Promise.all(Object.entries(hostile.urls).map(meet));
    const grown = megabytes(process.memoryUsage().rss - rss);
    const bad = hostile.urls['a certificate of itself'] ?? '';
    let early = 0;
    for (let n = 0; n < refusals; n += 1) {
      if (n === Math.floor(refusals / 10)) early = heap();
      const outcome = await post(egress, bad);
      if (!outcome.includes('CERT') && !outcome.includes('VERIFY'))
        faults.push(`refusal ${n}: ${outcome}`);
    }
    const heapMb = refusals > 0 ? megabytes(heap() - early) : 0;
    if (heapMb > 5) faults.push(`the heap grew by ${heapMb} MB`);
    const kinds = Object.keys(hostile.urls).length;
    // The receivers are in this process, too: what they pour is theirs.
    if (grown > MOST_GROWTH_MB * 4) faults.push(`memory grew by ${grown} MB`);
    return {
      figures: {
        kinds,
        attempts: attempts * kinds,
        slowestMs: slowest,
        grownMb: grown,
        refusals,
        heapMb,
      },
      faults,
    };
  } finally {
    await egress.close();
    hostile.close();
  }
}
