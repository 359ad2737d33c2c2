// An HTTP CONNECT proxy records every requested address and routes public ones to servers of this machine, because tests
// send nothing elsewhere.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface ConnectProxy {
  url: string;
  /** Every CONNECT adds its `address:port`. */
  asked: string[];
  /** The last CONNECT had this `Proxy-Authorization`. */
  authorization: string | undefined;
  /** Maps `address:port` to a port of this machine; a CONNECT to any other address gets 403. */
  routes: Map<string, number>;
  close: () => Promise<void>;
}

export async function startConnectProxy(): Promise<ConnectProxy> {
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on('connect', (request, near: Socket) => {
    const target = request.url ?? '';
    track(near);
    proxy.asked.push(target);
    proxy.authorization = request.headers['proxy-authorization'];
    const port = proxy.routes.get(target);
    if (port === undefined) {
      near.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const far = connect(port, '127.0.0.1', () => {
      near.write('HTTP/1.1 200 Connection established\r\n\r\n');
      near.pipe(far).pipe(near);
    });
    track(far);
    far.on('close', () => near.destroy());
    near.on('close', () => far.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: ConnectProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    authorization: undefined,
    routes: new Map(),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
