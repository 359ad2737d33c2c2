// A host that speaks as much of PostgreSQL's protocol as a login and a simple query need, so that a test can make it the
// primary, a standby, frozen or gone within a millisecond.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

type Role = 'primary' | 'standby' | 'frozen';

const message = (type: string, ...parts: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

const int16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
};

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

const READY = message('Z', 'I');
const BOOL = 16;
const INT4 = 23;

const rowOf = (columns: readonly [name: string, type: number, value: string][]): Buffer =>
  Buffer.concat([
    message(
      'T',
      int16(columns.length),
      ...columns.flatMap(([name, type]) => [
        `${name}\0`,
        int32(0),
        int16(0),
        int32(type),
        int16(4),
        int32(-1),
        int16(0),
      ]),
    ),
    message(
      'D',
      int16(columns.length),
      ...columns.flatMap(([, , value]) => [int32(value.length), value]),
    ),
    message('C', 'SELECT 1\0'),
    READY,
  ]);

const READ_ONLY = Buffer.concat([
  message('E', 'SERROR\0C25006\0Mcannot execute it in a read-only transaction\0\0'),
  READY,
]);

/** Returns the port of the host for any query, and refuses `write` on a standby. */
export class ScriptedPostgres {
  role: Role;
  timeline = 1;
  port = 0;
  logins = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => this.#serve(socket));

  private constructor(role: Role) {
    this.role = role;
  }

  static async start(role: Role): Promise<ScriptedPostgres> {
    const one = new ScriptedPostgres(role);
    one.#server.listen(0, '127.0.0.1');
    await once(one.#server, 'listening');
    one.port = (one.#server.address() as AddressInfo).port;
    return one;
  }

  get connections(): number {
    return this.#sockets.size;
  }

  disconnect(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.#server.close();
    this.disconnect();
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
    let isLoggedIn = false;
    socket.on('data', (bytes) => {
      if (this.role === 'frozen') return;
      if (bytes[0] === 'X'.charCodeAt(0)) socket.end();
      else socket.write(isLoggedIn ? this.#respond(bytes.toString()) : this.#greet());
      isLoggedIn = true;
    });
  }

  #greet(): Buffer {
    this.logins += 1;
    const isStandby = this.role === 'standby' ? 'on' : 'off';
    return Buffer.concat([
      message('R', int32(0)),
      message('S', `in_hot_standby\0${isStandby}\0`),
      READY,
    ]);
  }

  #respond(query: string): Buffer {
    if (query.includes('write') && this.role === 'standby') return READ_ONLY;
    return rowOf([
      ['isReadOnly', BOOL, this.role === 'standby' ? 't' : 'f'],
      ['timeline', INT4, String(this.timeline)],
      ['port', INT4, String(this.port)],
    ]);
  }
}
