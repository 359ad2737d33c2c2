// Sends the flood from its own, cheap process: node flood.process.ts <url> <per second> <sockets> <shape>. On each
// message of its parent it reports what it has sent and received so far, until it is killed.
import { connect, type Socket } from 'node:net';
import { setPriority } from 'node:os';

const [url = '', perSecond, sockets, shape] = process.argv.slice(2);
const { port, hostname, host } = new URL(url);
const TICK_MS = 10;
const CONNECT_AGAIN_MS = 20;
/** The good client has another address. */
const FROM = '127.0.0.2';
const TOKENS = 5000;

// The service is measured, so the generator gets a lower priority.
setPriority(10);

/** Each token is well-formed, invalid and different, so that none can be cached. */
const badToken = (n: number): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const header = { alg: 'ES256', typ: 'at+jwt', kid: 'test' };
  return `${part(header)}.${part({ sub: `x${n}`, exp: 4_000_000_000, iat: 1 })}.${'a'.repeat(86)}`;
};

/** They are created before the flood, so that sending costs little more than the writes. */
const requests = Array.from({ length: TOKENS }, (_, n) =>
  Buffer.from(
    `GET /prod/api/v1/incidents?limit=1 HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${badToken(n)}\r\n\r\n`,
  ),
);

export interface FloodCounts {
  /** The clock of this process gives milliseconds, because a report may reach the parent late. */
  at: number;
  /** This many requests were accepted by the operating system. */
  offered: number;
  refused: number;
  unauthenticated: number;
  other: number;
  connections: number;
}
const counts: FloodCounts = {
  at: 0,
  offered: 0,
  refused: 0,
  unauthenticated: 0,
  other: 0,
  connections: 0,
};

/** An open flood uses all connected sockets, a waiting one only sockets whose last request has a response. */
const ready: Socket[] = [];
const isOpenLoop = shape !== 'waiting';

function countResponses(part: Buffer): void {
  // Rejections are small and usually come one by one, but several may arrive together.
  for (const [, status] of part.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g)) {
    if (status === '429') counts.refused += 1;
    else if (status === '401') counts.unauthenticated += 1;
    else counts.other += 1;
  }
}

function open(): void {
  const socket = connect({ port: Number(port), host: hostname, localAddress: FROM });
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.on('connect', () => {
    counts.connections += 1;
    ready.push(socket);
  });
  socket.on('data', (part) => {
    countResponses(part);
    if (!isOpenLoop && socket.writable) ready.push(socket);
  });
  socket.on('close', () => {
    const at = ready.indexOf(socket);
    if (at !== -1) ready.splice(at, 1);
    setTimeout(open, CONNECT_AGAIN_MS);
  });
}
for (let n = 0; n < Number(sockets); n += 1) open();

let began = performance.now();
let due = 0;
setInterval(() => {
  const now = performance.now();
  // A backlog of more than a second is dropped; a shorter pause of this process is made up for.
  due = Math.min(Number(perSecond), due + ((now - began) / 1000) * Number(perSecond));
  began = now;
  for (let tried = 0; due >= 1 && tried < Number(perSecond); tried += 1) {
    const socket = ready.shift();
    if (!socket) return;
    if (isOpenLoop && socket.writable) ready.push(socket);
    if (!socket.writable || !socket.write(requests[counts.offered % TOKENS] ?? '')) continue;
    counts.offered += 1;
    due -= 1;
  }
}, TICK_MS);
process.on('message', () => process.send?.({ ...counts, at: performance.now() }));
process.on('disconnect', () => process.exit());
