// The HTTP server: what holds for every request before and after any route has its say.
import { randomUUID } from 'node:crypto';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify';
import type { Deps } from '../deps.ts';
import { Problem } from '../errors.ts';
import { observeRequest } from '../metrics.ts';
import { BODY_LIMIT, LARGE_ARRIVAL_MS, limitArrivals } from './arrival.ts';
import { acceptJsonOnly } from './json.ts';
import { sendProblem } from './problems.ts';
import { requirePolicy } from './register.ts';
import { pathOf, requireReadableTarget, routedUrl } from './target.ts';
import { answerUnparsable, takeFromNode } from './unparsable.ts';

/** Kept when it is one that a person could have meant; else ours. */
const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w.:-]{8,128}$/.test(given) ? given : randomUUID();

/** What the log may say of the path: not one that is a secret. */
const loggedPath = ({ routeOptions, originalUrl }: FastifyRequest): string =>
  routeOptions.config?.row?.receive ? (routeOptions.url ?? '') : pathOf(originalUrl);

function logRequest(request: FastifyRequest, status: number, milliseconds: number): void {
  const { url: route = 'unknown' } = request.routeOptions;
  observeRequest(request.method, route, status, milliseconds);
  request.log.info(
    {
      method: request.method,
      route,
      path: loggedPath(request),
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

/** A client that keeps its connection would hold up the stop until it lets go; the last answer tells it to. */
function closeConnectionsWhenStopping(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close');
  });
}

const nothingAt = ({ originalUrl }: FastifyRequest): Problem =>
  new Problem('not_found', `There is nothing at ${pathOf(originalUrl)}.`);

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
    // Against clients that open a request and never finish it; arrival.ts gives most of them less.
    requestTimeout: LARGE_ARRIVAL_MS,
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
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      sendProblem(error, request, reply);
    },
    clientErrorHandler: (error, socket) => answerUnparsable(deps, error, socket),
  });
  app.decorateRequest('actor');
  app.decorateRequest('reach');
  limitArrivals(deps, app);
  acceptJsonOnly(app);
  // Schemas are checked in handle.ts, where a fault of the query and one of the body meet.
  app.setValidatorCompiler(() => () => true);
  requirePolicies(app);
  closeConnectionsWhenStopping(app);
  takeFromNode(deps, app.server);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    requireReadableTarget(request);
    // Before the framework looks at a body that nobody will read.
    if (request.is404) throw nothingAt(request);
  });
  app.addHook('onResponse', async (request, reply) =>
    logRequest(request, reply.statusCode, reply.elapsedTime),
  );
  app.setErrorHandler((error: Error, request, reply) => sendProblem(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendProblem(nothingAt(request), request, reply));
  return app;
}
