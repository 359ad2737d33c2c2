// A flood of bad tokens beside a good client, from the same address, in turns with the good client alone. All share the
// processors, so the shares of each are told besides.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cpuOf } from '../support/cpu.ts';
import { startFleet } from '../support/fleet.ts';
import type { Report } from '../support/report.ts';
import { atPace, LoadClient, percentile } from './client.ts';

const GOOD_PER_SECOND = 50;
const PATH = '/prod/api/v1/incidents?limit=1';
const SETTLE_MS = 1000;

export interface FloodOptions {
  rate: number;
  sockets: number;
  seconds: number;
  rounds: number;
}

interface Measured {
  p99: number;
  p50: number;
  /** Microseconds of the API process. */
  apiCpu: number;
  /** Of one core, in percent. */
  apiShare: number;
  floodShare: number;
  refused: number;
  refusedPerSecond: number;
}

const middle = (values: readonly number[]): number => percentile(values, 0.5);

async function startFlood(url: string, { rate, sockets }: FloodOptions) {
  const file = fileURLToPath(new URL('./flood.process.ts', import.meta.url));
  const child: ChildProcess = fork(file, [url, String(rate), String(sockets)]);
  let refused = 0;
  let other = 0;
  child.on('message', (told: { refused: number; other: number }) => ({ refused, other } = told));
  await once(child, 'message');
  await sleep(SETTLE_MS);
  return {
    pid: child.pid ?? 0,
    refused: () => refused,
    other: () => other,
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

export async function proveFlood(options: FloodOptions): Promise<Report> {
  const { seconds, rounds } = options;
  const fleet = await startFleet(1, {
    RATE_LIMITS: 'general=1000',
    // The subject is how late answers are, not when the service would rather refuse.
    MAX_LOOP_DELAY_MS: '10000',
  });
  const client = new LoadClient(4);
  const [api] = fleet.apis;
  if (!api) throw new Error('nobody to ask');
  const headers = await fleet.bearer('good');
  const faults: string[] = [];

  const measure = async (flood?: Awaited<ReturnType<typeof startFlood>>): Promise<Measured> => {
    const before = { api: cpuOf(api.pid()), flood: flood ? cpuOf(flood.pid) : 0 };
    const refusedBefore = flood?.refused() ?? 0;
    const began = performance.now();
    const answers = await atPace(GOOD_PER_SECOND, seconds, () =>
      client.ask(api.url + PATH, { headers }),
    );
    const took = performance.now() - began;
    if (answers.some(({ status }) => status !== 200)) faults.push('the good client was refused');
    const times = answers.map(({ milliseconds }) => milliseconds);
    const refused = (flood?.refused() ?? 0) - refusedBefore;
    const apiCpu = cpuOf(api.pid()) - before.api;
    return {
      p99: percentile(times, 0.99),
      p50: percentile(times, 0.5),
      apiCpu,
      apiShare: apiCpu / took / 10,
      floodShare: flood ? (cpuOf(flood.pid) - before.flood) / took / 10 : 0,
      refused,
      refusedPerSecond: (refused / took) * 1000,
    };
  };

  const quiet: Measured[] = [];
  const flooded: Measured[] = [];
  try {
    await measure();
    for (let round = 0; round < rounds; round += 1) {
      quiet.push(await measure());
      const flood = await startFlood(api.url, options);
      flooded.push(await measure(flood));
      if (flood.other() > 0) faults.push(`${flood.other()} bad tokens were not refused`);
      await flood.stop();
      await sleep(SETTLE_MS);
    }
    const shown = (values: readonly Measured[], name: keyof Measured, digits = 1) =>
      Number(middle(values.map((one) => one[name])).toFixed(digits));
    return {
      figures: {
        rounds,
        refused_per_second: shown(flooded, 'refusedPerSecond', 0),
        good_p50_ms: shown(quiet, 'p50'),
        good_p50_flooded_ms: shown(flooded, 'p50'),
        good_p99_ms: shown(quiet, 'p99'),
        good_p99_flooded_ms: shown(flooded, 'p99'),
        p99_ratio: Number(
          middle(flooded.map(({ p99 }, n) => p99 / (quiet[n]?.p99 ?? 1))).toFixed(2),
        ),
        api_us_per_refusal: Math.round(
          middle(flooded.map((one, n) => (one.apiCpu - (quiet[n]?.apiCpu ?? 0)) / one.refused)),
        ),
        api_core_percent: shown(quiet, 'apiShare', 0),
        api_core_percent_flooded: shown(flooded, 'apiShare', 0),
        generator_core_percent: shown(flooded, 'floodShare', 0),
      },
      faults: [...new Set(faults)],
    };
  } finally {
    client.close();
    await fleet.stop();
  }
}
