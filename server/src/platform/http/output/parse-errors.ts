// Responses to input that never becomes a request: written to the socket, in the usual error format.
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { ApiError, type ErrorCode } from '../../errors.ts';
import type { Headers } from './headers.ts';
import { errorBody } from './errors.ts';

/** Time for the client to read the last response before the connection is closed. */
const LINGER_MS = 1000;

const parserProblems: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The request line and headers exceed 16 kB.'],
  CONNECT: ['malformed_request', 'CONNECT is not supported; this server is not a proxy.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['body_too_large', 'The chunk extensions are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request was not received in time.'],
};

export type RespondToParseError = (error: { code?: string }, socket: Duplex) => void;

const answered = new WeakSet<Duplex>();

/** Whether the last response on the socket bypassed the framework and was logged here. */
export const isAnsweredOnSocket = (socket: Duplex): boolean => answered.has(socket);

/** The latest request of each connection. */
const requests = new WeakMap<Duplex, IncomingMessage>();

/** Whether the caller closed the connection while the body of a request arrived, which is logged as any request. */
const isHungUp = ({ code }: { code?: string }, socket: Duplex): boolean =>
  code === 'ECONNRESET' ||
  (code === 'HPE_INVALID_EOF_STATE' && requests.get(socket)?.complete === false);

/** Writes the last response of a connection to the socket. */
function endWith(socket: Duplex, status: number, headers: Headers, body: string): void {
  answered.add(socket);
  // The client may be gone, or may not close the connection.
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
    if (isHungUp(error, socket) || !socket.writable) {
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
 * Node handles some requests itself. An unknown expectation may be ignored, where Node
 * would send 417 with no body and no request id; a CONNECT it would close without a response.
 */
export function takeFromNode(server: Server, answer: RespondToParseError): void {
  server.prependListener('request', (request) => void requests.set(request.socket, request));
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => answer({ code: 'CONNECT' }, socket));
  endAfterUpgrade(server);
}

/**
 * An upgrade offer (curl and Java send one for h2c) is declined by an ordinary response. Node's
 * parser does not know that: it drops further input of the same read, and until the next
 * headers are complete it reports no errors, so a bad request would wait for `headersTimeout`.
 * The parser is not accessible, so the connection is closed after the response. Runs before the framework, which
 * responds to some requests without a hook.
 */
function endAfterUpgrade(server: Server): void {
  server.prependListener('request', ({ headers }, response) => {
    if (headers.upgrade !== undefined) response.setHeader('connection', 'close');
  });
}
