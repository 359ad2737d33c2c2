// The HTTP server: what holds for every request before and after any route has its say.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify';
import type { Deps } from '../deps.ts';
import { Problem, type ProblemCode } from '../errors.ts';
import { observeRequest } from '../metrics.ts';
import { acceptJsonOnly } from './json.ts';
import { problemBody, sendProblem } from './problems.ts';
import { requirePolicy } from './route.ts';
import { requireReadableTarget, routedUrl } from './target.ts';

const BODY_LIMIT = 1024 * 1024;
/** Time to read the last answer on a connection that is given up. */
const LINGER_MS = 1000;

/** Kept when it is one that a person could have meant; else ours. */
const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w.:-]{8,128}$/.test(given) ? given : randomUUID();

const parserProblems: Record<string, [ProblemCode, string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The request line and headers have at most 16 kB.'],
  CONNECT: ['malformed_request', 'This is not a proxy.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['body_too_large', 'The chunk extensions are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.'],
};

/** What is not HTTP never becomes a request; it is answered on the socket itself, in the same words. */
function answerUnparsable(deps: Deps, error: { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const problem = new Problem(
    ...(parserProblems[error.code ?? ''] ??
      (['malformed_request', 'This is not an HTTP request.'] as const)),
  );
  const body = problemBody(problem, requestId, '/');
  deps.log.info(
    { request_id: requestId, status: problem.status, reason: error.code },
    'request.unparsable',
  );
  // The caller may be gone by now; and one who does not hang up must not keep the connection.
  socket.on('error', () => {});
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function logRequest(request: FastifyRequest, status: number, milliseconds: number): void {
  const { url: route = 'unknown' } = request.routeOptions;
  observeRequest(request.method, route, status, milliseconds);
  request.log.info(
    {
      method: request.method,
      route,
      path: request.originalUrl.split('?', 1)[0],
      status,
      ms: Math.round(milliseconds * 10) / 10,
      actor: request.actor?.email,
    },
    'request.done',
  );
}

/** Judged once all routes are known, a plugin's own too: one that nobody has decided on stops the start. */
function requirePolicies(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  app.addHook('onReady', async () => {
    for (const { method, url, config } of routes)
      requirePolicy(`${String(method)} ${url}`, config?.policy);
  });
}

const nothingAt = ({ originalUrl }: FastifyRequest): Problem =>
  new Problem('not_found', `There is nothing at ${originalUrl.split('?', 1)[0]}.`);

export function createServer(deps: Deps): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = deps.log;
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    requestIdHeader: false,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    rewriteUrl: routedUrl,
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: 200 },
    // Against clients that open a request and never finish it.
    requestTimeout: 10_000,
    connectionTimeout: 20_000,
    keepAliveTimeout: 65_000,
    handlerTimeout: 15_000,
    http: {
      headersTimeout: 8000,
      connectionsCheckingInterval: 2000,
      // Node would answer 400 with no body and no request id; target.ts asks for the header instead.
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      sendProblem(error, request, reply);
    },
    clientErrorHandler: (error, socket) => answerUnparsable(deps, error, socket),
  });
  app.decorateRequest('actor');
  app.decorateRequest('reach');
  acceptJsonOnly(app);
  // Schemas are checked in route.ts, where a fault of the query and one of the body meet.
  app.setValidatorCompiler(() => () => true);
  requirePolicies(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    requireReadableTarget(request);
    // Before the framework looks at a body that nobody will read.
    if (request.is404) throw nothingAt(request);
  });
  // Node keeps two kinds of request from the framework. An expectation that nobody knows may be ignored;
  // Node would answer 417 with no body and no request id, and close a CONNECT without a word.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  );
  app.server.on('connect', (_request, socket) =>
    answerUnparsable(deps, { code: 'CONNECT' }, socket),
  );
  app.addHook('onResponse', async (request, reply) =>
    logRequest(request, reply.statusCode, reply.elapsedTime),
  );
  app.setErrorHandler((error: Error, request, reply) => sendProblem(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendProblem(nothingAt(request), request, reply));
  return app;
}
