// Floods of requests without a valid token cost little: once the bucket of their address is empty, each connection gets
// one refusal, after a delay, and is closed; further requests on it get no response. Refusals are counted, not logged.
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
 * number of waiting connections: 50 connections get about 200 refusals a second, 1,000 get about 400.
 */
const MIN_DELAY_MS = 200;
const MAX_DELAY_MS = 4000;
const DELAY_MS_EACH = 10;
/** A waiting connection costs memory; above this number the refusal is sent immediately. */
const MAX_DELAYED = 2000;

type HeadersFor = (origin: string | undefined) => Headers;

/** Bypasses the framework, whose hooks and error handler would use a fifth more CPU. */
function refuse(
  request: FastifyRequest,
  { raw }: FastifyReply,
  state: BucketState,
  common: Headers,
): void {
  if (raw.destroyed) return;
  const error = rateLimited({ bucket: 'address', state });
  const body = errorBody(error, request.id, pathOf(request.originalUrl));
  raw
    .writeHead(error.status, {
      ...common,
      ...limitHeaders(state),
      ...error.headers,
      'x-request-id': request.id,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    .end(body);
}

/** Runs before all other hooks. It is not used behind a proxy, whose connections are shared by many callers. */
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
    // Refusals are spread out, because a thousand in one iteration would block the event loop.
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
    const state = limiter.stateIfNearlyExhausted(request);
    if (state) ended.add(socket);
    if (!state || state.isAllowed) {
      if (state) reply.header('connection', 'close');
      done();
      return;
    }
    // The pause waits, because Node resumes the socket at the end of the message, later in this iteration. Everything the
    // client has pipelined would then be read and parsed: 20 requests a refusal, and 3 times the p99 of others (1.3 with this).
    queueMicrotask(() => socket.pause());
    countLimited('address');
    reply.hijack();
    refuseLater(() => refuse(request, reply, state, headersFor(request.headers.origin)));
  });
}
