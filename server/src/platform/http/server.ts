// The HTTP server applies its hooks and limits to every request, before and after its route.
import { METHODS as HTTP_METHODS } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify';
import type { Deps } from '../runtime/deps.ts';
import { systemClock } from '../clock.ts';
import { ApiError } from '../errors.ts';
import { observeRequest } from '../runtime/metrics.ts';
import { BODY_LIMIT } from './input/json.ts';
import { LARGE_BODY_TIMEOUT_MS, limitBodies } from './guard/request-bodies.ts';
import type { Authenticate } from './guard/auth.ts';
import { limitHandlers } from './guard/deadlines.ts';
import { refuseFloods } from './guard/flood.ts';
import { commonHeaders, limitHeaders } from './output/headers.ts';
import { acceptBodies } from './input/json.ts';
import { buildLimiter } from './guard/limits.ts';
import { sendError } from './output/errors.ts';
import { closeSlowClients } from './guard/slow-clients.ts';
import { KnownPaths } from './routes/known-paths.ts';
import { requirePolicy } from './routes/register.ts';
import { callerAddress } from './request/caller-address.ts';
import { requestIdOf } from './request/request-id.ts';
import { endSpan, traceRequests } from './request/request-trace.ts';
import {
  apiUrl,
  isApiPathWithSlash,
  loggedPath,
  pathOf,
  requireReadableUrl,
  routedUrl,
  withoutEndSlashes,
} from './request/request-url.ts';
import {
  isRespondedOnSocket,
  overrideNodeDefaults,
  parseErrorResponder,
} from './output/parse-errors.ts';

/** A client that never finishes its headers is disconnected; request-bodies.ts limits the body. */
export const HEADERS_WITHIN_MS = 8000;
/** This exceeds the 60 s idle timeout of common load balancers, which must close the connection first. */
export const IDLE_MS = 65_000;

/** The status that nginx logs for a client that disconnected before the response. */
const CLIENT_CLOSED_REQUEST = 499;

function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { raw, elapsedTime: milliseconds } = reply;
  const isAborted = !raw.writableFinished;
  // parse-errors.ts has logged the request, with the response that it wrote to the socket.
  if (isAborted && !request.raw.complete && isRespondedOnSocket(request.raw.socket)) return;
  const status = isAborted && !raw.headersSent ? CLIENT_CLOSED_REQUEST : reply.statusCode;
  const { url: route = 'unknown' } = request.routeOptions;
  observeRequest(request.method, route, status, milliseconds);
  endSpan(request, route, status);
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

/** Logs exactly once per request: a response is closed when it was sent and when the client is gone. */
const logWhenClosed = (request: FastifyRequest, reply: FastifyReply): void =>
  void reply.raw.once('close', () => logRequest(request, reply));

/** Prevents the start if a route, even of a plugin, has no policy; all are registered before the check. */
function requirePolicies(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  app.addHook('onReady', async () => {
    for (const { method, url, config } of routes)
      requirePolicy(`${String(method)} ${url}`, config?.policy);
  });
}

/** Closes them once the server has stopped listening. Before, a gateway would open one per request; see stop-listening.ts. */
function closeConnectionsWhenStopping(app: FastifyInstance, { lifecycle }: Deps): void {
  app.addHook('preClose', async () => {
    lifecycle.isStopping = true;
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (lifecycle.isStopping && !app.server.listening) reply.header('connection', 'close');
    done(null, payload);
  });
}

const ROUTER = { maxParamLength: 200 };

/** CONNECT never becomes a request. */
const METHODS = HTTP_METHODS.filter((method) => method !== 'CONNECT');

/** A path with a slash at its end exists without it. */
function isKnownWithoutSlash({ url, server }: FastifyRequest): boolean {
  const path = pathOf(url);
  const trimmed = withoutEndSlashes(path);
  if (trimmed === path) return false;
  return server.knownPaths.has(trimmed) || server.hasRoute({ method: 'GET', url: trimmed });
}

const notFoundAt = (request: FastifyRequest, { config }: Deps): ApiError => {
  const path = pathOf(request.originalUrl);
  const hint = isKnownWithoutSlash(request)
    ? `Paths have no slash at their end: use ${withoutEndSlashes(path)}.`
    : `The API is at ${apiUrl(config.BASE_URL, '')}, its reference at ${config.BASE_URL}/docs. Tokens are issued at ${config.AUTH_URL}/oauth2/token.`;
  return new ApiError('not_found', `No resource at ${path}. ${hint}`);
};

export function createServer(deps: Deps, authenticate: Authenticate): FastifyInstance {
  const limiter = buildLimiter(deps, authenticate);
  const headersFor = commonHeaders(deps.config);
  const respond = parseErrorResponder(deps.log, (address) => ({
    ...headersFor(undefined),
    ...limitHeaders(limiter.address.peek(address)),
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
    routerOptions: ROUTER,
    // Most requests get less time from request-bodies.ts.
    requestTimeout: LARGE_BODY_TIMEOUT_MS,
    connectionTimeout: 20_000,
    keepAliveTimeout: IDLE_MS,
    http: {
      headersTimeout: HEADERS_WITHIN_MS,
      // Checks are frequent, so that fewer expire together: each costs a response, and 400 in one check blocked the loop for 30 ms.
      connectionsCheckingInterval: 100,
      // Node would send 400 with no body and no request id; request-url.ts requires the header instead.
      requireHostHeader: false,
      // Node would use the first of two Authorization headers, and a gateway in front perhaps the second.
      joinDuplicateHeaders: true,
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      logWhenClosed(request, reply);
      reply
        .header('x-request-id', request.id)
        .headers(headersFor(request.headers.origin))
        .headers(limitHeaders(limiter.address.peek(callerAddress(request))));
      sendError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => respond(error, socket),
  });
  app.decorateRequest('actor');
  app.decorateRequest('reach');
  app.decorate('limiter', limiter);
  app.decorate('knownPaths', new KnownPaths(ROUTER));
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
  traceRequests(app, deps);
  if (deps.config.TRUSTED_PROXIES.length === 0) refuseFloods(app, limiter, headersFor);
  limitHandlers(app, { ...systemClock, now: deps.monotonicMs });
  limitBodies(app, respond);
  acceptBodies(app);
  // Schemas are validated in handle.ts, which reports faults of the query and the body together.
  app.setValidatorCompiler(() => () => true);
  requirePolicies(app);
  closeConnectionsWhenStopping(app, deps);
  closeSlowClients(app.server);
  overrideNodeDefaults(app.server, respond);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).headers(headersFor(request.headers.origin));
    logWhenClosed(request, reply);
    await limiter.admit(request, reply);
    requireReadableUrl(request);
    // The router would serve the path of a collection with a slash at its end as that of a record with an empty id.
    if (isApiPathWithSlash(request.url)) throw notFoundAt(request, deps);
    // Unknown paths are refused before the framework reads their body.
    if (!request.is404) return;
    if (!app.knownPaths.refuseMethod(request, reply, deps.config.BASE_URL)) {
      throw notFoundAt(request, deps);
    }
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    limiter.settle(request, reply);
    done(null, payload);
  });
  app.setErrorHandler((error: Error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendError(notFoundAt(request, deps), request, reply));
  return app;
}
