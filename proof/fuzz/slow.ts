// Clients that hold a connection and give nothing for it, and one good client among them.
import { connect, type Socket } from 'node:net';
import { ARRIVAL_MS } from '../../server/src/platform/http/arrival.ts';
import { READ_WITHIN_MS } from '../../server/src/platform/http/readers.ts';
import type { Instance } from '../../server/test/harness.ts';
import { bytesOf, Client } from './wire.ts';

const DRIP_MS = 500;
const GOOD_EVERY_MS = 100;

interface Kind {
  name: string;
  /** Sent at once. */
  opening: Buffer;
  /** Then sent again and again. */
  drip?: string;
  /** Asks, and never reads what it is told. */
  isUnread?: true;
  /** Instead of the usual number: each costs the server its whole answer in memory. */
  sockets?: number;
  /** After how long the server promises to be rid of it. */
  limitMs: number;
}

export interface Outcome {
  name: string;
  sockets: number;
  limitMs: number;
  longestMs: number;
  statuses: string[];
}

/** The promises are those of the running server, not of this file. */
async function kindsOf({ app, tokenFor }: Instance): Promise<Kind[]> {
  const { headersTimeout, keepAliveTimeout } = app.server;
  const token = await tokenFor('agent');
  const post = bytesOf({
    method: 'POST',
    target: '/prod/api/v1/incidents',
    headers: [
      ['Authorization', `Bearer ${token}`],
      ['Content-Type', 'application/json'],
      ['Content-Length', '1000'],
    ],
  });
  return [
    {
      name: 'headers dripped byte by byte',
      opening: Buffer.from('GET /livez HTTP/1.1\r\nHost: x\r\nX-A: '),
      drip: 'a',
      limitMs: headersTimeout,
    },
    { name: 'a body dripped byte by byte', opening: post, drip: ' ', limitMs: ARRIVAL_MS },
    { name: 'opened and silent', opening: Buffer.alloc(0), limitMs: headersTimeout },
    {
      name: 'kept alive and idle',
      opening: bytesOf({ method: 'GET', target: '/livez', headers: [] }),
      limitMs: keepAliveTimeout,
    },
  ];
}

const LARGE_INCIDENTS = 200;
const LARGE_TEXT = 60_000;
const UNREAD_SOCKETS = 20;

/** A page of 12 MB, more than the system takes for a client that does not read. */
export async function unreadKind(desk: Instance): Promise<Kind> {
  const description = 'x'.repeat(LARGE_TEXT);
  for (let n = 0; n < LARGE_INCIDENTS; n += 1)
    await desk.call('POST', '/incidents', { body: { short_description: 'large', description } });
  const token = await desk.tokenFor('agent');
  return {
    name: 'asked and never read',
    opening: bytesOf({
      method: 'GET',
      target: '/prod/api/v1/incidents?limit=200',
      headers: [['Authorization', `Bearer ${token}`]],
    }),
    isUnread: true,
    sockets: UNREAD_SOCKETS,
    limitMs: READ_WITHIN_MS,
  };
}

/** Resolves once the server has closed it, with how long that took and what it said. */
function hold(
  port: number,
  { opening, drip, isUnread }: Kind,
): Promise<{ ms: number; said: string }> {
  const began = performance.now();
  const socket: Socket = connect(port, '127.0.0.1');
  let said = '';
  if (opening.length > 0) socket.write(opening);
  const dripping = drip && setInterval(() => socket.writable && socket.write(drip), DRIP_MS);
  if (isUnread) socket.pause();
  else
    socket.setEncoding('latin1').on('data', (part) => {
      said += String(part);
    });
  return new Promise((resolve) => {
    socket.on('error', () => {});
    // Of an unread one the end is behind what is not read: the server knows when it let go.
    const asked = isUnread && setInterval(() => socket.write(' '), DRIP_MS);
    socket.on('close', () => {
      clearInterval(dripping || undefined);
      clearInterval(asked || undefined);
      resolve({ ms: performance.now() - began, said });
    });
  });
}

const statusesOf = (said: string): string =>
  [...said.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status).join(' then ') || 'nothing';

/** All kinds at once; `served` are the latencies of the good client meanwhile. */
export async function slowClients(
  desk: Instance,
  usual: number,
  more: readonly Kind[] = [],
): Promise<{ outcomes: Outcome[]; served: number[]; unserved: number }> {
  const port = Number(new URL(desk.url).port);
  const kinds = [...(await kindsOf(desk)), ...more];
  const over = new AbortController();
  const held = Promise.all(
    kinds.map(async (kind) => {
      const { sockets = usual } = kind;
      const all = await Promise.all(Array.from({ length: sockets }, () => hold(port, kind)));
      return {
        name: kind.name,
        sockets,
        limitMs: kind.limitMs,
        longestMs: Math.round(Math.max(...all.map(({ ms }) => ms))),
        statuses: [...new Set(all.map(({ said }) => statusesOf(said)))],
      };
    }),
  ).finally(() => over.abort());

  const client = new Client(desk.url);
  const token = await desk.tokenFor('agent');
  const good = bytesOf({
    method: 'GET',
    target: '/prod/api/v1/incidents?limit=1',
    headers: [['Authorization', `Bearer ${token}`]],
  });
  const served: number[] = [];
  let unserved = 0;
  while (!over.signal.aborted) {
    const answer = await client.send(good);
    if (answer?.status === 200) served.push(answer.milliseconds);
    else unserved += 1;
    await new Promise((resolve) => setTimeout(resolve, GOOD_EVERY_MS));
  }
  client.close();
  return { outcomes: await held, served, unserved };
}
