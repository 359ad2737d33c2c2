// Puts a proxy in front of a server that makes it slow or unavailable for those that connect through it.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type PausingProxy = Awaited<ReturnType<typeof startPausingProxy>>;

/** The proxy lets nothing through while it is paused, and cuts open connections on request. */
export async function startPausingProxy(url: string) {
  const own = new URL(url);
  const { port, hostname } = own;
  const sockets = new Set<Socket>();
  const toServer = new Set<Socket>();
  let isPaused = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    toServer.add(far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (part) => to.write(part)).on('error', () => {});
      from.on('close', () => {
        to.destroy();
        sockets.delete(from);
        toServer.delete(from);
      });
      if (isPaused) from.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** This is the URL of the server, with the address of the proxy. */
    url: own.href,
    port: own.port,
    pause: () => {
      isPaused = true;
      for (const socket of sockets) socket.pause();
    },
    /** Resolves when each open connection has received a response, which is when the pause is over for a process. */
    resume: async () => {
      isPaused = false;
      const responses = [...toServer].map((socket) =>
        Promise.race([once(socket, 'data'), once(socket, 'close')]),
      );
      for (const socket of sockets) socket.resume();
      await Promise.all(responses);
    },
    /** Returns how many connections were cut. */
    cut: (): number => {
      const open = toServer.size;
      for (const socket of sockets) socket.destroy();
      return open;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
