// CPU time per request and delivery of a commit, `--base COMMIT`, and of the working tree, alternating on one database.
// `--only GET` selects subjects by name, `--head COMMIT` replaces the working tree.
import { killRest, ownPorts } from '../../server/test/support/processes.ts';
import { receiverEnv, startReceiver } from '../../server/test/support/receivers.ts';
import { subjects } from '../ratios/subjects.ts';
import { median } from '../ratios/tables.ts';
import { checkOut, previousRelease } from '../../server/test/support/checkout.ts';
import { filledDatabase } from '../../server/test/support/filled.ts';
import type { Report } from '../../server/test/support/report.ts';
import { startProcess } from '../../server/test/support/service-process.ts';
import { prepareService } from '../../server/test/support/service.ts';
import type { Requests } from '../ratios/wrk.ts';
import { type Cost, costOfDeliveries, costOfRequests } from './sides.ts';

type Sizes = Record<'records' | 'pairs' | 'seconds' | 'connections' | 'deliveries', number>;

interface Choice {
  base?: string | undefined;
  head?: string | undefined;
  only?: string | undefined;
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

type Measure = (side: 'base' | 'head') => Promise<Cost>;

const total = ({ node, postgres }: Cost): number => node + postgres;
const microseconds = (costs: readonly Cost[], of: (cost: Cost) => number): string =>
  median(costs.map(of)).toFixed(0);

/** Alternates base and head; the first pair is a warm-up and does not count. */
async function compareOne(name: string, pairs: number, measure: Measure): Promise<string> {
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
  return `| ${[
    name,
    microseconds(costs.base, ({ node }) => node),
    microseconds(costs.head, ({ node }) => node),
    median(nodeRatios).toFixed(3),
    microseconds(costs.base, ({ postgres }) => postgres),
    microseconds(costs.head, ({ postgres }) => postgres),
    median(ratios).toFixed(3),
    `${spread[0]?.toFixed(2)} to ${spread.at(-1)?.toFixed(2)}`,
  ].join(' | ')} |`;
}

export async function compareCommits(
  { records, pairs, seconds, connections, deliveries }: Sizes,
  { base, head, only }: Choice,
): Promise<Report> {
  const baseCheckout = checkOut(base ?? previousRelease());
  const headCheckout = head === undefined ? undefined : checkOut(head);
  const database = await filledDatabase(records);
  const receiver = await startReceiver();
  try {
    const { env: own, token } = await prepareService(database);
    const env = { ...own, ...receiverEnv(), AUTH_URL: `http://127.0.0.1:${own['AUTH_PORT']}` };
    const auth = await startProcess('auth', env);
    const load = { token: await token(), records, connections, seconds };
    const programs = { base: baseCheckout.program, head: headCheckout?.program };
    const startApi = async (program: string | undefined) =>
      startProcess('api', { ...env, ...(await ownPorts()) }, program);
    const apis = { base: await startApi(programs.base), head: await startApi(programs.head) };
    const isChosen = (name: string) => !only || name.includes(only);
    const notes = [
      '| | node µs, base | head | ratio | PostgreSQL µs, base | head | ratio of both | spread |',
      '|---|--:|--:|--:|--:|--:|--:|---|',
    ];
    for (const { name, requests } of [...subjects, patch].filter((one) => isChosen(one.name)))
      notes.push(
        await compareOne(name, pairs, (side) => costOfRequests(apis[side], requests, load)),
      );
    if (isChosen('delivery')) {
      const response = await fetch(`${apis.base.url}/prod/api/v1/webhooks/outbound`, {
        method: 'POST',
        headers: { authorization: `Bearer ${load.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'x', url: receiver.url, events: ['incident.created'] }),
      });
      if (!response.ok) throw new Error(`webhook: ${response.status} ${await response.text()}`);
      // Deliveries of the incidents that were created meanwhile.
      await costOfDeliveries(programs.base, env, 1);
      notes.push(
        await compareOne('delivery', pairs, (side) =>
          costOfDeliveries(programs[side], env, deliveries),
        ),
      );
    }
    for (const one of [apis.base, apis.head, auth]) await one.stop();
    return { figures: { records, pairs }, faults: [], notes };
  } finally {
    await killRest();
    await receiver.close();
    await database.drop();
    baseCheckout.remove();
    headCheckout?.remove();
  }
}
