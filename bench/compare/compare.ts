// Compares the CPU time per request and delivery of a commit, `--base COMMIT`, with that of the working tree, alternately,
// each on a database with its own schema. `--only GET` selects subjects by name, `--head COMMIT` replaces the working tree,
// `--most 1.03` is the goal for the ratio of each subject.
import { killRest, ownPorts } from '../../server/test/support/processes.ts';
import { receiverEnv, startReceiver } from '../../server/test/support/receivers.ts';
import { subjects } from '../ratios/subjects.ts';
import { median } from '../ratios/tables.ts';
import { checkOut } from '../../server/test/support/checkout.ts';
import { filledDatabase } from '../../server/test/support/filled-database.ts';
import { atMost, type Report } from '../../server/test/support/report.ts';
import { startProcess } from '../../server/test/support/service-process.ts';
import { prepareService } from '../../server/test/support/service.ts';
import type { Requests } from '../ratios/wrk.ts';
import { type Cost, costOfDeliveries, costOfRequests } from './sides.ts';

type Sizes = Record<'records' | 'pairs' | 'seconds' | 'connections' | 'deliveries', number>;

interface Choice {
  base?: string | undefined;
  head?: string | undefined;
  only?: string | undefined;
  most?: string | undefined;
}

interface Compared {
  name: string;
  ratio: number;
  /** The notes show it as a row of their table. */
  row: string;
}

/** Every PATCH changes a field. */
const patch = {
  name: 'PATCH /incidents/:id',
  requests: {
    method: 'PATCH',
    paths: ['/incidents/{id}'],
    body: { category: 'patched {nnnn}' },
  },
} satisfies { name: string; requests: Requests };

/** Many records have these words, so that a page is full and its total a lower bound. It runs before the POSTs, which add one of the words. */
const search = {
  name: 'GET /incidents?q',
  requests: { method: 'GET', paths: ['/incidents?q=berlin', '/incidents?q=password'] },
} satisfies { name: string; requests: Requests };

type Measure = (side: 'base' | 'head') => Promise<Cost>;

const total = ({ node, postgres }: Cost): number => node + postgres;
const microseconds = (costs: readonly Cost[], of: (cost: Cost) => number): string =>
  median(costs.map(of)).toFixed(0);

/** Alternates base and head; the first pair is a warm-up and does not count. */
async function compareOne(name: string, pairs: number, measure: Measure): Promise<Compared> {
  const costs: Record<'base' | 'head', Cost[]> = { base: [], head: [] };
  for (let pair = 0; pair <= pairs; pair += 1) {
    for (const side of ['base', 'head'] as const) {
      const cost = await measure(side);
      if (pair > 0) costs[side].push(cost);
    }
  }
  const ratios = costs.head.map((cost, n) => total(cost) / total(costs.base[n] ?? cost));
  const nodeRatios = costs.head.map(({ node }, n) => node / (costs.base[n]?.node ?? node));
  const spread = ratios.toSorted((a, b) => a - b);
  const ratio = median(ratios);
  const row = `| ${[
    name,
    microseconds(costs.base, ({ node }) => node),
    microseconds(costs.head, ({ node }) => node),
    median(nodeRatios).toFixed(3),
    microseconds(costs.base, ({ postgres }) => postgres),
    microseconds(costs.head, ({ postgres }) => postgres),
    ratio.toFixed(3),
    `${spread[0]?.toFixed(2)} to ${spread.at(-1)?.toFixed(2)}`,
  ].join(' | ')} |`;
  return { name, ratio, row };
}

async function startSide(program: string | undefined, records: number) {
  const database = await filledDatabase(records, undefined, program);
  const { env: own, token } = await prepareService(database);
  const env = { ...own, ...receiverEnv(), AUTH_URL: `http://127.0.0.1:${own['AUTH_PORT']}` };
  const auth = await startProcess('auth', env, program);
  const api = await startProcess('api', { ...env, ...(await ownPorts()) }, program);
  const side = { program, env, api, token: await token() };
  const stop = async () => {
    await api.stop();
    await auth.stop();
  };
  return { ...side, stop, drop: () => database.drop() };
}

type Side = Awaited<ReturnType<typeof startSide>>;

async function createWebhook({ api, token }: Side, url: string): Promise<void> {
  const response = await fetch(`${api.url}/prod/api/v1/webhooks/outbound`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'x', url, events: ['incident.created'] }),
  });
  if (!response.ok)
    throw new Error(
      `Creating the webhook failed with ${response.status}: ${await response.text()}`,
    );
}

export async function compareCommits(
  { records, pairs, seconds, connections, deliveries }: Sizes,
  { base, head, only, most }: Choice,
): Promise<Report> {
  const baseCheckout = checkOut(base ?? 'HEAD~1');
  const headCheckout = head === undefined ? undefined : checkOut(head);
  const receiver = await startReceiver();
  const started: Side[] = [];
  const start = async (program: string | undefined) => {
    const side = await startSide(program, records);
    started.push(side);
    return side;
  };
  try {
    const sides = {
      base: await start(baseCheckout.program),
      head: await start(headCheckout?.program),
    };
    const isChosen = (name: string) => !only || new RegExp(only, 'u').test(name);
    const compared: Compared[] = [];
    for (const { name, requests } of [search, ...subjects, patch].filter((one) =>
      isChosen(one.name),
    ))
      compared.push(
        await compareOne(name, pairs, (side) => {
          const { token } = sides[side];
          return costOfRequests(sides[side], requests, { token, records, connections, seconds });
        }),
      );
    if (isChosen('delivery')) {
      for (const side of started) {
        await createWebhook(side, receiver.url);
        // This delivers the incidents that were created meanwhile, before the measurement.
        await costOfDeliveries(side.program, side.env, 1);
      }
      compared.push(
        await compareOne('delivery', pairs, (side) =>
          costOfDeliveries(sides[side].program, sides[side].env, deliveries),
        ),
      );
    }
    for (const side of started) await side.stop();
    return {
      figures: { records, pairs },
      faults: [],
      notes: [
        '| | node µs, base | head | ratio | PostgreSQL µs, base | head | ratio of both | spread |',
        '|---|--:|--:|--:|--:|--:|--:|---|',
        ...compared.map(({ row }) => row),
      ],
      ...(most !== undefined && {
        goals: compared.map(({ name, ratio }) =>
          atMost(`${name}: CPU time against ${base ?? 'HEAD~1'}`, ratio, Number(most), ' times'),
        ),
      }),
    };
  } finally {
    await killRest();
    await receiver.close();
    for (const side of started) await side.drop();
    baseCheckout.remove();
    headCheckout?.remove();
  }
}
