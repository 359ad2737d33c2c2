// Disconnects clients that do not read their responses, which would otherwise stay in memory.
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const LOOK_EVERY_MS = 1000;
/** Slower than any usable connection. */
export const SLOWEST_BYTES_PER_SECOND = 8192;
export const READ_WITHIN_MS = 12_000;
/**
 * For downloads, of which 256 kB are in memory. The kernel buffers up to 4 MB and then accepts nothing until
 * a third of that is sent: at 60 kB/s there is no visible progress for twenty seconds.
 */
const DOWNLOAD_PATIENCE = 5;
const downloading = new WeakSet<Socket>();

export function allowSlowDownload(response: ServerResponse): void {
  const { socket } = response;
  if (!socket) return;
  downloading.add(socket);
  socket.setTimeout(READ_WITHIN_MS * DOWNLOAD_PATIENCE);
  response.once('close', () => downloading.delete(socket));
}

const streaming = new WeakSet<Socket>();

/** For a stream that limits itself how much waits for its client, and for how long. */
export function exemptStream(response: ServerResponse): void {
  const { socket } = response;
  if (!socket) return;
  streaming.add(socket);
  socket.setTimeout(0);
  response.once('close', () => streaming.delete(socket));
}

/** How much of a connection's bytes had left the process at which look. */
interface Mark {
  look: number;
  drained: number;
}

const SLICE_BYTES = 64 * 1024;

/** Writes a long response in small pieces, because a single write shows no progress until all of it is sent. */
export function* slicesOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += SLICE_BYTES) yield body.subarray(at, at + SLICE_BYTES);
}

const drainedOf = (socket: Socket): number => socket.bytesWritten - socket.writableLength;

/**
 * Closes connections that had bytes waiting for the whole interval and sent too few of them. Time is counted
 * in looks: a process that stood still itself must not blame its clients for what it did not send.
 */
export function closeSlowClients(
  server: Server,
  withinMs = READ_WITHIN_MS,
  everyMs = LOOK_EVERY_MS,
): void {
  const marks = new Map<Socket, Mark | undefined>();
  const patienceFor = (socket: Socket) =>
    withinMs * (downloading.has(socket) ? DOWNLOAD_PATIENCE : 1);
  server.on('connection', (socket) => {
    marks.set(socket, undefined);
    socket.once('close', () => marks.delete(socket));
  });
  let looks = 0;
  const look = () => {
    looks += 1;
    for (const [socket, mark] of marks) {
      const now: Mark = { look: looks, drained: drainedOf(socket) };
      if (socket.writableLength === 0 || streaming.has(socket)) marks.set(socket, undefined);
      else if (!mark) marks.set(socket, now);
      else if ((now.look - mark.look) * everyMs >= patienceFor(socket)) {
        const least = (SLOWEST_BYTES_PER_SECOND * patienceFor(socket)) / 1000;
        if (now.drained - mark.drained < least) socket.destroy();
        else marks.set(socket, now);
      }
    }
  };
  const timer = setInterval(look, everyMs).unref();
  server.on('close', () => clearInterval(timer));
}
