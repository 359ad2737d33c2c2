// The receiver reads the raw socket: the header lines of a request as received, before anything could merge them.
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { authority } from '../../support/receivers.ts';

export interface RawReceiver {
  url: string;
  /** Each request adds its header lines. */
  heads: string[][];
  /** Sets the response to the next requests. */
  status: number;
  close: () => void;
}

export async function startRawReceiver(): Promise<RawReceiver> {
  const sockets = new Set<TLSSocket>();
  const server = createServer(authority(), (socket) => {
    sockets.add(socket);
    let bytes = '';
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      bytes += chunk;
      const [head, body] = bytes.split('\r\n\r\n', 2);
      const size = Number(/^content-length: (\d+)$/im.exec(head ?? '')?.[1] ?? 0);
      if (head === undefined || body === undefined || body.length < size) return;
      receiver.heads.push(head.split('\r\n'));
      bytes = '';
      socket.write(`HTTP/1.1 ${receiver.status} X\r\ncontent-length: 0\r\n\r\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: RawReceiver = {
    url: `https://localhost:${(server.address() as AddressInfo).port}/hook`,
    heads: [],
    status: 204,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  return receiver;
}
