// Compares the rate of signed, recorded deliveries with posting the same bytes without a queue.
import { readFileSync } from 'node:fs';
import { startDueWork } from '../../server/src/platform/background/due-work.ts';
import { outboundWork } from '../../server/src/webhooks/index.ts';
import { serviceSignature, standardSignature } from '../../server/src/webhooks/signing.ts';
import { within } from '../../server/test/support/processes.ts';
import { Agent, authority, request } from '../../server/test/support/receivers.ts';
import { type Bench, insertEvents } from './setup.ts';

const perSecond = (count: number, since: number): number =>
  (count / (performance.now() - since)) * 1000;

const idOf = (n: number): string => `INC${String(n).padStart(7, '0')}`;

export async function deliver(
  { instance, webhooks }: Bench,
  from: number,
  count: number,
): Promise<number> {
  await insertEvents(instance, from, count, webhooks.length);
  await instance.sql('analyze events');
  const began = performance.now();
  const dueWork = startDueWork(instance.deps, outboundWork(instance.deps, []));
  // The query uses the indexes of unfinished work, so that polling costs almost nothing.
  const isDone = async () => {
    const rows = await instance.sql(
      `select from (select from events where relayed_at is null order by position limit 1) as unrelayed
       union all select from outbound_webhooks w cross join lateral (
         select from delivery_queue q where q.webhook_id = w.id and q.due_at <= now()
         order by due_at limit 1) as due`,
    );
    return rows.length === 0;
  };
  await within(120, 'every event is delivered', isDone);
  const rate = perSecond(count, began);
  await dueWork.stop();
  const [row] = await instance.sql(
    `select count(*)::int as n from deliveries where record_id between $1 and $2 and status = 'delivered'`,
    [idOf(from), idOf(from + count - 1)],
  );
  if (row.n !== count) throw new Error(`Only ${row.n} of ${count} events were delivered`);
  return rate;
}

/** Posts with the concurrency of the worker: 16 for each webhook. */
async function post({ webhooks, instance }: Bench, count: number): Promise<number> {
  const [row] = await instance.sql('select body, event_id from deliveries limit 1');
  const agent = new Agent({
    connect: { ca: readFileSync(authority().caFile, 'utf8') },
    allowH2: false,
  });
  let left = count;
  const postInLoop = async ({ secret, url }: Bench['webhooks'][number]) => {
    while (left > 0) {
      left -= 1;
      const now = Math.floor(Date.now() / 1000);
      const { body } = await request(url, {
        method: 'POST',
        dispatcher: agent,
        body: row.body,
        headers: {
          'content-type': 'application/json',
          'x-service-signature': serviceSignature(secret, row.body),
          'webhook-id': row.event_id,
          'webhook-timestamp': String(now),
          'webhook-signature': standardSignature(secret, row.event_id, now, row.body),
        },
      });
      await body.dump();
    }
  };
  const began = performance.now();
  await Promise.all(
    webhooks.flatMap((webhook) => Array.from({ length: 16 }, () => postInLoop(webhook))),
  );
  const rate = perSecond(count, began);
  await agent.close();
  return rate;
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** The two alternate, so that other load on the machine affects both. */
export async function compare(bench: Bench, rounds: number, count: number) {
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await deliver(bench, 1 + round * count, count));
    bare.push(await post(bench, count));
  }
  const ratio = median(ours.map((rate, round) => rate / (bare[round] ?? 1)));
  return { delivered: Math.round(median(ours)), bare: Math.round(median(bare)), ratio };
}
