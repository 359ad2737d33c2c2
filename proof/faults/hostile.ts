// Receivers that mean harm: an attempt ends in its time, and neither memory nor connections stay behind.
import { readAllowed } from '../../server/src/platform/addresses.ts';
import { createEgress, type Egress } from '../../server/src/platform/egress.ts';
import { authority, startReceiver } from '../../server/test/receivers.ts';
import { connect, createServer, type Socket } from 'node:net';
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
    return code === undefined ? name : String(code);
  }
};

const megabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10;
const heap = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

/** A receiver that is silent in the handshake once and well afterwards must be well for us, too. */
async function recovers(egress: Egress): Promise<string[]> {
  const good = await startReceiver();
  const silent: Socket[] = [];
  const gate = createServer((socket) => {
    socket.on('error', () => {});
    silent.push(socket);
    if (silent.length > 1) socket.pipe(connectTo(good.url)).pipe(socket);
  });
  const connectTo = (url: string) =>
    connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  const { port } = gate.address() as { port: number };
  const first = await post(egress, `https://localhost:${port}/`);
  const second = await post(egress, `https://localhost:${port}/`);
  for (const socket of silent) socket.destroy();
  gate.close();
  await good.close();
  return first === 'TimeoutError' && second === '204'
    ? []
    : [`silent once: ${first}, then ${second}`];
}

export async function proveHostile({ attempts, refusals }: HostileOptions): Promise<Report> {
  const hostile = await startHostile();
  const egress = createEgress({ allowed: readAllowed('localhost'), caFile: authority().caFile });
  const faults: string[] = [];
  let slowest = 0;
  const rss = process.memoryUsage().rss;
  try {
    for (const [name, url] of Object.entries(hostile.urls)) {
      const began = performance.now();
      const all = await Promise.all(Array.from({ length: attempts }, () => post(egress, url)));
      const ms = Math.round(performance.now() - began);
      slowest = Math.max(slowest, ms);
      if (ms > TIMEOUT_MS + SPARE_MS) faults.push(`${name}: ${ms} ms`);
      const isTls = /TLS|certificate/.test(name);
      if (isTls && all.includes('200')) faults.push(`${name}: was trusted`);
    }
    const grown = megabytes(process.memoryUsage().rss - rss);
    faults.push(...(await recovers(egress)));
    const bad = hostile.urls['a certificate of itself'] ?? '';
    let early = 0;
    for (let n = 0; n < refusals; n += 1) {
      if (n === Math.floor(refusals / 10)) early = heap();
      const outcome = await post(egress, bad);
      if (!outcome.includes('CERT') && !outcome.includes('VERIFY')) faults.push(`refusal ${n}: ${outcome}`);
    }
    const heapMb = refusals > 0 ? megabytes(heap() - early) : 0;
    if (heapMb > 5) faults.push(`the heap grew by ${heapMb} MB`);
    const kinds = Object.keys(hostile.urls).length;
    // The receivers are in this process, too: what they pour is theirs.
    if (grown > MOST_GROWTH_MB * 4) faults.push(`memory grew by ${grown} MB`);
    return { figures: { kinds, attempts: attempts * kinds, slowestMs: slowest, grownMb: grown, refusals, heapMb }, faults };
  } finally {
    await egress.close();
    hostile.close();
  }
}
