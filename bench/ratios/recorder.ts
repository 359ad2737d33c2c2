// Records the statements and their values in a proxy between the service and PostgreSQL.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';

export interface Statement {
  text: string;
  values: (string | null)[];
  /** False if a value was sent in binary form, so that the statement cannot be repeated. */
  isText: boolean;
}

/** Reads the messages of one connection in the direction of the server. */
class Reader {
  #bytes = Buffer.alloc(0);
  #isStarted = false;
  readonly #parsed = new Map<string, string>();
  readonly #note: (statement: Statement) => void;

  constructor(note: (statement: Statement) => void) {
    this.#note = note;
  }

  read(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    for (;;) {
      // The first message has no type.
      const head = this.#isStarted ? 1 : 0;
      if (this.#bytes.length < head + 4) return;
      const end = head + this.#bytes.readUInt32BE(head);
      if (this.#bytes.length < end) return;
      const body = this.#bytes.subarray(head + 4, end);
      if (this.#isStarted) this.#message(String.fromCharCode(this.#bytes[0] ?? 0), body);
      this.#isStarted = true;
      this.#bytes = this.#bytes.subarray(end);
    }
  }

  #message(type: string, body: Buffer): void {
    let at = 0;
    const text = () => {
      const from = at;
      at = body.indexOf(0, from) + 1;
      return body.toString('utf8', from, at - 1);
    };
    const int16 = () => body.readInt16BE((at += 2) - 2);
    const int32 = () => body.readInt32BE((at += 4) - 4);
    if (type === 'Q') this.#note({ text: text(), values: [], isText: true });
    if (type === 'P') this.#parsed.set(text(), text());
    if (type !== 'B') return;
    text();
    const statement = this.#parsed.get(text()) ?? '';
    const formats = Array.from({ length: int16() }, int16);
    const values = Array.from({ length: int16() }, () => {
      const length = int32();
      return length < 0 ? null : body.toString('utf8', at, (at += length));
    });
    this.#note({ text: statement, values, isText: !formats.includes(1) });
  }
}

export interface Recorder {
  /** The recorder accepts connections to the database at this URL. */
  url: string;
  /** Returns the statements recorded since the previous call. */
  take: () => Statement[];
  close: () => void;
}

export async function startRecorder(databaseUrl: string): Promise<Recorder> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let noted: Statement[] = [];
  const server = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname);
    const reader = new Reader((statement) => noted.push(statement));
    client.on('data', (chunk) => reader.read(chunk)).pipe(database);
    database.pipe(client);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    take: () => noted.splice(0),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
