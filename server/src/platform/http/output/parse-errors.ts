// Input that never becomes a request gets a response in the usual error format, written to the socket.
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { ApiError, type ErrorCode } from '../../errors.ts';
import type { Headers } from './headers.ts';
import { errorBody } from './errors.ts';

/** The client has this long to read the last response before the connection is closed. */
const LINGER_MS = 1000;

const parseErrors: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The request line and headers exceed 16 kB.'],
  CONNECT: ['malformed_request', 'CONNECT is not supported; this server is not a proxy.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['body_too_large', 'The chunk extensions are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request was not received in time.'],
};

export type RespondToParseError = (error: { code?: string }, socket: Duplex) => void;

const responded = new WeakSet<Duplex>();

/** A response that is written to the socket bypasses the framework and is logged here. */
export const isRespondedOnSocket = (socket: Duplex): boolean => responded.has(socket);

const latestRequests = new WeakMap<Duplex, IncomingMessage>();

/** The caller closed the connection while the body of a request arrived, which is logged like any request. */
const isHungUp = ({ code }: { code?: string }, socket: Duplex): boolean =>
  code === 'ECONNRESET' ||
  (code === 'HPE_INVALID_EOF_STATE' && latestRequests.get(socket)?.complete === false);

/** Writes the last response of a connection to the socket. */
function endWith(socket: Duplex, status: number, headers: Headers, body: string): void {
  responded.add(socket);
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
    const apiError = new ApiError(
      ...(parseErrors[error.code ?? ''] ??
        (['malformed_request', 'The request is not valid HTTP.'] as const)),
    );
    const body = errorBody(apiError, requestId, '/');
    log.info(
      { request_id: requestId, status: apiError.status, reason: error.code },
      'request.rejected',
    );
    const headers = {
      'x-request-id': requestId,
      ...headersFor((socket as Socket).remoteAddress ?? ''),
    };
    endWith(socket, apiError.status, headers, body);
  };

/**
 * Node handles some requests itself: it would send 417 without a body or request id for an unknown expectation, which
 * may be ignored, and close the connection of a CONNECT without a response.
 */
export function overrideNodeDefaults(server: Server, respond: RespondToParseError): void {
  server.prependListener('request', (request) => void latestRequests.set(request.socket, request));
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => respond({ code: 'CONNECT' }, socket));
  endAfterUpgrade(server);
}

/**
 * An upgrade offer (curl and Java send one for h2c) is declined by an ordinary response. Node's parser does not know
 * that: it drops further input of the same read, and until the next headers are complete it reports no errors, so a bad
 * request would wait for `headersTimeout`. The parser is not accessible, so the connection is closed after the response.
 * This runs before the framework, which responds to some requests without a hook.
 */
function endAfterUpgrade(server: Server): void {
  server.prependListener('request', ({ headers }, response) => {
    if (headers.upgrade !== undefined) response.setHeader('connection', 'close');
  });
}
