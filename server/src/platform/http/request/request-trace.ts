// Every request has a span, below the one that its caller names in `traceparent`.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../runtime/deps.ts';
import { readTraceparent } from '../../tracing/trace-context.ts';
import type { Span } from '../../tracing/tracer.ts';
import { loggedPath } from './request-url.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span is absent if there is no trace. */
    span?: Span | undefined;
  }
}

/** Runs before all other hooks, so that every later log line of the request names its trace. */
export function traceRequests(app: FastifyInstance, { tracer }: Deps): void {
  app.decorateRequest('span');
  app.addHook('onRequest', (request, reply, done) => {
    const span = tracer.start(readTraceparent(request.headers['traceparent']));
    if (span) {
      request.span = span;
      request.log = request.log.child({ trace_id: span.context.traceId });
      reply.log = request.log;
    }
    done();
  });
}

/** Names and attributes follow OpenTelemetry's semantic conventions. */
export const endSpan = (request: FastifyRequest, route: string, status: number): void =>
  request.span?.end(() => ({
    name: `${request.method} ${route}`,
    kind: 'server',
    attributes: {
      'http.request.method': request.method,
      'http.route': route,
      'http.response.status_code': status,
      'url.path': loggedPath(request.originalUrl),
      'signalbox.request_id': request.id,
    },
    error: status >= 500 ? `status ${status}` : undefined,
  }));
