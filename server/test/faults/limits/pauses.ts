// The bucket of a caller of two processes allows no second burst when Valkey pauses or loses its connections.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { buildLimits } from '../../../src/platform/limits/limits.ts';
import { rateLimits } from '../../../src/platform/limits/rate-limits.ts';
import { OwnValkey } from '../../support/own-valkey.ts';
import type { Report } from '../../support/report.ts';
import { startPausingProxy, type PausingProxy } from '../../support/pausing-proxy.ts';

const PER_SECOND = 50;
/** A process owes at most one bucket, which is one second's worth; requests beyond that in a longer pause are not charged. */
const OWED_FOR_MS = 1000;

const pauseOf = (milliseconds: number) => async (proxy: PausingProxy) => {
  const began = performance.now();
  proxy.pause();
  await sleep(milliseconds);
  await proxy.resume();
  return Math.max(0, performance.now() - began - OWED_FOR_MS);
};

/** Each returns for how many milliseconds the second process is not charged. */
const disturbances: Record<string, (proxy: PausingProxy) => Promise<number>> = {
  'a pause of nearly a second': pauseOf(900),
  'a pause of a second and a half': pauseOf(1500),
  'a lost connection': async (proxy) => {
    proxy.cut();
    return 0;
  },
};

/** Returns how many requests were accepted, and how many the bucket allows in that time. */
async function press(url: string, disturb: (proxy: PausingProxy) => Promise<number>) {
  const proxy = await startPausingProxy(url);
  const options = {
    valkeyUrl: proxy.url,
    instance: `test-${randomUUID()}`,
    rateLimits: { ...rateLimits, general: PER_SECOND },
  };
  const log = pino({ level: 'silent' });
  const processes = [buildLimits(options, log), buildLimits(options, log)];
  const over = new AbortController();
  try {
    for (const limits of processes)
      if (!(await limits.areShared())) throw new Error('Valkey is not connected');
    const began = performance.now();
    let accepted = 0;
    const send = async (limits: (typeof processes)[number]) => {
      while (!over.signal.aborted) {
        const { state } = await limits.takeForCaller('ada', 'general');
        if (state.isAllowed) accepted += 1;
        await sleep(3);
      }
    };
    const sending = processes.flatMap((limits) => [send(limits), send(limits)]);
    await sleep(500);
    const forgivenMs = await disturb(proxy);
    await sleep(2500);
    over.abort();
    await Promise.all(sending);
    const allowed = PER_SECOND + (PER_SECOND * (performance.now() - began + forgivenMs)) / 1000;
    return { accepted, allowed };
  } finally {
    over.abort();
    for (const limits of processes) limits.close();
    proxy.close();
  }
}

export async function provePauses({ rounds }: { rounds: number }): Promise<Report> {
  const valkey = await OwnValkey.start();
  const faults: string[] = [];
  const shares: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const [name, disturb] of Object.entries(disturbances)) {
        const { accepted, allowed } = await press(valkey.url, disturb);
        shares.push(accepted / allowed);
        if (accepted > allowed || accepted < allowed * 0.8)
          faults.push(`${name}: ${accepted} requests accepted, ${Math.floor(allowed)} allowed`);
      }
  } finally {
    await valkey.kill();
  }
  return {
    figures: {
      rounds,
      least_share: Number(Math.min(...shares).toFixed(3)),
      most_share: Number(Math.max(...shares).toFixed(3)),
    },
    faults,
  };
}
