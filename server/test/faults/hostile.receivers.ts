// Starts hostile receivers, each on its own port.
import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Authority, authority, makeAuthority } from '../support/receivers.ts';

type SocketHandler = (socket: Socket) => void;

const MEGABYTE = Buffer.alloc(1 << 20, 'x');
/** Compresses 100 MB of zeros to 100 kB. It takes half a second, so only the handler that needs it does it. */
const makeBomb = (): Buffer => gzipSync(Buffer.alloc(100 << 20));

const pour = (socket: Socket, chunk: Buffer, everyMs = 0): void => {
  const next = () => {
    if (socket.destroyed) return;
    if (everyMs > 0) setTimeout(next, everyMs);
    else if (!socket.writableNeedDrain) setImmediate(next);
    else socket.once('drain', next);
    socket.write(chunk);
  };
  next();
};

/** They take over an established TLS connection after the request. */
const handlers: Record<string, SocketHandler> = {
  'a gigabyte': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n');
    pour(socket, MEGABYTE);
  },
  'a gzip bomb': (socket) => {
    const bomb = makeBomb();
    socket.write(
      `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`,
    );
    socket.write(bomb);
  },
  'a byte a second': (socket) => pour(socket, Buffer.from('H'), 1000),
  'a body of a byte a second': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
    pour(socket, Buffer.from('x'), 1000);
  },
  'headers without end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    pour(socket, Buffer.from(`x-${'a'.repeat(1000)}: ${'b'.repeat(1000)}\r\n`));
  },
  'one header without end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx: ');
    pour(socket, MEGABYTE);
  },
  'endless informational responses': (socket) =>
    pour(socket, Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'), 1),
  'no end': (socket) => void socket.write('HTTP/1.1 200 OK\r\n\r\nthat is all'),
  'chunks without end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    pour(socket, Buffer.from('1\r\nx\r\n'), 1);
  },
  'no http': (socket) => void socket.end('220 mail.example.com ESMTP\r\n'),
  'an end at once': (socket) => void socket.destroy(),
};

const raw: Record<string, SocketHandler> = {
  'TLS that never begins': () => {},
  'TLS that is plain HTTP': (socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\n'),
  'TLS that is noise': (socket) => pour(socket, MEGABYTE),
  'TLS that ends at once': (socket) => void socket.destroy(),
};

function selfSignedCertificate(days: string): Pick<Authority, 'key' | 'cert'> {
  const { keyFile } = authority();
  const line = `req -x509 -key ${keyFile} -days ${days} -subj /CN=localhost -addext subjectAltName=DNS:localhost`;
  const cert = execFileSync('openssl', line.split(' '), { stdio: ['ignore', 'pipe', 'ignore'] });
  return { key: readFileSync(keyFile), cert };
}

/** The trusted authority signs the certificate. */
function signedCertificate(names: string, days: string): Pick<Authority, 'key' | 'cert'> {
  const { key, caFile } = authority();
  const folder = dirname(caFile);
  writeFileSync(join(folder, 'other-names'), `subjectAltName=${names}`);
  const line = `x509 -req -in csr.pem -days ${days} -CA ca.pem -CAkey ca.key -CAcreateserial -extfile other-names`;
  const options: ExecFileSyncOptions = { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] };
  return { key, cert: Buffer.from(execFileSync('openssl', line.split(' '), options)) };
}

const certificates: Record<string, () => object> = {
  'a certificate of itself': () => selfSignedCertificate('30'),
  'a certificate of an unknown authority': () => makeAuthority(),
  'a certificate for another name': () => signedCertificate('DNS:other.example', '30'),
  'a certificate that has expired': () => signedCertificate('DNS:localhost', '-1'),
  'only TLS 1.1': () => ({
    ...authority(),
    minVersion: 'TLSv1.1',
    maxVersion: 'TLSv1.1',
    ciphers: 'ALL:@SECLEVEL=0',
  }),
};

export interface Hostile {
  /** Maps each behaviour to the URL of its receiver. */
  urls: Record<string, string>;
  close: () => void;
}

export async function startHostile(): Promise<Hostile> {
  const sockets = new Set<Socket>();
  const urls: Record<string, string> = {};
  const servers: Server[] = [];
  const listen = async (name: string, server: Server) => {
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    urls[name] = `https://localhost:${(server.address() as AddressInfo).port}/`;
    servers.push(server);
  };
  for (const [name, handler] of Object.entries(handlers)) {
    const server = createTlsServer(authority(), (request) => {
      request.resume();
      request.socket.on('error', () => {});
      handler(request.socket);
    });
    await listen(name, server);
  }
  for (const [name, handler] of Object.entries(raw)) await listen(name, createServer(handler));
  for (const [name, options] of Object.entries(certificates)) {
    const server = createTlsServer(options(), (_, response) => response.end());
    await listen(
      name,
      server.on('tlsClientError', () => {}),
    );
  }
  return {
    urls,
    close: () => {
      for (const socket of sockets) socket.destroy();
      for (const server of servers) server.close();
    },
  };
}
