// PostgreSQL inside the process, for the demonstration: PGlite behind a local port, so that everything connects to
// it as to any PostgreSQL. It has one backend, so a connection occupies it from its first message to the end of its
// transaction; session settings and prepared statements would be shared, and there are no timeouts.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { ConnectOptions } from './connection.ts';

/** Longer than a request waits for a connection of its own: here it also waits until the others have had their turns. */
const TURN_WITHIN_MS = 15_000;

/** A connection that cannot get the backend within the waiting time fails. */
export function embeddedOptions(waitMs: number): Partial<ConnectOptions> {
  const turnWithinMs = Math.max(TURN_WITHIN_MS, waitMs);
  return { prepared: false, connectWithinMs: turnWithinMs, answerWithinMs: turnWithinMs };
}

/** Sends bytes and returns the response. */
type Backend = (messages: Uint8Array) => Promise<Uint8Array>;

const TERMINATE = 'X'.charCodeAt(0);
const READY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);
const ROLLBACK = Buffer.from('S\0\0\0\u0004Q\0\0\0\u000drollback\0', 'latin1');

/** Runs tasks one at a time, in order. */
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

/** Start and end of each complete message: a type, then a length that includes itself. */
function* messagesOf(bytes: Buffer): Generator<{ type: number; start: number; end: number }> {
  for (let start = 0; start + 5 <= bytes.length;) {
    const end = start + 1 + bytes.readInt32BE(start + 1);
    if (end > bytes.length) return;
    yield { type: bytes[start] ?? 0, start, end };
    start = end;
  }
}

/** Whether the backend has responded to everything and no transaction is open. */
function isIdle(answer: Buffer): boolean {
  const ready = [...messagesOf(answer)].findLast(({ type }) => type === READY);
  return ready !== undefined && answer[ready.end - 1] === IDLE;
}

/** Complete messages as they are received; the first has no type. Ends when the client terminates. */
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

/** `user` is known only to this process: others on this machine can reach the port, but not the database. */
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
  // Imported lazily, so that only the demonstration loads it.
  const { PGlite } = await import('@electric-sql/pglite');
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm');
  const { vector } = await import('@electric-sql/pglite-pgvector');
  const pglite = await PGlite.create(folder, { extensions: { pg_trgm, vector } });
  const backend: Backend = (messages) => pglite.execProtocolRaw(messages);
  const user = `demo_${randomBytes(16).toString('hex')}`;
  const takeTurn = turns();
  // The client notices a broken connection itself.
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
