// An attempt at a hostile receiver ends within its timeout, and neither memory nor connections leak.
import { setTimeout as sleep } from 'node:timers/promises';
import { readAllowed } from '../../src/platform/net/address-ranges.ts';
import { createEgress, type Egress } from '../../src/platform/net/egress.ts';
import { bytesEach, heapAt, type HeapPoint } from './heap.ts';
import { authority } from '../support/receivers.ts';
import { randomFrom } from '../support/random.ts';
import { atMost, type Report } from '../support/report.ts';
import { startHostile } from './hostile.receivers.ts';

const TIMEOUT_MS = 2000;
/** Even on a busy machine, a certificate is refused long before this. */
const REFUSED_WITHIN_MS = 60_000;
const SPARE_MS = 1000;
const MAX_GROWTH_MB = 64;

export interface HostileOptions {
  /** This many attempts are made concurrently at each receiver. */
  attempts: number;
  /** This many attempts meet an untrusted certificate, eight at a time. */
  refusals: number;
  seed: number;
}

const POINTS = 10;
/** Caches fill at first; a leak would continue afterwards. */
const WARM_POINTS = 3;
/** The slope of the heap over all attempts may add up to this much. */
const MAX_LEAK_MB = 1;
const MAX_CONCURRENT = 8;

/** Makes attempts that fail on the certificate, and measures the heap after each tenth of them. */
async function measureRefusals(egress: Egress, url: string, refusals: number, faults: string[]) {
  const points: HeapPoint[] = [];
  for (let point = 1; point <= POINTS; point += 1) {
    const before = points.at(-1)?.done ?? 0;
    const until = Math.round((refusals * point) / POINTS);
    let next = before;
    const again = async () => {
      for (let n = next++; n < until; n = next++) {
        const outcome = await post(egress, url, REFUSED_WITHIN_MS);
        if (!outcome.includes('CERT') && !outcome.includes('VERIFY'))
          faults.push(`refusal ${n}: ${outcome}`);
      }
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, again));
    points.push(await heapAt(until));
  }
  return points;
}

const post = async (egress: Egress, url: string, timeoutMs: number): Promise<string> => {
  const request = { url, headers: {}, body: Buffer.from('{}'), timeoutMs };
  try {
    return String((await egress.post(request)).status);
  } catch (error) {
    const { name, code } = error as Error & { code?: string };
    return name === 'TimeoutError' || code === undefined ? name : code;
  }
};

const megabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10;
export async function proveHostile({ attempts, refusals, seed }: HostileOptions): Promise<Report> {
  const hostile = await startHostile();
  const egress = createEgress({ allowed: readAllowed('localhost'), caFile: authority().caFile });
  const faults: string[] = [];
  let slowest = 0;
  const random = randomFrom(seed);
  const rss = process.memoryUsage().rss;
  try {
    const attack = async ([name, url]: [string, string]) => {
      await sleep(random.below(200));
      const began = performance.now();
      const all = await Promise.all(
        Array.from({ length: attempts }, () => post(egress, url, TIMEOUT_MS)),
      );
      const ms = Math.round(performance.now() - began);
      slowest = Math.max(slowest, ms);
      const isTls = /TLS|certificate/.test(name);
      if (isTls && all.includes('200')) faults.push(`${name}: the receiver was trusted`);
    };
    await Promise.all(Object.entries(hostile.urls).map(attack));
    const grown = megabytes(process.memoryUsage().rss - rss);
    const bad = hostile.urls['a certificate of itself'] ?? '';
    const points = await measureRefusals(egress, bad, refusals, faults);
    const each = Math.round(bytesEach(points.slice(WARM_POINTS)) * 10) / 10;
    const kinds = Object.keys(hostile.urls).length;
    return {
      figures: {
        seed,
        kinds,
        attempts: attempts * kinds,
        slowestMs: slowest,
        grownMb: grown,
        refusals,
        heapBytesEach: each,
      },
      faults,
      goals: [
        atMost('slowest attempt', slowest, TIMEOUT_MS + SPARE_MS, ' ms'),
        // The limit is four times the worker's, because the receivers and the data they send are in this process too.
        atMost('memory grown', grown, MAX_GROWTH_MB * 4, ' MB'),
        atMost('heap left by all refusals', megabytes(each * refusals), MAX_LEAK_MB, ' MB'),
      ],
      notes: [
        `heap after refusals: ${points.map(({ done, bytes }) => `${done}: ${megabytes(bytes)} MB`).join(', ')}`,
      ],
    };
  } finally {
    await egress.close();
    hostile.close();
  }
}
