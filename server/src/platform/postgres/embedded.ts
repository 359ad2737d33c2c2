// PostgreSQL inside the process, for the demonstration: PGlite behind a local port, so that everything speaks to
// it as to any PostgreSQL. It has one backend, so a connection holds it from its first message to the end of its
// transaction; session settings and named statements would be everybody's, and timers do not exist.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { ConnectOptions } from './connection.ts';

/** What cannot get the backend, such as a statement beside the transaction that waits for it, fails after this. */
export const embeddedOptions: Pick<ConnectOptions, 'prepared' | 'answerWithinMs'> = {
  prepared: false,
  answerWithinMs: 5000,
};

/** Bytes that go in, and those that come back. */
type Backend = (messages: Uint8Array) => Promise<Uint8Array>;

const TERMINATE = 'X'.charCodeAt(0);
const READY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);
const ROLLBACK = Buffer.from('S\0\0\0\u0004Q\0\0\0\u000drollback\0', 'latin1');

/** One after the other, in the order of asking. */
function turns(): () => Promise<() => void> {
  let last = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return resolve;
  };
}

/** Where each whole message begins and ends: a type, then a length that counts itself. */
function* messagesOf(bytes: Buffer): Generator<{ type: number; start: number; end: number }> {
  for (let start = 0; start + 5 <= bytes.length;) {
    const end = start + 1 + bytes.readInt32BE(start + 1);
    if (end > bytes.length) return;
    yield { type: bytes[start] ?? 0, start, end };
    start = end;
  }
}

/** Whether the backend has answered all, and no transaction is open. */
function isIdle(answer: Buffer): boolean {
  const ready = [...messagesOf(answer)].findLast(({ type }) => type === READY);
  return ready !== undefined && answer[ready.end - 1] === IDLE;
}

/** Whole messages as they come; the first has no type. Ends when the other side says that it ends. */
async function* received(socket: Socket): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  let hasBegun = false;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, chunk]);
    if (!hasBegun) {
      if (rest.length < 4 || rest.length < rest.readInt32BE(0)) continue;
      hasBegun = true;
      const end = rest.readInt32BE(0);
      yield rest.subarray(0, end);
      rest = rest.subarray(end);
    }
    const whole = [...messagesOf(rest)];
    const end = whole.findLast(({ type }) => type !== TERMINATE)?.end ?? 0;
    if (end > 0) yield rest.subarray(0, end);
    if (whole.at(-1)?.type === TERMINATE) return;
    rest = rest.subarray(end);
  }
}

/** `user` is known to this process alone: others on this machine can reach the port, but not the database. */
async function serve(
  socket: Socket,
  user: string,
  backend: Backend,
  takeTurn: ReturnType<typeof turns>,
): Promise<void> {
  let endTurn: (() => void) | undefined;
  let isKnown = false;
  try {
    for await (const messages of received(socket)) {
      isKnown ||= messages.includes(`user\0${user}\0`);
      if (!isKnown) break;
      endTurn ??= await takeTurn();
      const answer = Buffer.from(await backend(messages));
      socket.write(answer);
      if (!isIdle(answer)) continue;
      endTurn();
      endTurn = undefined;
    }
  } finally {
    if (endTurn) await backend(ROLLBACK).finally(endTurn);
    socket.destroy();
  }
}

export interface Embedded {
  url: string;
  close: () => Promise<void>;
}

export async function startEmbedded(folder: string): Promise<Embedded> {
  // Loaded here, so that no other process pays for it.
  const { PGlite } = await import('@electric-sql/pglite');
  const pglite = await PGlite.create(folder);
  const backend: Backend = (messages) => pglite.execProtocolRaw(messages);
  const user = `demo_${randomBytes(16).toString('hex')}`;
  const takeTurn = turns();
  // A connection that breaks is told to its client by breaking.
  const server = createServer((socket) => {
    socket.on('error', () => {});
    serve(socket, user, backend, takeTurn).catch(() => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://${user}@127.0.0.1:${port}/postgres`,
    close: async () => {
      server.close();
      await pglite.close();
    },
  };
}
