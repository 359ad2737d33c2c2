// The proxy in front of an instance fails a share of the requests, before or after the instance has executed them.
import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as send,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../../server/test/support/random.ts';

interface Reply {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

type Fault = (
  execute: () => Promise<Reply>,
  response: ServerResponse,
  slowMs: number,
) => Promise<void> | void;

const refuse =
  (status: number, headers: Record<string, string>): Fault =>
  (_, response) =>
    void response.writeHead(status, headers).end('{}');

/** Writes the first half of a body, after the headers of the whole. */
const writeHalf = ({ status, headers, body }: Reply, response: ServerResponse): void => {
  response.writeHead(status, headers);
  response.write(body.slice(0, body.length / 2));
};

const faults: Record<string, Fault> = {
  'reset before': (_, response) => void response.destroy(),
  'reset after': async (execute, response) => {
    await execute();
    response.destroy();
  },
  429: refuse(429, { 'retry-after': '1' }),
  503: refuse(503, {}),
  '503 after': async (execute, response, slowMs) => {
    await execute();
    await refuse(503, {})(execute, response, slowMs);
  },
  'cut body': async (execute, response) => {
    writeHalf(await execute(), response);
    await pause(5);
    response.destroy();
  },
  'slow body': async (execute, response, slowMs) => {
    const reply = await execute();
    writeHalf(reply, response);
    await pause(slowMs);
    response.end(reply.body.slice(reply.body.length / 2));
  },
};

export interface FaultProxy {
  url: string;
  /** Counts requests by their outcome. */
  counts: Record<string, number>;
  stop: () => Promise<void>;
}

/** `slowMs` should be longer than the time limit of the clients. */
export async function startFaultProxy(
  target: string,
  random: Random,
  { failedShare, slowMs }: { failedShare: number; slowMs: number },
): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true });
  const counts: Record<string, number> = {};
  const count = (name: string) => (counts[name] = (counts[name] ?? 0) + 1);

  const forward = async (request: IncomingMessage, body: string): Promise<Reply> => {
    const sent = send(target + (request.url ?? ''), {
      agent,
      method: request.method,
      headers: request.headers,
    });
    sent.end(body);
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: reply.statusCode ?? 0, headers: reply.headers, body: await text(reply) };
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const execute = () => forward(request, body);
    if (random.chance(failedShare)) {
      const name = random.pick(Object.keys(faults));
      count(name);
      return faults[name]?.(execute, response, slowMs);
    }
    count('passed');
    const reply = await execute();
    response.writeHead(reply.status, reply.headers).end(reply.body);
  };

  const server = createServer((request, response) => {
    // A client that gives up closes its connection, whatever is being done for it.
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    stop: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
