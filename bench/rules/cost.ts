// Compares the CPU time of POST /incidents without rules, with many of which none applies, and with as many of which the last
// one applies. The instances take turns, so that other load on the machine affects all of them.
import { LoadClient } from '../../server/test/support/client.ts';
import { type Fleet, startFleet } from '../../server/test/support/fleet.ts';
import { killRest } from '../../server/test/support/processes.ts';
import { atMost, type Report } from '../../server/test/support/report.ts';
import { type Cost, costOf } from '../compare/sides.ts';
import { median } from '../ratios/tables.ts';

export interface RuleCostSizes {
  rules: number;
  /** Requests of a round. */
  requests: number;
  rounds: number;
}

const MAX_MS = 1;
const CONNECTIONS = 8;
const CATEGORY = 'software';

interface Side {
  fleet: Fleet;
  post: () => Promise<unknown>;
  cost: (work: () => Promise<number>) => Promise<Cost>;
}

type Kind = 'none' | 'idle' | 'one';

/** Rules route by category and priority, as those of a desk do. */
const ruleOf = (n: number, category: string) => ({
  name: `Rule ${n}`,
  record_type: 'incident',
  on: 'created',
  when: {
    all: [
      { field: 'category', operator: 'eq', value: category },
      { field: 'priority', operator: 'in', value: ['P1', 'P2'] },
      { field: 'short_description', operator: 'contains', value: 'Checkout' },
    ],
  },
  actions: [{ set: { subcategory: 'web', urgency: 'high' } }],
});

async function startSide(client: LoadClient, kind: Kind, rules: number): Promise<Side> {
  const fleet = await startFleet(1);
  const [api] = fleet.apis;
  const headers = {
    ...(await fleet.bearer('cost', ['super_admin'])),
    'content-type': 'application/json',
  };
  const send = async (path: string, body: object) => {
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    const { status, text } = await client.send(`${api?.url}/prod/api/v1${path}`, sent);
    if (status >= 300 || status === 0) throw new Error(`POST ${path}: ${status} ${text}`);
  };
  const count = kind === 'none' ? 0 : rules;
  for (let n = 1; n <= count; n += 1)
    await send('/rules', ruleOf(n, kind === 'one' && n === rules ? CATEGORY : `category ${n}`));
  const fields = { priority: 'P2', category: CATEGORY };
  const program = {
    pid: api?.pid() ?? 0,
    database: new URL(fleet.databaseUrl).pathname.slice(1),
  };
  return {
    fleet,
    post: () => send('/incidents', { short_description: 'Checkout fails', ...fields }),
    cost: (work) => costOf(program, work),
  };
}

async function run({ post }: Side, requests: number): Promise<number> {
  let next = 0;
  const work = async () => {
    while (next < requests) {
      next += 1;
      await post();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return requests;
}

/** Adds the time of the process and of PostgreSQL, in microseconds. */
const total = ({ node, postgres }: Cost): number => node + postgres;
const toMs = (microseconds: number): number => Number((microseconds / 1000).toFixed(3));

export async function measureRuleCost({ rules, requests, rounds }: RuleCostSizes): Promise<Report> {
  const client = new LoadClient(CONNECTIONS);
  const sides: Side[] = [];
  try {
    for (const kind of ['none', 'idle', 'one'] as const)
      sides.push(await startSide(client, kind, rules));
    const differences: number[][] = [];
    const base: number[] = [];
    for (let round = -2; round < rounds; round += 1) {
      const costs = new Map<Side, number>();
      for (const side of round % 2 === 0 ? sides : sides.toReversed())
        costs.set(side, total(await side.cost(() => run(side, requests))));
      if (round < 0) continue;
      const [without = 0, ...others] = sides.map((side) => costs.get(side) ?? 0);
      base.push(without);
      differences.push(others.map((one) => one - without));
    }
    const [idle = [], one = []] = [0, 1].map((side) =>
      differences.map((all) => all[side] ?? 0).toSorted((a, b) => a - b),
    );
    const quarter = (values: readonly number[], share: number) =>
      toMs(values[Math.floor((values.length - 1) * share)] ?? 0);
    return {
      figures: {
        rules,
        rounds,
        requests,
        post_ms_without: toMs(median(base)),
        more_ms_if_none_applies: toMs(median(idle)),
        more_ms_lower_quarter: quarter(idle, 0.25),
        more_ms_upper_quarter: quarter(idle, 0.75),
        more_ms_if_one_applies: toMs(median(one)),
      },
      faults: [],
      goals: [
        atMost(`CPU time that ${rules} rules add to a POST`, toMs(median(idle)), MAX_MS, ' ms'),
        atMost(
          `CPU time that ${rules} rules add to a POST, one of which applies`,
          toMs(median(one)),
          MAX_MS,
          ' ms',
        ),
      ],
    };
  } finally {
    client.close();
    for (const { fleet } of sides) await fleet.stop();
    await killRest();
  }
}
