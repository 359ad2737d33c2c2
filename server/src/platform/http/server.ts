// The HTTP server: what holds for every request before and after any route has its say.
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify';
import type { Deps } from '../runtime/deps.ts';
import { ApiError } from '../errors.ts';
import { observeRequest } from '../runtime/metrics.ts';
import { BODY_LIMIT } from './input/json.ts';
import { LARGE_ARRIVAL_MS, limitBodies } from './guard/request-bodies.ts';
import type { Authenticate } from './guard/auth.ts';
import { limitHandlers } from './guard/deadlines.ts';
import { refuseFloods } from './guard/flood.ts';
import { commonHeaders, limitHeaders } from './output/headers.ts';
import { acceptJsonOnly } from './input/json.ts';
import { buildLimiter } from './guard/limits.ts';
import { sendError } from './output/errors.ts';
import { closeSlowClients } from './guard/slow-clients.ts';
import { requirePolicy } from './routes/register.ts';
import { requestIdOf } from './request/request-id.ts';
import {
  apiUrl,
  loggedPath,
  pathOf,
  requireReadableUrl,
  routedUrl,
} from './request/request-url.ts';
import { isAnsweredOnSocket, takeFromNode, parseErrorResponder } from './output/parse-errors.ts';

/** Against clients that open a request and never finish it; arrival.ts bounds the rest of it. */
export const HEADERS_WITHIN_MS = 8000;
/** Longer than the 60 s after which the usual balancers let go: who closes first must not be us. */
export const IDLE_MS = 65_000;

/** What nginx logs for a caller who hung up before there was a response. */
const CLIENT_CLOSED_REQUEST = 499;

function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { raw, elapsedTime: milliseconds } = reply;
  const isAborted = !raw.writableFinished;
  // Its line is that of parse-time errors, which says what was sent on the socket instead.
  if (isAborted && !request.raw.complete && isAnsweredOnSocket(request.raw.socket)) return;
  const status = isAborted && !raw.headersSent ? CLIENT_CLOSED_REQUEST : reply.statusCode;
  const { url: route = 'unknown' } = request.routeOptions;
  observeRequest(request.method, route, status, milliseconds);
  request.log.info(
    {
      method: request.method,
      route,
      path: loggedPath(request.originalUrl),
      status,
      ...(isAborted && { aborted: true }),
      ms: Math.round(milliseconds * 10) / 10,
      actor: request.actor?.email,
    },
    'request.completed',
  );
}

/** Exactly once for each request: a response is closed when it was sent, and when nobody is there to get it. */
const logWhenClosed = (request: FastifyRequest, reply: FastifyReply): void =>
  void reply.raw.once('close', () => logRequest(request, reply));

/** Judged once all routes are known, a plugin's own too: one that nobody has decided on stops the start. */
function requirePolicies(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  app.addHook('onReady', async () => {
    for (const { method, url, config } of routes)
      requirePolicy(`${String(method)} ${url}`, config?.policy);
  });
}

/** A client that keeps its connection would hold up the stop until it lets go; the last answer tells it to. */
function closeConnectionsWhenStopping(app: FastifyInstance, { lifecycle }: Deps): void {
  app.addHook('preClose', async () => {
    lifecycle.isStopping = true;
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (lifecycle.isStopping) reply.header('connection', 'close');
    done(null, payload);
  });
}

const nothingAt = ({ originalUrl }: FastifyRequest, { config }: Deps): ApiError =>
  new ApiError(
    'not_found',
    `No resource at ${pathOf(originalUrl)}. The API is at ${apiUrl(config.BASE_URL, '')}, its reference at ${config.BASE_URL}/docs.`,
  );

export function createServer(deps: Deps, authenticate: Authenticate): FastifyInstance {
  const limiter = buildLimiter(deps, authenticate);
  const headersFor = commonHeaders(deps.config);
  const answer = parseErrorResponder(deps.log, (address) => ({
    ...headersFor(undefined),
    ...limitHeaders(limiter.address.look(address)),
  }));
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
    trustProxy: deps.config.TRUSTED_PROXIES.length > 0 && deps.config.TRUSTED_PROXIES,
    routerOptions: { maxParamLength: 200 },
    // Arrival.ts gives most of them less.
    requestTimeout: LARGE_ARRIVAL_MS,
    connectionTimeout: 20_000,
    keepAliveTimeout: IDLE_MS,
    http: {
      headersTimeout: HEADERS_WITHIN_MS,
      // Often, so that fewer are found late together: each costs an answer, and 400 at one look held the loop for 30 ms.
      connectionsCheckingInterval: 100,
      // Node would answer 400 with no body and no request id; target.ts asks for the header instead.
      requireHostHeader: false,
      // Of two Authorization headers node would take the first, and a gateway before us perhaps the second.
      joinDuplicateHeaders: true,
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      logWhenClosed(request, reply);
      reply
        .header('x-request-id', request.id)
        .headers(headersFor(request.headers.origin))
        .headers(limitHeaders(limiter.address.look(request.ip)));
      sendError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => answer(error, socket),
  });
  app.decorateRequest('actor');
  app.decorateRequest('reach');
  app.decorate('limiter', limiter);
  if (deps.config.TRUSTED_PROXIES.length === 0) refuseFloods(app, limiter, headersFor);
  limitHandlers(app);
  limitBodies(app, answer);
  acceptJsonOnly(app);
  // Schemas are checked in handle.ts, where a fault of the query and one of the body meet.
  app.setValidatorCompiler(() => () => true);
  requirePolicies(app);
  closeConnectionsWhenStopping(app, deps);
  closeSlowClients(app.server);
  takeFromNode(app.server, answer);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).headers(headersFor(request.headers.origin));
    logWhenClosed(request, reply);
    await limiter.admit(request, reply);
    requireReadableUrl(request);
    // Before the framework looks at a body that nobody will read.
    if (request.is404) throw nothingAt(request, deps);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    limiter.settle(request, reply);
    done(null, payload);
  });
  app.setErrorHandler((error: Error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendError(nothingAt(request, deps), request, reply));
  return app;
}
