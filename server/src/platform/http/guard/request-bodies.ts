// Receives request bodies in a bounded time, and large ones within the memory budget.
import { type Clock, systemClock } from '../../clock.ts';
import { BODY_LIMIT } from '../input/json.ts';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Body, BodyBudget } from './body-budget.ts';
import type { RespondToParseError } from '../output/parse-errors.ts';
import { callerAddress } from '../request/caller-address.ts';

export const BODY_TIMEOUT_MS = 10_000;
/** 70 MB in this time are 10 Mbit/s. Node has one timeout for all requests, so it must suit the largest. */
export const LARGE_BODY_TIMEOUT_MS = 60_000;
/** The time includes waiting for the budget, receiving the body and handling the request. */
export const LARGE_HANDLER_MS = 90_000;
/** A large body that is slower than this, after the time that any body gets, is refused. */
const SLOWEST_BYTES_PER_SECOND = 256 * 1024;
const SLOW_AFTER = { withinMs: BODY_TIMEOUT_MS, everyMs: 1000 };

/** Large requests need the budget. A body without a length may be as long as the route allows. */
function isLarge({ headers, routeOptions }: FastifyRequest): boolean {
  const { bodyLimit } = routeOptions;
  const length = Number(headers['content-length'] ?? bodyLimit);
  // A longer body is refused without being read.
  return bodyLimit > BODY_LIMIT && length > BODY_LIMIT && length <= bodyLimit;
}

function limitTime({ raw }: FastifyRequest, respond: RespondToParseError): void {
  if (raw.complete) return;
  const timer = setTimeout(() => {
    if (!raw.complete) respond({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket);
  }, BODY_TIMEOUT_MS);
  raw.once('close', () => clearTimeout(timer));
}

/** Disconnects a sender that is too slow. Time in which we do not read does not count. */
function limitSlowness(
  { raw }: FastifyRequest,
  body: Body,
  respond: RespondToParseError,
  { withinMs, everyMs }: typeof SLOW_AFTER,
  clock: Clock,
): void {
  let readMs = 0;
  const cancelTimer = clock.every(everyMs, () => {
    if (raw.complete || raw.socket.destroyed) return cancelTimer();
    if (!body.waiting) readMs += everyMs;
    const isSlow = body.bytes < (SLOWEST_BYTES_PER_SECOND * readMs) / 1000;
    if (readMs < withinMs || !isSlow) return;
    cancelTimer();
    respond({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket);
  });
}

/** Passes a body on as far as the budget allows. */
async function* readWithin(budget: BodyBudget, body: Body, { raw }: FastifyRequest) {
  // The iterator would destroy the connection of a refused body before the response is sent.
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
    await budget.acquire(body, (chunk as Buffer).length);
    yield chunk;
  }
}

/**
 * Runs before a body is read and after the caller is known. The reservation of a large body is released when the
 * connection closes or, once a handler has the body, when the handler ends, since a disconnect does not free it.
 */
export function limitBodies(
  app: FastifyInstance,
  respond: RespondToParseError,
  budget = new BodyBudget(),
  slow = SLOW_AFTER,
  clock = systemClock,
): void {
  app.decorateRequest('releaseBody');
  app.addHook('preParsing', async (request, reply, payload) => {
    if (!isLarge(request)) {
      limitTime(request, respond);
      return payload;
    }
    const body = budget.begin(request.actor?.id ?? callerAddress(request));
    const release = () => budget.release(body);
    request.releaseBody = release;
    if (reply.raw.destroyed) release();
    else reply.raw.once('close', release);
    limitSlowness(request, body, respond, slow, clock);
    const limited = Readable.from(readWithin(budget, body, request), { objectMode: false });
    // Fastify stops listening when it refuses a body as too long; a later error would end the process.
    return limited.on('error', () => {});
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the budget that a large body reserved. */
    releaseBody: (() => void) | undefined;
  }
}
