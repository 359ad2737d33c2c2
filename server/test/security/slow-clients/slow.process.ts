// The slow clients run in their own process, so that their cost is not charged to the server. The parent sends which
// connections to open, and receives how each kind ended. One timer serves all of them.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SlowClientOptions, KindResult } from './slow.ts';

/** The limit is smaller than the server's listen backlog: a connection that overflows it stays half open. */
const MAX_CONCURRENT = 100;
/** A thousand connections are opened a second, so that the test is of slow clients and not of a connection storm. */
const BATCH_EVERY_MS = 100;
const TICK_MS = 50;
const DRIP_MS = 500;
const CONNECT_WITHIN_MS = 10_000;

interface SlowConnection {
  socket: Socket;
  since: number;
  drip: string | undefined;
  closedAfter?: number;
  said: string;
}

async function open(
  port: number,
  { opening, drip, isUnread }: SlowClientOptions,
): Promise<SlowConnection> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const opened = once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_WITHIN_MS) });
  await opened.catch(() => socket.destroy());
  const connection: SlowConnection = { socket, since: performance.now(), drip, said: '' };
  socket.on('close', () => {
    connection.closedAfter = performance.now() - connection.since;
  });
  if (isUnread) socket.pause();
  else socket.setEncoding('latin1').on('data', (part) => (connection.said += String(part)));
  if (opening !== '') socket.write(Buffer.from(opening, 'base64'));
  return connection;
}

const statusesOf = (said: string): string =>
  [...said.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status).join(' then ') || 'nothing';

async function run({ port, kinds }: { port: number; kinds: SlowClientOptions[] }): Promise<void> {
  const all = kinds.map((): SlowConnection[] => []);
  let tick = 0;
  const ticksPerDrip = DRIP_MS / TICK_MS;
  setInterval(() => {
    tick += 1;
    for (const group of all)
      for (let n = tick % ticksPerDrip; n < group.length; n += ticksPerDrip) {
        const { socket, drip } = group[n] as SlowConnection;
        if (drip && socket.writable) socket.write(drip);
      }
  }, TICK_MS);
  // Kinds alternate, so that all of them are connected together.
  const most = Math.max(...kinds.map(({ sockets }) => sockets));
  const step = Math.floor(MAX_CONCURRENT / kinds.length);
  for (let from = 0; from < most; from += step) {
    const batch = kinds.flatMap((kind, i) =>
      Array.from({ length: Math.max(0, Math.min(step, kind.sockets - from)) }, async () => {
        all[i]?.push(await open(port, kind));
      }),
    );
    await Promise.all([...batch, sleep(BATCH_EVERY_MS)]);
  }
  process.send?.('open');
  await Promise.all(
    kinds.map(async ({ timeoutMs }, i) => {
      const group = all[i] ?? [];
      const isOver = () =>
        group.every(
          ({ closedAfter, since }) =>
            closedAfter !== undefined || performance.now() - since > timeoutMs,
        );
      while (!isOver()) await sleep(TICK_MS);
      const ended: KindResult = {
        kind: i,
        longestMs: Math.round(Math.max(0, ...group.map(({ closedAfter = 0 }) => closedAfter))),
        neverClosed: group.filter(({ closedAfter }) => closedAfter === undefined).length,
        statuses: [...new Set(group.map(({ said }) => statusesOf(said)))],
      };
      process.send?.(ended);
    }),
  );
}

process.on(
  'message',
  (options) => void run(options as { port: number; kinds: SlowClientOptions[] }),
);
process.on('disconnect', () => process.exit());
