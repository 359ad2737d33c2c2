// A proxy in front of PostgreSQL can lose its host: open connections stay open but deliver nothing, as when a machine
// vanishes behind a load balancer; new connections reach a working database.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export async function startSwallowingProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let swallowed = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (part) => swallowed.has(from) || to.write(part)).on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        if (!swallowed.has(from)) to.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    /** Returns how many connections were lost. */
    lose: (): number => {
      swallowed = new Set(sockets);
      return swallowed.size / 2;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
