// Starts an instance, a receiver in another process, and webhooks to it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Instance, sql, startInstance } from '../../server/test/support/harness.ts';
import { authority, receiverEnv } from '../../server/test/support/receivers.ts';

export interface Bench {
  instance: Instance;
  origin: string;
  webhooks: { id: string; secret: string; url: string }[];
  /** Maps the ids of events received since the previous call to their times of receipt. */
  receiptTimes: () => Promise<Map<string, number>>;
  stop: () => Promise<void>;
}

export async function startBench(webhookCount: number): Promise<Bench> {
  const { keyFile, certFile } = authority();
  const child = fork(fileURLToPath(new URL('receiver.ts', import.meta.url)), [keyFile, certFile], {
    execArgv: [],
  });
  const [port] = await once(child, 'message');
  const instance = await startInstance({ env: receiverEnv(), pool: 8 });
  const origin = `https://localhost:${port}`;
  const webhooks: Bench['webhooks'] = [];
  for (let n = 0; n < webhookCount; n += 1) {
    const url = `${origin}/${n}`;
    const { body, text } = await instance.call('POST', '/webhooks/outbound', {
      body: {
        name: `Receiver ${n}`,
        url,
        events: ['incident.created'],
        filters: [{ field: 'category', operator: 'eq', value: n }],
      },
    });
    if (!body.id) throw new Error(text);
    webhooks.push({ id: body.id, secret: body.secret, url });
  }
  return {
    instance,
    origin,
    webhooks,
    receiptTimes: async () => {
      child.send('report');
      const [all] = await once(child, 'message');
      return new Map(all as [string, number][]);
    },
    stop: async () => {
      await instance.stop();
      child.disconnect();
    },
  };
}

/** Inserts events of `count` records, spread over the webhooks, as the creation of incidents emits them. */
export const insertEvents = (
  instance: Instance,
  from: number,
  count: number,
  webhookCount: number,
) =>
  sql`insert into events (type, record_type, record_id, sequence, occurred_at, data)
    select 'incident.created', 'incident', 'INC' || lpad(n::text, 7, '0'), 1, now(), jsonb_build_object(
      'id', 'INC' || lpad(n::text, 7, '0'), 'short_description', 'Checkout answers 502', 'priority', 'P2',
      'state', 'new', 'url', 'https://desk.example.com/prod/api/v1/incidents/INC' || lpad(n::text, 7, '0'),
      'html_url', 'https://desk.example.com/console/incidents/INC' || lpad(n::text, 7, '0'), 'sequence', 1,
      'category', n % ${webhookCount}::int)
    from generate_series(${from}::int, ${from + count - 1}::int) as n returning id`.execute(
    instance.deps.db,
  );
