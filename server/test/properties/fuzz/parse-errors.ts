// Raw bytes that are not HTTP, or malformed HTTP, have the expected outcome.
export interface MalformedInput {
  name: string;
  bytes: string | Buffer;
  /** The error response has this status. */
  becomes: number;
}

/** A valid token replaces this text: a body is read only from authenticated callers. */
export const TOKEN = '<token>';
const HOST = 'Host: desk.example.com\r\n';
const post = (headers: string, body: string): string =>
  `POST /prod/api/v1/incidents HTTP/1.1\r\n${HOST}Authorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;

/** A TLS 1.2 ClientHello begins with these bytes. */
const TLS_HELLO = Buffer.from('16030100c5010000c10303'.padEnd(400, '5a'), 'hex');

const text: [name: string, bytes: string, becomes: number][] = [
  ['a word', 'hello\r\n\r\n', 400],
  ['only line breaks, then a word', '\r\n\r\n\r\nx\r\n\r\n', 400],
  ['a request line without a version', 'GET /livez\r\n\r\n', 400],
  ['HTTP/0.9', 'GET /livez HTTP/0.9\r\n\r\n', 400],
  ['HTTP/2.0 by name', `GET /livez HTTP/2.0\r\n${HOST}\r\n`, 400],
  ['HTTP/2 with prior knowledge', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['HTTP/1.7', `GET /livez HTTP/1.7\r\n${HOST}\r\n`, 400],
  ['HTTPS/1.1', `GET /livez HTTPS/1.1\r\n${HOST}\r\n`, 400],
  ['a method in lower case', `get /livez HTTP/1.1\r\n${HOST}\r\n`, 400],
  ['an unknown method', `BREW /livez HTTP/1.1\r\n${HOST}\r\n`, 400],
  ['a space in the path', `GET /li vez HTTP/1.1\r\n${HOST}\r\n`, 400],
  ['a NUL in the path', `GET /li\0vez HTTP/1.1\r\n${HOST}\r\n`, 400],
  ['no Host', 'GET /livez HTTP/1.1\r\n\r\n', 400],
  ['a header without a colon', `GET /livez HTTP/1.1\r\n${HOST}nonsense\r\n\r\n`, 400],
  ['a header without a name', `GET /livez HTTP/1.1\r\n${HOST}: x\r\n\r\n`, 400],
  ['a space before the colon', `GET /livez HTTP/1.1\r\n${HOST}X-A : b\r\n\r\n`, 400],
  ['a folded header', `GET /livez HTTP/1.1\r\n${HOST}X-A: b\r\n c\r\n\r\n`, 400],
  ['a NUL in a header', `GET /livez HTTP/1.1\r\n${HOST}X-A: b\0c\r\n\r\n`, 400],
  ['a bare CR in a header', `GET /livez HTTP/1.1\r\n${HOST}X-A: b\rc\r\n\r\n`, 400],
  ['a header of 100 kB', `GET /livez HTTP/1.1\r\n${HOST}X-A: ${'b'.repeat(100_000)}\r\n\r\n`, 431],
  ['a path of 100 kB', `GET /${'b'.repeat(100_000)} HTTP/1.1\r\n${HOST}\r\n`, 431],
  ['5,000 headers', `GET /livez HTTP/1.1\r\n${HOST}${'X-A: b\r\n'.repeat(5000)}\r\n`, 431],
  ['a negative Content-Length', post('Content-Length: -1\r\n', '{}'), 400],
  ['a Content-Length in hexadecimal', post('Content-Length: 0x2\r\n', '{}'), 400],
  ['a Content-Length beyond 64 bits', post(`Content-Length: ${'9'.repeat(30)}\r\n`, '{}'), 400],
  ['two Content-Lengths', post('Content-Length: 2\r\nContent-Length: 3\r\n', '{} '), 400],
  [
    'Content-Length and Transfer-Encoding',
    post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
    400,
  ],
  ['an unknown transfer encoding', post('Transfer-Encoding: xchunked\r\n', '0\r\n\r\n'), 400],
  ['chunked, but not last', post('Transfer-Encoding: chunked, gzip\r\n', '0\r\n\r\n'), 400],
  ['a chunk without a size', post('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'), 400],
  [
    'a chunk longer than its size',
    post('Transfer-Encoding: chunked\r\n', '1\r\n{}\r\n0\r\n\r\n'),
    400,
  ],
  ['a chunk of 2^64 bytes', post('Transfer-Encoding: chunked\r\n', `${'f'.repeat(17)}\r\n{}`), 400],
  [
    'chunk extensions of 100 kB',
    post('Transfer-Encoding: chunked\r\n', `2;${'x'.repeat(100_000)}\r\n{}\r\n0\r\n\r\n`),
    413,
  ],
  [
    'a body longer than Content-Length',
    `${post('Content-Length: 2\r\n', '{}')}nonsense\r\n\r\n`,
    400,
  ],
  ['CONNECT', `CONNECT desk.example.com:443 HTTP/1.1\r\n${HOST}\r\n`, 400],
];

export const malformedInputs: MalformedInput[] = [
  ...text.map(([name, bytes, becomes]) => ({ name, bytes, becomes })),
  { name: 'a TLS hello', bytes: TLS_HELLO, becomes: 400 },
  { name: 'bytes of no meaning', bytes: Buffer.alloc(2000, 0xfe), becomes: 400 },
  { name: 'only NULs', bytes: Buffer.alloc(2000), becomes: 400 },
];
