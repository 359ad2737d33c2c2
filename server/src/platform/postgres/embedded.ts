// The demonstration runs PostgreSQL inside the process: PGlite behind a local port, so that everything connects to it as
// to any PostgreSQL. It has one backend, so a connection occupies it from its first message to the end of its
// transaction; session settings and prepared statements would be shared, and there are no timeouts.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { ConnectOptions } from './connection.ts';

/** A request waits longer than for a connection of its own, because it also waits for the others before it. */
const ACQUIRE_WITHIN_MS = 15_000;

/** A connection that cannot get the backend within the waiting time fails. */
export function embeddedOptions(waitMs: number): Partial<ConnectOptions> {
  const acquireWithinMs = Math.max(ACQUIRE_WITHIN_MS, waitMs);
  return { prepared: false, connectWithinMs: acquireWithinMs, respondWithinMs: acquireWithinMs };
}

/** Sends bytes and returns the response. */
type Backend = (messages: Uint8Array) => Promise<Uint8Array>;

const TERMINATE = 'X'.charCodeAt(0);
const READY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);
const ROLLBACK = Buffer.from('S\0\0\0\u0004Q\0\0\0\u000drollback\0', 'latin1');

/** Connections acquire the backend one at a time, in order. */
function createMutex(): () => Promise<() => void> {
  let last = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return resolve;
  };
}

/** A message has a type, then a length that includes itself. Incomplete ones are skipped. */
function* messagesOf(bytes: Buffer): Generator<{ type: number; start: number; end: number }> {
  for (let start = 0; start + 5 <= bytes.length;) {
    const end = start + 1 + bytes.readInt32BE(start + 1);
    if (end > bytes.length) return;
    yield { type: bytes[start] ?? 0, start, end };
    start = end;
  }
}

/** The backend is idle if it has responded to everything and no transaction is open. */
function isIdle(response: Buffer): boolean {
  const ready = [...messagesOf(response)].findLast(({ type }) => type === READY);
  return ready !== undefined && response[ready.end - 1] === IDLE;
}

/** Yields complete messages; the first has no type. Ends when the client terminates. */
async function* readMessages(socket: Socket): AsyncGenerator<Buffer> {
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
  acquire: ReturnType<typeof createMutex>,
): Promise<void> {
  let release: (() => void) | undefined;
  let isKnown = false;
  try {
    for await (const messages of readMessages(socket)) {
      isKnown ||= messages.includes(`user\0${user}\0`);
      if (!isKnown) break;
      release ??= await acquire();
      const response = Buffer.from(await backend(messages));
      socket.write(response);
      if (!isIdle(response)) continue;
      release();
      release = undefined;
    }
  } finally {
    if (release) await backend(ROLLBACK).finally(release);
    socket.destroy();
  }
}

export interface EmbeddedDatabase {
  url: string;
  close: () => Promise<void>;
}

export async function startEmbedded(folder: string): Promise<EmbeddedDatabase> {
  // The imports are lazy, so that only the demonstration loads them.
  const { PGlite } = await import('@electric-sql/pglite');
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm');
  const { vector } = await import('@electric-sql/pglite-pgvector');
  const pglite = await PGlite.create(folder, { extensions: { pg_trgm, vector } });
  const backend: Backend = (messages) => pglite.execProtocolRaw(messages);
  const user = `demo_${randomBytes(16).toString('hex')}`;
  const acquire = createMutex();
  // The client notices a broken connection itself.
  const server = createServer((socket) => {
    socket.on('error', () => {});
    serve(socket, user, backend, acquire).catch(() => {});
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
