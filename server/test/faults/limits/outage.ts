// Valkey is killed, flushed and suspended repeatedly under load: only the health check shows it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../../support/report.ts';
import {
  type ClientResponse,
  atPace,
  countBy,
  LoadClient,
  percentile,
} from '../../support/client.ts';
import { startFleet } from '../../support/fleet.ts';
import { OwnValkey } from '../../support/own-valkey.ts';

const CALLERS = 10;
const PER_SECOND = 300;
const RECOVERY_MS = 10_000;

type Fault = { name: string; begin: () => unknown; end: () => unknown };

const faultsOf = (valkey: OwnValkey): Fault[] => [
  { name: 'killed', begin: () => valkey.kill(), end: () => valkey.start() },
  { name: 'flushed', begin: () => valkey.flush(), end: () => {} },
  { name: 'hung', begin: () => valkey.hang(), end: () => valkey.resume() },
];

export async function proveOutage(rounds: number, seconds: number): Promise<Report> {
  const valkey = await OwnValkey.start();
  const fleet = await startFleet(2, {
    VALKEY_URL: valkey.url,
    RATE_LIMITS: 'general=100',
  });
  const client = new LoadClient(100);
  const faults: string[] = [];
  let longestRecovery = 0;
  const over = new AbortController();
  const urls = fleet.apis.map(({ url }) => url);
  const areShared = async (): Promise<boolean> => {
    const states = await Promise.all(urls.map((url) => client.send(`${url}/readyz`)));
    return states.every(({ text }) => text.includes('"limits":{"status":"ok"}'));
  };
  const disturb = async () => {
    for (let round = 0; round < rounds; round += 1) {
      for (const { name, begin, end } of faultsOf(valkey)) {
        await begin();
        await sleep(seconds * 1000);
        await end();
        const began = performance.now();
        while (!(await areShared()) && performance.now() - began < RECOVERY_MS) await sleep(100);
        const tookMs = performance.now() - began;
        longestRecovery = Math.max(longestRecovery, tookMs);
        if (tookMs >= RECOVERY_MS)
          faults.push(`${name}: limits are not shared again after ${RECOVERY_MS} ms`);
      }
    }
  };
  const responses: ClientResponse[] = [];
  try {
    const headers = await Promise.all(
      Array.from({ length: CALLERS }, (_, n) => fleet.bearer(`outage-${n}`, ['requester'])),
    );
    const load = async () => {
      while (!over.signal.aborted) {
        const some = await atPace(PER_SECOND, 1, (n) =>
          client.send(`${urls[n % 2]}/prod/api/v1/audit`, { headers: headers[n % CALLERS] ?? {} }),
        );
        responses.push(...some);
      }
    };
    await Promise.all([disturb().finally(() => over.abort()), load()]);
  } finally {
    client.close();
    await fleet.stop();
    valkey.resume();
    await valkey.kill();
  }
  const good = responses.filter(({ status }) => status === 403).length;
  if (good < responses.length * 0.999) faults.push(`responses: ${countBy(responses)}`);
  if (responses.some(({ status }) => status >= 500)) faults.push(`5xx: ${countBy(responses)}`);
  const times = responses.map(({ milliseconds }) => milliseconds);
  return {
    figures: {
      rounds,
      requests: responses.length,
      answered: good,
      p50_ms: Math.round(percentile(times, 0.5)),
      p99_ms: Math.round(percentile(times, 0.99)),
      slowest_ms: Math.round(Math.max(...times)),
      longest_recovery_ms: Math.round(longestRecovery),
    },
    faults,
  };
}
