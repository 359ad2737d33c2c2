// Floods of requests without a valid token. Once the bucket of their address is empty, each connection gets one
// refusal, after a delay, and is closed; further requests on it get no response. Refusals are counted, not logged.
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BucketState } from '../../limits/buckets.ts';
import { countLimited } from '../../runtime/metrics.ts';
import { type Headers, limitHeaders } from '../output/headers.ts';
import { type Limiter, rateLimited } from './limits.ts';
import { errorBody } from '../output/errors.ts';
import { pathOf } from '../request/request-url.ts';

/**
 * Without the delay, a thousand connections that keep reconnecting would use a whole core. The delay grows with the
 * number of waiting connections: 50 connections get about 200 refusals a second, 1,000 get about 800.
 */
const MIN_DELAY_MS = 200;
const MAX_DELAY_MS = 2000;
const DELAY_MS_EACH = 10;
/** A waiting connection costs memory; above this number the refusal is sent immediately. */
const MAX_DELAYED = 2000;

type HeadersFor = (origin: string | undefined) => Headers;

/** Bypasses the framework, whose hooks and error handler would use a fifth more CPU. */
function refuse(
  request: FastifyRequest,
  { raw }: FastifyReply,
  standing: BucketState,
  common: Headers,
) {
  if (raw.destroyed) return;
  const problem = rateLimited({ bucket: 'address', standing });
  const body = errorBody(problem, request.id, pathOf(request.originalUrl));
  raw
    .writeHead(problem.status, {
      ...common,
      ...limitHeaders(standing),
      ...problem.headers,
      'x-request-id': request.id,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    .end(body);
}

/** Runs before all other hooks. Not used behind a proxy, whose connections are shared by many callers. */
export function refuseFloods(app: FastifyInstance, limiter: Limiter, headersFor: HeadersFor): void {
  const ended = new WeakSet<Socket>();
  let delayed = 0;
  const refuseLater = (send: () => void): void => {
    if (delayed >= MAX_DELAYED) {
      send();
      return;
    }
    delayed += 1;
    const longest = Math.min(MAX_DELAY_MS, Math.max(MIN_DELAY_MS, delayed * DELAY_MS_EACH));
    // Spread out, because a thousand refusals in one turn would block the event loop.
    const delayMs = longest * (0.5 + Math.random() / 2);
    setTimeout(() => {
      delayed -= 1;
      send();
    }, delayMs);
  };
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    if (ended.has(socket)) {
      reply.hijack();
      return;
    }
    const standing = limiter.nearlyExhausted(request);
    if (standing) ended.add(socket);
    if (!standing || standing.isAllowed) {
      if (standing) reply.header('connection', 'close');
      done();
      return;
    }
    socket.pause();
    countLimited('address');
    reply.hijack();
    refuseLater(() => refuse(request, reply, standing, headersFor(request.headers.origin)));
  });
}
