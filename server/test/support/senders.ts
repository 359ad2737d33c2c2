// Posts signed events over persistent connections.
import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';

export interface SendResult {
  status: number;
  body: Record<string, unknown>;
}

export const signature = (secret: string, body: string | Buffer): string =>
  createHmac('sha256', secret).update(body).digest('hex');

export const keepAliveAgent = (sockets: number): Agent =>
  new Agent({ keepAlive: true, maxSockets: sockets });

/** Rejects if there is no response, for whatever reason. */
export const post = (
  agent: Agent,
  url: string,
  headers: Record<string, string | string[]>,
  body: string | Buffer,
): Promise<SendResult> =>
  new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: 'POST',
        agent,
        timeout: 20_000,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, body: text === '' ? {} : JSON.parse(text) });
        });
      },
    );
    outgoing.once('error', reject);
    outgoing.once('timeout', () => outgoing.destroy(new Error('no response in time')));
    outgoing.end(body);
  });

/** Calls `work` with 0 to `jobs` - 1, at most `workers` at a time. */
export async function inParallel(
  workers: number,
  jobs: number,
  work: (job: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (let job = next++; job < jobs; job = next++) await work(job);
    }),
  );
}
