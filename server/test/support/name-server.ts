// Serves DNS for a test: it knows the IPv4 addresses that the test gives, which may change at any time.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** The name follows a header of twelve bytes: labels, each preceded by its length, until an empty one. */
function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  // The type and the class follow.
  return { name: labels.join('.'), end: at + 5 };
}

const NO_SUCH_NAME = 0x8183;
const FOUND = 0x8180;

function responseTo(query: Buffer, addresses: Readonly<Record<string, string>>): Buffer {
  const { name, end } = nameIn(query);
  const address = addresses[name];
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(address === undefined ? NO_SUCH_NAME : FOUND, 2);
  header.writeUInt16BE(1, 4);
  const question = query.subarray(12, end);
  if (address === undefined) return Buffer.concat([header, question]);
  header.writeUInt16BE(1, 6);
  // The record has a pointer to the name, type A, class IN, a TTL of one second, and four bytes of data.
  const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)];
  return Buffer.concat([header, question, Buffer.from(record)]);
}

export async function startNameServer(addresses: Readonly<Record<string, string>>) {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) =>
    socket.send(responseTo(query, addresses), port, address),
  );
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, stop: () => socket.close() };
}
