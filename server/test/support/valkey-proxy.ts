// Puts a proxy in front of Valkey that makes it slow or unavailable for one process.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type ValkeyProxy = Awaited<ReturnType<typeof startValkeyProxy>>;

/** The proxy lets nothing through while it is paused, and cuts open connections on request. */
export async function startValkeyProxy(url: string) {
  const { port, hostname } = new URL(url);
  const sockets = new Set<Socket>();
  const toValkey = new Set<Socket>();
  let isPaused = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    toValkey.add(far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (part) => to.write(part)).on('error', () => {});
      from.on('close', () => {
        to.destroy();
        sockets.delete(from);
        toValkey.delete(from);
      });
      if (isPaused) from.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}/0`,
    pause: () => {
      isPaused = true;
      for (const socket of sockets) socket.pause();
    },
    /** Resolves when each open connection has received a response, which is when the pause is over for a process. */
    resume: async () => {
      isPaused = false;
      const responses = [...toValkey].map((socket) =>
        Promise.race([once(socket, 'data'), once(socket, 'close')]),
      );
      for (const socket of sockets) socket.resume();
      await Promise.all(responses);
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
