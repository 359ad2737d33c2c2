// Clients that occupy a connection without making progress are disconnected, and a good client is served meanwhile as
// before.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { BODY_TIMEOUT_MS } from '../../../src/platform/http/guard/request-bodies.ts';
import { READ_WITHIN_MS } from '../../../src/platform/http/guard/slow-clients.ts';
import { HEADERS_WITHIN_MS, IDLE_MS } from '../../../src/platform/http/server.ts';
import { atPace, countBy, LoadClient, percentile } from '../../support/client.ts';
import { bytesOf } from '../../support/wire.ts';

const GOOD_PER_SECOND = 50;
/** Exceeds the server's timeouts; after it a connection counts as never closed. */
const TIMEOUT_MS = 30_000;

/** The process that opens the connections gets this message. */
export interface SlowClientOptions {
  /** The opening is sent at once, in base64. */
  opening: string;
  /** The drip is sent repeatedly afterwards. */
  drip?: string;
  /** Sends a request and never reads the response. */
  isUnread?: true;
  sockets: number;
  timeoutMs: number;
}

/** The process reports how the connections of each kind ended. */
export interface KindResult {
  kind: number;
  longestMs: number;
  neverClosed: number;
  statuses: string[];
}

export interface Kind extends Omit<SlowClientOptions, 'timeoutMs' | 'opening'> {
  name: string;
  opening: Buffer;
  /** The server must have closed the connection by then. */
  limitMs: number;
}

/** The caller may read and write incidents. */
export interface Target {
  url: string;
  authorization: string;
}

const get = (target: string, authorization?: string): Buffer =>
  bytesOf({
    method: 'GET',
    target,
    headers: authorization ? [['Authorization', authorization]] : [],
  });

const DRIPPED_HEADER = 'GET /livez HTTP/1.1\r\nHost: x\r\nX-A: ';

/** Each kind is limited by another timeout of the server. */
export function slowKinds({ authorization }: Target, sockets: number): Kind[] {
  const post = bytesOf({
    method: 'POST',
    target: '/prod/api/v1/incidents',
    headers: [
      ['Authorization', authorization],
      ['Content-Type', 'application/json'],
      ['Content-Length', '1000'],
    ],
  });
  const kinds: Omit<Kind, 'sockets'>[] = [
    {
      name: 'headers dripped byte by byte',
      opening: Buffer.from(DRIPPED_HEADER),
      drip: 'a',
      limitMs: HEADERS_WITHIN_MS,
    },
    {
      name: 'the headers of a second request dripped',
      opening: Buffer.concat([get('/livez'), Buffer.from(DRIPPED_HEADER)]),
      drip: 'a',
      limitMs: HEADERS_WITHIN_MS,
    },
    { name: 'a body dripped byte by byte', opening: post, drip: ' ', limitMs: BODY_TIMEOUT_MS },
    { name: 'opened and silent', opening: Buffer.alloc(0), limitMs: HEADERS_WITHIN_MS },
  ];
  return kinds.map((kind) => ({ ...kind, sockets }));
}

export const idleKind = (sockets: number, limitMs = IDLE_MS): Kind => ({
  name: 'kept alive and idle',
  opening: get('/livez'),
  sockets,
  limitMs,
});

const LARGE_INCIDENTS = 200;
const LARGE_TEXT = 60_000;
/** Each costs the server its whole response in memory. */
const UNREAD_SOCKETS = 20;

/** Requests a page of 12 MB, more than the kernel buffers for a client that does not read. */
export async function unreadKind({ url, authorization }: Target): Promise<Kind> {
  const client = new LoadClient(1);
  const body = JSON.stringify({
    short_description: 'large',
    description: 'x'.repeat(LARGE_TEXT),
  });
  const headers = { authorization, 'content-type': 'application/json' };
  for (let n = 0; n < LARGE_INCIDENTS; n += 1)
    await client.send(`${url}/prod/api/v1/incidents`, { method: 'POST', headers, body });
  client.close();
  return {
    name: 'sent and never read',
    opening: get('/prod/api/v1/incidents?limit=200', authorization),
    // The end of an unread response is behind unread data: only a write shows that the server closed the connection.
    // Empty lines before a request are allowed, so the server has no other reason to close it.
    drip: '\r\n',
    isUnread: true,
    sockets: UNREAD_SOCKETS,
    limitMs: READ_WITHIN_MS,
  };
}

interface Slow {
  /** Resolves when all are connected. */
  opened: Promise<void>;
  ended: Promise<KindResult[]>;
  stop: () => void;
}

function startSlow(port: number, kinds: readonly Kind[]): Slow {
  const file = fileURLToPath(new URL('./slow.process.ts', import.meta.url));
  const child: ChildProcess = fork(file, { execArgv: [] });
  const opened = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<KindResult[]>();
  const all: KindResult[] = [];
  child.on('message', (message) => {
    if (message === 'open') opened.resolve();
    else if (all.push(message as KindResult) === kinds.length) ended.resolve(all);
  });
  child.on('exit', () => {
    const gone = new Error('the slow clients ended before the server closed them');
    opened.reject(gone);
    ended.reject(gone);
  });
  child.send({
    port,
    kinds: kinds.map(({ opening, limitMs, ...kind }) => ({
      ...kind,
      opening: opening.toString('base64'),
      timeoutMs: limitMs + TIMEOUT_MS,
    })),
  });
  return { opened: opened.promise, ended: ended.promise, stop: () => void child.kill('SIGKILL') };
}

export interface Outcome {
  name: string;
  sockets: number;
  limitMs: number;
  longestMs: number;
  neverClosed: number;
  answered: string;
}

interface Good {
  responses: number;
  unserved: number;
  statuses: string;
  p50: number;
  p99: number;
  slowest: number;
}

/** Sends at a pace that does not wait for responses, until stopped. */
async function goodClient({ url, authorization }: Target, end: AbortSignal): Promise<Good> {
  const client = new LoadClient(4);
  const sendOne = () =>
    client.send(`${url}/prod/api/v1/incidents?limit=1`, { headers: { authorization } });
  const responses = [];
  do {
    responses.push(...(await atPace(GOOD_PER_SECOND, 0.5, sendOne)));
  } while (!end.aborted);
  client.close();
  const times = responses.map(({ milliseconds }) => milliseconds);
  return {
    responses: responses.length,
    unserved: responses.filter(({ status }) => status !== 200).length,
    statuses: countBy(responses),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    slowest: Math.max(...times),
  };
}

export interface SlowReport {
  outcomes: Outcome[];
  /** Measured before the slow clients, and from their first connection until the last was closed. */
  alone: Good;
  beside: Good;
}

/** Connects all kinds at once. */
export async function slowClients(
  target: Target,
  kinds: readonly Kind[],
  aloneMs: number,
): Promise<SlowReport> {
  await goodClient(target, AbortSignal.timeout(aloneMs));
  const alone = await goodClient(target, AbortSignal.timeout(aloneMs));
  const slow = startSlow(Number(new URL(target.url).port), kinds);
  const over = new AbortController();
  try {
    const [ended, beside] = await Promise.all([
      Promise.all([slow.ended, slow.opened])
        .then(([all]) => all)
        .finally(() => over.abort()),
      goodClient(target, over.signal),
    ]);
    const outcomes = ended.map(({ kind, longestMs, neverClosed, statuses }) => {
      const { name = '', sockets = 0, limitMs = 0 } = kinds[kind] ?? {};
      return { name, sockets, limitMs, longestMs, neverClosed, answered: statuses.join(', ') };
    });
    return { outcomes, alone, beside };
  } finally {
    slow.stop();
  }
}
