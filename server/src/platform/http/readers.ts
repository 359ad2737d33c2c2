// Clients that ask and do not read: their answers would stay in our memory for as long as they like.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const LOOK_EVERY_MS = 1000;
/** Slower than any line that a person would wait for. */
const SLOWEST_BYTES_PER_SECOND = 8192;
export const READ_WITHIN_MS = 12_000;

interface Mark {
  at: number;
  drained: number;
}

/** What Node knows of a connection and does not show: how much of a write that is under way has not gone out yet. */
interface Handle {
  bytesWritten: number;
  writeQueueSize: number;
}

/** By `writableLength` alone, an answer that is one long write would not have moved until all of it is out. */
const drainedOf = (socket: Socket): number => {
  const { _handle: handle } = socket as Socket & { _handle?: Handle | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : socket.bytesWritten;
};

/** Closes connections on which bytes have waited for the whole time and too few of them went out. */
export function closeSlowReaders(server: Server, withinMs = READ_WITHIN_MS): void {
  const marks = new Map<Socket, Mark | undefined>();
  const least = (SLOWEST_BYTES_PER_SECOND * withinMs) / 1000;
  server.on('connection', (socket) => {
    marks.set(socket, undefined);
    socket.once('close', () => marks.delete(socket));
  });
  const look = () => {
    const now = performance.now();
    for (const [socket, mark] of marks) {
      if (socket.writableLength === 0) marks.set(socket, undefined);
      else if (!mark) marks.set(socket, { at: now, drained: drainedOf(socket) });
      else if (now - mark.at >= withinMs) {
        if (drainedOf(socket) - mark.drained < least) socket.destroy();
        else marks.set(socket, { at: now, drained: drainedOf(socket) });
      }
    }
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  server.on('close', () => clearInterval(timer));
}
