// The flood as a process of its own, as cheap as it can be: node flood.process.ts <url> <per second> <sockets>. It tells
// its parent once a second how many answers it had, until it is killed.
import { connect, type Socket } from 'node:net';
import { setPriority } from 'node:os';

const [url = '', perSecond, sockets] = process.argv.slice(2);
const { port, hostname, host } = new URL(url);
const TICK_MS = 5;

// What is measured is the service: the generator gets what others leave.
setPriority(10);

/** Well formed and wrong, each another: nothing can be remembered of them. */
const badToken = (n: number): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const header = { alg: 'ES256', typ: 'at+jwt', kid: 'test' };
  return `${part(header)}.${part({ sub: `x${n}`, exp: 4_000_000_000, iat: 1 })}.${'a'.repeat(86)}`;
};

const tallied = { sent: 0, refused: 0, other: 0, lost: 0 };
const idle: Socket[] = [];

function open(): void {
  const socket = connect(Number(port), hostname);
  socket.on('connect', () => idle.push(socket)).on('error', () => {});
  socket.on('data', (part) => {
    const status = part.toString('latin1', 9, 12);
    if (status === '429' || status === '401') tallied.refused += 1;
    else tallied.other += 1;
    idle.push(socket);
  });
  socket.on('close', () => {
    tallied.lost += 1;
    const at = idle.indexOf(socket);
    if (at !== -1) idle.splice(at, 1);
    setTimeout(open, 100);
  });
}
for (let n = 0; n < Number(sockets); n += 1) open();

let began = performance.now();
let due = 0;
setInterval(() => {
  const now = performance.now();
  due = Math.min(Number(perSecond), due + ((now - began) / 1000) * Number(perSecond));
  began = now;
  for (; due >= 1; due -= 1) {
    const socket = idle.shift();
    if (!socket) return;
    tallied.sent += 1;
    socket.write(
      `GET /prod/api/v1/incidents?limit=1 HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${badToken(tallied.sent)}\r\n\r\n`,
    );
  }
}, TICK_MS);
setInterval(() => process.send?.(tallied), 200);
