// What sharing the limits costs: the same requests with Valkey and with limits in the process, in turns, in processor
// time. Limits in the process are the nearest to none: a map and some sums.
import { cpuOf } from '../support/cpu.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import type { Report } from '../support/report.ts';
import { LoadClient, percentile } from './client.ts';
import { OwnValkey } from './own-valkey.ts';

const CLIENTS = 16;
const PATH = '/prod/api/v1/audit';

interface Round {
  shared: number;
  alone: number;
  valkey: number;
}

export async function proveCost(requests: number, rounds: number): Promise<Report> {
  const valkey = await OwnValkey.start();
  const shared = await startFleet(1, { VALKEY_URL: valkey.url });
  const alone = await startFleet(1, { VALKEY_URL: '' });
  const client = new LoadClient(CLIENTS);
  /** Microseconds for each request. */
  const spend = async ({ apis: [api], bearer }: Fleet): Promise<number> => {
    if (!api) throw new Error('nobody to ask');
    const headers = await bearer('cost', ['requester']);
    const before = cpuOf(api.pid());
    let left = requests;
    const work = async () => {
      while (left-- > 0) await client.ask(api.url + PATH, { headers });
    };
    await Promise.all(Array.from({ length: CLIENTS }, work));
    return (cpuOf(api.pid()) - before) / requests;
  };
  const measure: Record<'shared' | 'alone', () => Promise<Partial<Round>>> = {
    shared: async () => {
      const before = cpuOf(valkey.pid);
      const node = await spend(shared);
      return { shared: node, valkey: (cpuOf(valkey.pid) - before) / requests };
    },
    alone: async () => ({ alone: await spend(alone) }),
  };
  try {
    const all: Round[] = [];
    for (let round = -2; round < rounds; round += 1) {
      // Each goes first as often as the other; the first two rounds only warm up.
      const order =
        round % 2 === 0 ? (['shared', 'alone'] as const) : (['alone', 'shared'] as const);
      const found: Partial<Round> = {};
      for (const name of order) Object.assign(found, await measure[name]());
      if (round >= 0) all.push(found as Round);
    }
    const at = (share: number, of: (round: Round) => number) =>
      Number(percentile(all.map(of), share).toFixed(1));
    const difference = (round: Round) => round.shared - round.alone;
    return {
      figures: {
        rounds,
        node_us_with_valkey: at(0.5, (round) => round.shared),
        node_us_in_process: at(0.5, (round) => round.alone),
        difference_us: at(0.5, difference),
        difference_us_lower_quarter: at(0.25, difference),
        difference_us_upper_quarter: at(0.75, difference),
        valkey_us: at(0.5, (round) => round.valkey),
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
