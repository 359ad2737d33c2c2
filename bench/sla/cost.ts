// Compares the CPU time of writes without a policy, with one, and with fifty of which only the last one applies. The three
// instances take turns, so that other load on the machine affects all of them.
import { type Fleet, startFleet } from '../../server/test/support/fleet.ts';
import { LoadClient } from '../../server/test/support/client.ts';
import { killRest } from '../../server/test/support/processes.ts';
import { atMost, type Report } from '../../server/test/support/report.ts';
import { type Cost, costOf } from '../compare/sides.ts';
import { median } from '../ratios/tables.ts';
import { createCalendar, createPolicy } from './policies.ts';

export interface CostSizes {
  policies: number;
  /** Requests of each kind in a round. */
  requests: number;
  rounds: number;
}

const MOST_WITH_ONE = 1.05;
const MOST_WITH_ALL = 1.2;
const CONNECTIONS = 8;
const CATEGORY = 'software';

interface Side {
  fleet: Fleet;
  send: (method: string, path: string, body: object) => Promise<string>;
  ids: string[];
  cost: (work: () => Promise<number>) => Promise<Cost>;
}

async function startSide(client: LoadClient, policies: number): Promise<Side> {
  const fleet = await startFleet(1);
  const [api] = fleet.apis;
  const headers = {
    ...(await fleet.bearer('cost', ['super_admin'])),
    'content-type': 'application/json',
  };
  const send = async (method: string, path: string, body: object) => {
    const sent = { method, headers, body: JSON.stringify(body) };
    const { status, text } = await client.send(`${api?.url}/prod/api/v1${path}`, sent);
    if (status >= 300 || status === 0) throw new Error(`${method} ${path}: ${status} ${text}`);
    return (JSON.parse(text) as { id: string }).id;
  };
  const calendar_id = policies > 0 ? await createCalendar(send) : null;
  for (let n = 1; n <= policies; n += 1) {
    const value = n === policies ? CATEGORY : `category ${n}`;
    const when = { all: policies === 1 ? [] : [{ field: 'category', operator: 'eq', value }] };
    await createPolicy(send, { name: `Policy ${n}`, calendar_id, when });
  }
  const program = {
    pid: api?.pid() ?? 0,
    database: new URL(fleet.databaseUrl).pathname.slice(1),
  };
  return { fleet, send, ids: [], cost: (work) => costOf(program, work) };
}

/** Requests of a round go to different records. */
type Subject = (side: Side, n: number, round: number) => Promise<unknown>;

const subjects: Record<string, Subject> = {
  post: async ({ send, ids }, n) => {
    const fields = { priority: 'P2', category: CATEGORY, impact: 'high', urgency: 'medium' };
    ids[n] = await send('POST', '/incidents', { short_description: 'Checkout fails', ...fields });
  },
  patch: ({ send, ids }, n, round) =>
    send('PATCH', `/incidents/${ids[n]}`, { short_description: `Patched ${n} in ${round}` }),
  hold: async ({ send, ids }, n) => {
    await send('PATCH', `/incidents/${ids[n]}`, { state: 'in_progress' });
    await send('PATCH', `/incidents/${ids[n]}`, {
      state: 'on_hold',
      on_hold_reason: 'awaiting_vendor',
    });
  },
};

async function run(side: Side, subject: Subject, round: number, requests: number): Promise<number> {
  let next = 0;
  const work = async () => {
    while (next < requests) {
      next += 1;
      await subject(side, next - 1, round);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return requests;
}

const total = ({ node, postgres }: Cost): number => node + postgres;

export async function measureCost({ policies, requests, rounds }: CostSizes): Promise<Report> {
  const client = new LoadClient(CONNECTIONS);
  const started: Side[] = [];
  try {
    for (const count of [0, 1, policies]) started.push(await startSide(client, count));
    const figures: Record<string, number> = { policies, rounds, requests };
    const ratios = new Map<string, number[][]>();
    const costs = new Map<string, Cost[][]>();
    for (let round = -1; round < rounds; round += 1)
      for (const [name, subject] of Object.entries(subjects)) {
        const order = round % 2 === 0 ? started : started.toReversed();
        const found = new Map<Side, Cost>();
        for (const side of order)
          found.set(side, await side.cost(() => run(side, subject, round, requests)));
        if (round < 0) continue;
        const all = started.map((side) => found.get(side) ?? { node: 0, postgres: 0 });
        costs.set(name, [...(costs.get(name) ?? []), all]);
        const [without] = all.map(total);
        ratios.set(name, [
          ...(ratios.get(name) ?? []),
          all.map((one) => total(one) / (without ?? 1)),
        ]);
      }
    const ratioOf = (name: string, side: number) =>
      Number(median((ratios.get(name) ?? []).map((all) => all[side] ?? 0)).toFixed(3));
    const microseconds = (name: string, side: number) =>
      Math.round(
        median((costs.get(name) ?? []).map((all) => total(all[side] ?? { node: 0, postgres: 0 }))),
      );
    for (const name of Object.keys(subjects)) {
      figures[`${name}_us_without`] = microseconds(name, 0);
      figures[`${name}_ratio_with_one`] = ratioOf(name, 1);
      figures[`${name}_ratio_with_all`] = ratioOf(name, 2);
    }
    return {
      figures,
      faults: [],
      goals: ['post', 'patch'].flatMap((name) => [
        atMost(
          `CPU time of a ${name.toUpperCase()} with one policy`,
          ratioOf(name, 1),
          MOST_WITH_ONE,
          ' times',
        ),
        atMost(
          `CPU time of a ${name.toUpperCase()} with ${policies}`,
          ratioOf(name, 2),
          MOST_WITH_ALL,
          ' times',
        ),
      ]),
    };
  } finally {
    client.close();
    for (const { fleet } of started) await fleet.stop();
    await killRest();
  }
}
