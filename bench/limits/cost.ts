// Measures the CPU time of rate limits: the same requests go alternately to a process with Valkey and to one that counts
// locally, so that other load on the machine affects both. The cost of counting locally is measured in a loop; the sum is
// the cost compared with no limits at all.
import { pino } from 'pino';
import { buildLimits } from '../../server/src/platform/limits/limits.ts';
import { rateLimits as interfaceLimits } from '../../server/src/platform/limits/rate-limits.ts';
import { cpuOf } from '../../server/test/support/cpu.ts';
import { type Fleet, startFleet } from '../../server/test/support/fleet.ts';
import type { Report } from '../../server/test/support/report.ts';
import { atPace, LoadClient, percentile } from '../../server/test/support/client.ts';
import { OwnValkey } from '../../server/test/support/own-valkey.ts';

const PATH = '/prod/api/v1/audit';
const WARM_UP_ROUNDS = 3;
const LOOPS = 100_000;

interface Round {
  shared: number;
  alone: number;
  valkey: number;
}

/** Returns the microseconds of one check of the local buckets. */
async function costAlone(): Promise<number> {
  const options = { valkeyUrl: '', instance: 'cost', rateLimits: interfaceLimits };
  const limits = buildLimits(options, pino({ level: 'silent' }));
  let began = 0;
  for (let n = 0; n < LOOPS * 2; n += 1) {
    if (n === LOOPS) began = process.cpuUsage().user;
    await limits.gateway.take();
    await limits.takeForCaller(`caller-${n % 100}`, 'general');
  }
  limits.close();
  return (process.cpuUsage().user - began) / LOOPS;
}

export interface CostOptions {
  /** Each of the two processes gets this many requests per second; a round lasts a second. */
  rate: number;
  rounds: number;
}

export async function proveCost({ rate, rounds }: CostOptions): Promise<Report> {
  const valkey = await OwnValkey.start();
  const shared = await startFleet(1, { VALKEY_URL: valkey.url });
  const alone = await startFleet(1, { VALKEY_URL: '' });
  const client = new LoadClient(32);
  try {
    const callers = await Promise.all(
      [shared, alone].map(async ({ apis: [api], bearer }: Fleet) => ({
        url: `${api?.url}${PATH}`,
        pid: api?.pid() ?? 0,
        headers: await bearer('cost', ['requester']),
      })),
    );
    const pids = [...callers.map(({ pid }) => pid), valkey.pid];
    const measure = async (): Promise<Round> => {
      const before = pids.map(cpuOf);
      const responses = await atPace(rate * 2, 1, (n) => {
        const { url = '', headers = {} } = callers[n % 2] ?? {};
        return client.send(url, { headers });
      });
      const [ofShared = 0, ofAlone = 0, ofValkey = 0] = pids.map(
        (pid, i) => (cpuOf(pid) - (before[i] ?? 0)) / (responses.length / 2),
      );
      return { shared: ofShared, alone: ofAlone, valkey: ofValkey };
    };
    const all: Round[] = [];
    for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
      const found = await measure();
      if (round >= 0) all.push(found);
    }
    const at = (share: number, of: (round: Round) => number) =>
      Number(percentile(all.map(of), share).toFixed(1));
    const difference = (round: Round) => round.shared - round.alone;
    return {
      figures: {
        rounds,
        requests: rounds * rate,
        node_us_with_valkey: at(0.5, (round) => round.shared),
        node_us_in_process: at(0.5, (round) => round.alone),
        difference_us: at(0.5, difference),
        difference_us_lower_quarter: at(0.25, difference),
        difference_us_upper_quarter: at(0.75, difference),
        valkey_us: at(0.5, (round) => round.valkey),
        valkey_us_lower_quarter: at(0.25, (round) => round.valkey),
        valkey_us_upper_quarter: at(0.75, (round) => round.valkey),
        in_process_us: Number((await costAlone()).toFixed(2)),
      },
      faults: [],
    };
  } finally {
    client.close();
    await shared.stop();
    await alone.stop();
    await valkey.kill();
  }
}
