// Disconnects clients that do not read their responses, which would otherwise stay in memory.
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const CHECK_INTERVAL_MS = 1000;
/** Every usable connection is faster. */
export const SLOWEST_BYTES_PER_SECOND = 8192;
export const READ_WITHIN_MS = 12_000;
/**
 * A download gets more time; only 256 kB of it are in memory. The kernel buffers up to 4 MB and then accepts nothing
 * until a third of that is sent: at 60 kB/s there is no visible progress for twenty seconds.
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

/** A stream is exempt because it limits itself how much waits for its client, and for how long. */
export function exemptStream(response: ServerResponse): void {
  const { socket } = response;
  if (!socket) return;
  streaming.add(socket);
  socket.setTimeout(0);
  response.once('close', () => streaming.delete(socket));
}

/** `drained` bytes of the connection had left the process at this check. */
interface Progress {
  check: number;
  drained: number;
}

const SLICE_BYTES = 64 * 1024;

/** Writes a long response in small pieces, because a single write shows no progress until all of it is sent. */
export function* slicesOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += SLICE_BYTES) yield body.subarray(at, at + SLICE_BYTES);
}

const drainedBytesOf = (socket: Socket): number => socket.bytesWritten - socket.writableLength;

/**
 * Closes connections that had bytes waiting for the whole interval and sent too few of them. Time is counted in checks:
 * a process that was paused must not blame its clients for what it did not send.
 */
export function closeSlowClients(
  server: Server,
  withinMs = READ_WITHIN_MS,
  everyMs = CHECK_INTERVAL_MS,
): void {
  const progress = new Map<Socket, Progress | undefined>();
  const patienceFor = (socket: Socket) =>
    withinMs * (downloading.has(socket) ? DOWNLOAD_PATIENCE : 1);
  server.on('connection', (socket) => {
    progress.set(socket, undefined);
    socket.once('close', () => progress.delete(socket));
  });
  let checks = 0;
  const check = () => {
    checks += 1;
    for (const [socket, before] of progress) {
      const now: Progress = { check: checks, drained: drainedBytesOf(socket) };
      if (socket.writableLength === 0 || streaming.has(socket)) progress.set(socket, undefined);
      else if (!before) progress.set(socket, now);
      else if ((now.check - before.check) * everyMs >= patienceFor(socket)) {
        const least = (SLOWEST_BYTES_PER_SECOND * patienceFor(socket)) / 1000;
        if (now.drained - before.drained < least) socket.destroy();
        else progress.set(socket, now);
      }
    }
  };
  const timer = setInterval(check, everyMs).unref();
  server.on('close', () => clearInterval(timer));
}
