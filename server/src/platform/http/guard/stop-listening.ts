// Stops accepting connections so that a gateway without health checks loses no request. A connection that the kernel has
// accepted and the process has not is reset when listening ends, and a gateway does not repeat a POST that it has sent:
// with `Connection: close` in every response of the drain, which makes a gateway open a connection per request, 65 of
// 12,525 requests failed in six restarts.
import { closeSync, openSync, readSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { setImmediate as afterPoll, setTimeout as sleep } from 'node:timers/promises';

/** If no connection came for this long, none is expected soon. */
const PAUSE_MS = 20;
const WAIT_FOR_PAUSE_MS = 1000;
/** A process that is overloaded may never have accepted all of them. */
const WAIT_FOR_ALL_MS = 5000;
const POLL_INTERVAL_MS = 5;
/** A gateway has this long to use each connection that it keeps open for one more request. */
const LAST_REQUESTS_MS = 2000;

/** Returns an empty text where the file does not exist, as on systems other than Linux. */
function readStart(path: string, bytes: number): string {
  try {
    const file = openSync(path, 'r');
    const buffer = Buffer.alloc(bytes);
    const read = readSync(file, buffer, 0, bytes, 0);
    closeSync(file);
    return buffer.toString('latin1', 0, read);
  } catch {
    return '';
  }
}

/** These bytes suffice, because the tables list listening sockets first. */
const TABLE_BYTES = 65_536;
/** Captures the local port and the queue of connections that are not accepted, in hexadecimal, where the state is listening. */
const LISTENING = /:([0-9A-F]{4}) [0-9A-F]+:0000 0A [0-9A-F]{8}:([0-9A-F]{8})/g;

/** Counts the connections of the port that the kernel has accepted and no process has. */
export function waitingConnections(
  port: number,
  tables = ['/proc/net/tcp', '/proc/net/tcp6'],
): number {
  return tables
    .flatMap((table) => [...readStart(table, TABLE_BYTES).matchAll(LISTENING)])
    .filter(([, local = '']) => Number.parseInt(local, 16) === port)
    .reduce((sum, [, , waiting = '']) => sum + Number.parseInt(waiting, 16), 0);
}

/** Must be followed by the end of listening at once. */
async function waitUntilAccepted(server: Server): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const began = performance.now();
  let last = began;
  const note = () => {
    last = performance.now();
  };
  server.on('connection', note);
  for (let now = began; now < began + WAIT_FOR_ALL_MS; now = performance.now()) {
    // Timers run before the connections of a long iteration of the event loop are accepted.
    await afterPoll();
    const isPaused = now > last + PAUSE_MS || now > began + WAIT_FOR_PAUSE_MS;
    if (isPaused && waitingConnections(port) === 0) break;
    await sleep(POLL_INTERVAL_MS);
  }
  server.off('connection', note);
}

/** Open connections stay open for a while; responses ask their clients to close them. */
export async function stopListening(
  server: Server,
  lastRequestsMs = LAST_REQUESTS_MS,
): Promise<void> {
  await waitUntilAccepted(server);
  // The HTTP server's own method would close idle connections at once, perhaps while a request is on its way.
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  await Promise.race([closed, sleep(lastRequestsMs, undefined, { ref: false })]);
  // A connection whose request has arrived and is not read yet would count as idle.
  await afterPoll();
  server.closeIdleConnections();
}
