// Ends the acceptance of connections so that a gateway without health checks loses no request. A connection that the
// kernel has accepted and the process has not is reset when listening ends, and a gateway does not repeat a POST that it
// has sent: with `Connection: close` in every response of the drain, which makes a gateway open a connection per request,
// 65 of 12,525 requests failed in six restarts.
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as afterPoll, setTimeout as sleep } from 'node:timers/promises';

/** Without a new connection for this long, none is expected to wait in the kernel. */
const PAUSE_MS = 20;
const WAIT_FOR_PAUSE_MS = 1000;
const LOOK_EVERY_MS = 5;
/** For a gateway to use the connections that it keeps, each for one more request. */
const LAST_REQUESTS_MS = 2000;

async function pauseOfConnections(server: Server): Promise<void> {
  let last = performance.now();
  const note = () => {
    last = performance.now();
  };
  server.on('connection', note);
  const until = last + WAIT_FOR_PAUSE_MS;
  while (performance.now() - last < PAUSE_MS && performance.now() < until) {
    await sleep(LOOK_EVERY_MS);
    // Timers run before the connections of a long turn of the event loop are accepted.
    await afterPoll();
  }
  server.off('connection', note);
}

/** Connections that are open stay so for a while; responses ask their clients to close them. */
export async function stopListening(server: Server): Promise<void> {
  await pauseOfConnections(server);
  // Not the method of the HTTP server, which closes idle connections at once, perhaps while a request is on its way.
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  await Promise.race([closed, sleep(LAST_REQUESTS_MS)]);
  // A connection whose request has arrived and is not read yet would count as idle.
  await afterPoll();
  server.closeIdleConnections();
}
