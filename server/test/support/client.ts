// Sends many requests over keep-alive connections, reads whole responses, and can send at a rate that does not wait for them.
import { Agent, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ClientResponse {
  /** The status is 0 if the connection closed without a response. */
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  milliseconds: number;
}

export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const TIMEOUT_MS = 20_000;

export class LoadClient {
  readonly #agent: Agent;
  readonly #request: typeof request;

  /** URLs that begin with https need `tls`. */
  constructor(sockets: number, tls?: { ca: Buffer; servername: string }) {
    // Without a timeout the agent ignores the keep-alive timeout of the server, and sends on a connection about to be closed.
    const options = { keepAlive: true, maxSockets: sockets, timeout: TIMEOUT_MS };
    this.#agent = tls ? new TlsAgent({ ...options, ...tls }) : new Agent(options);
    this.#request = tls ? tlsRequest : request;
  }

  send(
    url: string,
    { method = 'GET', headers = {}, body }: RequestOptions = {},
  ): Promise<ClientResponse> {
    const began = performance.now();
    return new Promise((resolve) => {
      const resolveLost = () =>
        resolve({ status: 0, headers: {}, text: '', milliseconds: performance.now() - began });
      const sent = this.#request(url, { method, headers, agent: this.#agent, timeout: TIMEOUT_MS });
      sent.on('timeout', () => sent.destroy());
      sent.on('error', resolveLost);
      sent.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('error', resolveLost).on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            milliseconds: performance.now() - began,
          }),
        );
      });
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

const TICK_MS = 10;

/** Calls `send` `perSecond` times a second, whether or not earlier requests have a response. */
export async function atPace<T>(
  perSecond: number,
  seconds: number,
  send: (index: number) => Promise<T>,
): Promise<T[]> {
  const began = performance.now();
  const all: Promise<T>[] = [];
  for (let elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - began) {
    const due = Math.floor((elapsed / 1000) * perSecond);
    while (all.length < due) all.push(send(all.length));
    await sleep(TICK_MS);
  }
  return Promise.all(all);
}

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;

export const countBy = (responses: readonly ClientResponse[]): string =>
  Object.entries(Object.groupBy(responses, ({ status }) => String(status)))
    .map(([status, list = []]) => `${list.length} × ${status}`)
    .join(', ');
