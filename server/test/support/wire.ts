// Sends arbitrary bytes as HTTP/1.1 and reads the raw response.
import { connect, type Socket } from 'node:net';

export interface Wire {
  method: string;
  target: string;
  headers: readonly (readonly [name: string, value: string])[];
  body?: Buffer | undefined;
}

export interface RawResponse {
  status: number;
  headers: Headers;
  text: string;
  milliseconds: number;
  /** The response is a stream that has not ended; `text` is its beginning. */
  isOpen?: true;
}

/** Nothing is rejected or repaired: a NUL, a line break or half a character is sent as is. */
export function bytesOf({ method, target, headers, body }: Wire): Buffer {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(names.has('host') ? [] : ['Host: desk.example.com']),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body && !names.has('content-length') ? [`Content-Length: ${body.length}`] : []),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body ?? Buffer.alloc(0)]);
}

const SHOWN_BYTES = 4000;

/** Returns a shell command that sends the same bytes again. */
export function reproduction(bytes: Buffer, port: string): string {
  const shown = [...bytes.subarray(0, SHOWN_BYTES)]
    .map((byte) =>
      byte > 0x1f && byte < 0x7f && !"%\\'".includes(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `\\${byte.toString(8).padStart(3, '0')}`,
    )
    .join('')
    .replaceAll('\\015\\012', '\\r\\n')
    .replaceAll('\\045', '%%')
    .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]{300,}/g, `'"$TOKEN"'`);
  const cut = bytes.length > SHOWN_BYTES ? `  # cut: ${bytes.length} bytes in all` : '';
  return `printf '${shown}' | nc -q 2 127.0.0.1 ${port}${cut}`;
}

interface Head {
  status: number;
  headers: Headers;
  bodyAt: number;
}

function readHead(received: Buffer): Head | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return { status, headers, bodyAt: end + 4 };
}

/** Returns the joined chunks, or undefined until the last one has arrived. */
function readChunks(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
    if (at > bytes.length) return undefined;
  }
}

/** Recognizes an event stream, which does not end, by its first block. */
export const isOpenStream = (body: Buffer): boolean =>
  body.subarray(0, 11).toString() === ': connected';

function parseResponse(
  received: Buffer,
  isHead: boolean,
  isOver: boolean,
): Omit<RawResponse, 'milliseconds'> | undefined {
  const head = readHead(received);
  if (!head) return undefined;
  const { status, headers, bodyAt } = head;
  const rest = received.subarray(bodyAt);
  if (status < 200) return parseResponse(rest, isHead, isOver);
  if (isHead || status === 304 || status === 204) return { status, headers, text: '' };
  if (headers.get('transfer-encoding') === 'chunked') {
    const body = readChunks(rest);
    const firstChunk = rest.subarray(rest.indexOf('\r\n') + 2);
    if (!body && isOpenStream(firstChunk))
      return { status, headers, text: firstChunk.toString(), isOpen: true };
    return body && { status, headers, text: body.toString() };
  }
  const length = headers.get('content-length');
  if (length === null) return isOver ? { status, headers, text: rest.toString() } : undefined;
  if (rest.length < Number(length)) return undefined;
  return { status, headers, text: rest.subarray(0, Number(length)).toString() };
}

/** The response has at least this many bytes. Joining a long one again at each part would take most of a test's time. */
function leastLength(received: Buffer): number {
  const head = readHead(received);
  return head ? head.bodyAt + Number(head.headers.get('content-length') ?? 0) : 0;
}

const TIMEOUT_MS = 20_000;

/** Requests share one connection for as long as the server keeps it open. */
export class Client {
  readonly port: string;
  #socket: Socket | undefined;

  constructor(url: string) {
    this.port = new URL(url).port;
  }

  #open(): Socket {
    if (this.#socket?.writable && this.#socket.readable) return this.#socket;
    this.#socket?.destroy();
    this.#socket = connect(Number(this.port), '127.0.0.1');
    this.#socket.setNoDelay(true);
    return this.#socket;
  }

  /** Returns undefined if the connection was closed without a response. */
  send(bytes: Buffer, { isHead = false } = {}): Promise<RawResponse | undefined> {
    const socket = this.#open();
    const began = performance.now();
    const parts: Buffer[] = [];
    let [length, needed] = [0, 0];
    return new Promise((resolve, reject) => {
      const finish = (isOver: boolean) => {
        const received = Buffer.concat(parts);
        const response = parseResponse(received, isHead, isOver);
        if (!response && !isOver) {
          needed = leastLength(received);
          return;
        }
        clearTimeout(timer);
        socket.removeAllListeners().on('error', () => {});
        if (isOver || response?.isOpen || response?.headers.get('connection') === 'close')
          this.close();
        resolve(response && { ...response, milliseconds: performance.now() - began });
      };
      const timer = setTimeout(() => {
        this.close();
        reject(new Error(`No response within ${TIMEOUT_MS} ms`));
      }, TIMEOUT_MS);
      socket.on('data', (part) => {
        parts.push(part);
        length += part.length;
        if (length >= needed) finish(false);
      });
      socket.on('error', () => finish(true));
      socket.on('close', () => finish(true));
      socket.write(bytes);
    });
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }
}
