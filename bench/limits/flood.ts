// Measures a good client alternately alone and beside a flood of bad tokens from another address. All share the CPU, so
// the CPU share of each is reported too. An `open` flood is sent as fast as the connections accept, without waiting for
// responses; a `waiting` one sends one request after another on each connection.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cpuOf } from '../../server/test/support/cpu.ts';
import { startFleet } from '../../server/test/support/fleet.ts';
import { atMost, type Report } from '../../server/test/support/report.ts';
import { atPace, LoadClient, percentile } from '../../server/test/support/client.ts';
import type { FloodCounts } from './flood.process.ts';

const GOOD_PER_SECOND = 100;
/** A generator that offers less than this share of the requested rate proves nothing. */
const MIN_OFFERED = 0.95;
/** If the machine pauses, the generator offers less; then the round is measured again. */
const MAX_MEASUREMENTS = 5;
const MAX_RATIO = 2;
const PATH = '/prod/api/v1/incidents?limit=1';
const SETTLE_MS = 1000;

export const shapes = ['open', 'waiting'] as const;

export interface FloodOptions {
  shape: (typeof shapes)[number];
  rate: number;
  sockets: number;
  seconds: number;
  rounds: number;
}

interface Measurement {
  p99: number;
  p50: number;
  /** The unit is CPU microseconds of the API process. */
  apiCpu: number;
  /** Shares are percent of one core. */
  apiShare: number;
  floodShare: number;
  refused: number;
  offeredPerSecond: number;
  refusedPerSecond: number;
  connectionsPerSecond: number;
}

const middle = (values: readonly number[]): number => percentile(values, 0.5);

async function startFlood(url: string, { rate, sockets, shape }: FloodOptions) {
  const file = fileURLToPath(new URL('./flood.process.ts', import.meta.url));
  const child: ChildProcess = fork(file, [url, String(rate), String(sockets), shape], {
    execArgv: [],
  });
  const counts = async (): Promise<FloodCounts> => {
    child.send('counts');
    const [reported] = (await once(child, 'message')) as [FloodCounts];
    return reported;
  };
  await counts();
  await sleep(SETTLE_MS);
  return {
    pid: child.pid ?? 0,
    counts,
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

/** A smoke run does not check times, because other work uses the CPU. */
export async function proveFlood(options: FloodOptions, isTimed = true): Promise<Report> {
  const { seconds, rounds } = options;
  const fleet = await startFleet(1, {
    RATE_LIMITS: 'general=1000',
    // Load shedding is disabled, because response times are measured.
    MAX_LOOP_DELAY_MS: '10000',
  });
  const client = new LoadClient(4);
  const [api] = fleet.apis;
  if (!api) throw new Error('The API process did not start');
  const headers = await fleet.bearer('good');
  const faults: string[] = [];

  const measure = async (flood?: Awaited<ReturnType<typeof startFlood>>): Promise<Measurement> => {
    const before = { api: cpuOf(api.pid()), flood: flood ? cpuOf(flood.pid) : 0 };
    const countsBefore = await flood?.counts();
    const began = performance.now();
    const responses = await atPace(GOOD_PER_SECOND, seconds, () =>
      client.send(api.url + PATH, { headers }),
    );
    const took = performance.now() - began;
    if (responses.some(({ status }) => status !== 200)) faults.push('the good client was refused');
    const times = responses.map(({ milliseconds }) => milliseconds);
    const apiCpu = cpuOf(api.pid()) - before.api;
    const countsAfter = await flood?.counts();
    const grown = (name: keyof FloodCounts) =>
      (countsAfter?.[name] ?? 0) - (countsBefore?.[name] ?? 0);
    const perSecond = (name: keyof FloodCounts) => (flood ? (grown(name) / grown('at')) * 1000 : 0);
    return {
      p99: percentile(times, 0.99),
      p50: percentile(times, 0.5),
      apiCpu,
      apiShare: apiCpu / took / 10,
      floodShare: flood ? (cpuOf(flood.pid) - before.flood) / took / 10 : 0,
      refused: grown('refused') + grown('unauthenticated'),
      offeredPerSecond: perSecond('offered'),
      refusedPerSecond: perSecond('refused') + perSecond('unauthenticated'),
      connectionsPerSecond: perSecond('connections'),
    };
  };

  const isOffered = ({ offeredPerSecond }: Measurement): boolean =>
    options.shape === 'waiting' || offeredPerSecond >= options.rate * MIN_OFFERED;

  const measureFlooded = async (flood: Awaited<ReturnType<typeof startFlood>>) => {
    let measured = await measure(flood);
    for (let n = 1; n < MAX_MEASUREMENTS && !isOffered(measured); n += 1)
      measured = await measure(flood);
    return measured;
  };

  const quiet: Measurement[] = [];
  const flooded: Measurement[] = [];
  try {
    await measure();
    for (let round = 0; round < rounds; round += 1) {
      quiet.push(await measure());
      const flood = await startFlood(api.url, options);
      flooded.push(await measureFlooded(flood));
      const { other } = await flood.counts();
      if (other > 0) faults.push(`${other} bad tokens were not refused`);
      await flood.stop();
      await sleep(SETTLE_MS);
    }
    const medianOf = (values: readonly Measurement[], name: keyof Measurement, digits = 1) =>
      Number(middle(values.map((one) => one[name])).toFixed(digits));
    const ratio = middle(flooded.map(({ p99 }, n) => p99 / (quiet[n]?.p99 ?? 1)));
    const offered = medianOf(flooded, 'offeredPerSecond', 0);
    if (!flooded.every(isOffered)) faults.push(`only ${offered} requests a second were offered`);
    return {
      figures: {
        rounds,
        offered_per_second: offered,
        refused_per_second: medianOf(flooded, 'refusedPerSecond', 0),
        connections_per_second: medianOf(flooded, 'connectionsPerSecond', 0),
        good_p50_ms: medianOf(quiet, 'p50'),
        good_p50_flooded_ms: medianOf(flooded, 'p50'),
        good_p99_ms: medianOf(quiet, 'p99'),
        good_p99_flooded_ms: medianOf(flooded, 'p99'),
        p99_ratio: Number(ratio.toFixed(2)),
        api_us_per_refusal: Math.round(
          middle(flooded.map((one, n) => (one.apiCpu - (quiet[n]?.apiCpu ?? 0)) / one.refused)),
        ),
        api_core_percent: medianOf(quiet, 'apiShare', 0),
        api_core_percent_flooded: medianOf(flooded, 'apiShare', 0),
        generator_core_percent: medianOf(flooded, 'floodShare', 0),
      },
      faults: [...new Set(faults)],
      goals: isTimed ? [atMost('p99 beside the flood, relative to alone', ratio, MAX_RATIO)] : [],
    };
  } finally {
    client.close();
    await fleet.stop();
  }
}
