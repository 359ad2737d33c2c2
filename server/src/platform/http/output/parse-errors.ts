// What never becomes a request is answered all the same: on the socket itself, in the same words.
import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { ApiError, type ErrorCode } from '../../errors.ts';
import type { Headers } from './headers.ts';
import { errorBody } from './errors.ts';

/** Time to read the last answer on a connection that is given up. */
const LINGER_MS = 1000;

const parserProblems: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The request line and headers exceed 16 kB.'],
  CONNECT: ['malformed_request', 'CONNECT is not supported; this server is not a proxy.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['body_too_large', 'The chunk extensions are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request was not received in time.'],
};

export type RespondToParseError = (error: { code?: string }, socket: Duplex) => void;

const answered = new WeakSet<Duplex>();

/** Whether its last response was sent past the framework, and logged here. */
export const isAnsweredOnSocket = (socket: Duplex): boolean => answered.has(socket);

/** The last answer on a connection, on the socket itself. */
function endWith(socket: Duplex, status: number, headers: Headers, body: string): void {
  answered.add(socket);
  // The caller may be gone by now; and one who does not hang up must not keep the connection.
  socket.on('error', () => {});
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  const all: Headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
    connection: 'close',
  };
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
      '',
      body,
    ].join('\r\n'),
  );
}

export const parseErrorResponder =
  (log: Logger, headersFor: (address: string) => Headers): RespondToParseError =>
  (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const requestId = randomUUID();
    const problem = new ApiError(
      ...(parserProblems[error.code ?? ''] ??
        (['malformed_request', 'The request is not valid HTTP.'] as const)),
    );
    const body = errorBody(problem, requestId, '/');
    log.info(
      { request_id: requestId, status: problem.status, reason: error.code },
      'request.rejected',
    );
    const headers = {
      'x-request-id': requestId,
      ...headersFor((socket as Socket).remoteAddress ?? ''),
    };
    endWith(socket, problem.status, headers, body);
  };

/**
 * Node keeps some requests to itself. An expectation that nobody knows may be ignored, where Node
 * would answer 417 with no body and no request id; a CONNECT it would close without a word.
 */
export function takeFromNode(server: Server, answer: RespondToParseError): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => answer({ code: 'CONNECT' }, socket));
  endAfterUpgrade(server);
}

/**
 * An offer of another protocol (curl and Java make one for h2c) is declined by an ordinary answer. Node's
 * parser does not learn of that: what comes with the offer in one read it drops, and until the next
 * headers are complete it keeps every error to itself, so a bad request would wait for `headersTimeout`.
 * No way leads to that parser, so its connection ends with the answer. Before the framework, which
 * answers some requests without a hook.
 */
function endAfterUpgrade(server: Server): void {
  server.prependListener('request', ({ headers }, response) => {
    if (headers.upgrade !== undefined) response.setHeader('connection', 'close');
  });
}
