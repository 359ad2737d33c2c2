// Measures the time from the request of a write to its event on a stream and to its receipt by a webhook, one write at a
// time.
import { within } from '../../server/test/support/processes.ts';
import { receiverEnv, startReceiver } from '../../server/test/support/receivers.ts';
import { StreamClient } from '../../server/test/support/stream-client.ts';
import type { BenchInstance } from '../ratios/bench-instance.ts';
import { delivered, DELIVERED_CATEGORY } from './questions.ts';

export interface Watcher {
  env: Record<string, string>;
  /** Creates a webhook whose deliveries it receives. */
  subscribe: (instance: BenchInstance) => Promise<void>;
  /** Returns the milliseconds of each write until its event and until its delivery. */
  measureWrites: (
    instance: BenchInstance,
    count: number,
  ) => Promise<{ streamed: number[]; received: number[] }>;
  /** Deletes the webhook, so that a given database does not keep it. */
  unsubscribe: (instance: BenchInstance) => Promise<void>;
  close: () => Promise<void>;
}

async function send(
  { addresses: [address], token }: BenchInstance,
  method: string,
  path: string,
  body?: object,
): Promise<{ id: string }> {
  const response = await fetch(`${address}/prod/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} failed with ${response.status}: ${text}`);
  return text === '' ? { id: '' } : (JSON.parse(text) as { id: string });
}

const RECEIVED_WITHIN_SECONDS = 30;

export async function startWatcher(): Promise<Watcher> {
  const deliveredAt = new Map<string, number>();
  const receiver = await startReceiver(({ body }, response) => {
    const at = performance.now();
    const { data } = JSON.parse(body.toString()) as { data: { id: string } };
    deliveredAt.set(data.id, at);
    response.writeHead(204).end();
  });
  let webhook = '';
  return {
    env: receiverEnv(),
    subscribe: async (instance) => {
      const { id } = await send(instance, 'POST', '/webhooks/outbound', {
        name: 'Growth',
        url: receiver.url,
        events: ['incident.created'],
        filters: [{ field: 'category', operator: 'eq', value: DELIVERED_CATEGORY }],
      });
      webhook = id;
    },
    measureWrites: async (instance, count) => {
      const streamedAt = new Map<string, number>();
      const stream = await StreamClient.open(instance.addresses[0] ?? '', {
        token: instance.token,
        query: '?type=incident.created',
        onBlock: ({ data, at }) => {
          if (data?.record) streamedAt.set(data.record.id, at);
        },
      });
      if (stream.status !== 200) throw new Error(`The stream failed with ${stream.status}`);
      const streamed: number[] = [];
      const received: number[] = [];
      for (let n = 0; n < count; n += 1) {
        const began = performance.now();
        const { id } = await send(instance, 'POST', '/incidents', delivered.requests.body);
        await within(
          RECEIVED_WITHIN_SECONDS,
          `${id} is streamed and delivered`,
          () => streamedAt.has(id) && deliveredAt.has(id),
        );
        streamed.push((streamedAt.get(id) ?? Number.NaN) - began);
        received.push((deliveredAt.get(id) ?? Number.NaN) - began);
      }
      await stream.close();
      return { streamed, received };
    },
    unsubscribe: async (instance) => {
      if (webhook !== '') await send(instance, 'DELETE', `/webhooks/outbound/${webhook}`);
      webhook = '';
    },
    close: () => receiver.close(),
  };
}
