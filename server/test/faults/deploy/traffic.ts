// Sends a steady mix of requests: half of them create and update incidents, half read them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientResponse, LoadClient } from '../../support/client.ts';

export interface Sender {
  client: LoadClient;
  url: string;
  headers: Record<string, string>;
}

export interface SentRequest extends ClientResponse {
  method: string;
  /** The request was sent this many milliseconds after the load began. */
  sentAt: number;
}

const TICK_MS = 10;
const MAX_KNOWN = 1000;

/** Sends without waiting for responses until `over` is aborted, and resolves with all responses. `urlOf` overrides the URL by number. */
export async function requestsAtRate(
  { client, url, headers }: Sender,
  rate: number,
  over: AbortSignal,
  urlOf: (n: number) => string = () => url,
): Promise<SentRequest[]> {
  const root = (n: number) => `${urlOf(n)}/prod/api/v1/incidents`;
  const json = { ...headers, 'content-type': 'application/json' };
  const known: string[] = [];
  const anyKnown = (n: number) => known[n % known.length] ?? '';
  const kinds: ((n: number) => Promise<ClientResponse & { method: string }>)[] = [
    async (n) => {
      const body = JSON.stringify({ short_description: `Request ${n}` });
      const response = await client.send(root(n), { method: 'POST', headers: json, body });
      if (response.status === 201 && known.length < MAX_KNOWN)
        known.push(JSON.parse(response.text).id);
      return { ...response, method: 'POST' };
    },
    async (n) => ({
      ...(await client.send(`${root(n)}?limit=10`, { headers })),
      method: 'GET',
    }),
    async (n) => {
      const body = JSON.stringify({ description: `Update ${n}` });
      const path = `${root(n)}/${anyKnown(n)}`;
      return {
        ...(await client.send(path, { method: 'PATCH', headers: json, body })),
        method: 'PATCH',
      };
    },
    async (n) => ({
      ...(await client.send(`${root(n)}/${anyKnown(n)}`, { headers })),
      method: 'GET',
    }),
  ];
  const began = performance.now();
  const all: Promise<SentRequest>[] = [];
  const send = async (n: number): Promise<SentRequest> => {
    const sentAt = performance.now() - began;
    // The first requests create records, because the others need one.
    const kind = known.length === 0 ? kinds[0] : kinds[n % kinds.length];
    if (!kind) throw new Error('There is no such kind of request');
    return { ...(await kind(n)), sentAt };
  };
  while (!over.aborted) {
    const due = Math.floor(((performance.now() - began) / 1000) * rate);
    while (all.length < due) all.push(send(all.length));
    await sleep(TICK_MS);
  }
  return Promise.all(all);
}
