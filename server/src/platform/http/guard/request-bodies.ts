// Receives request bodies in a bounded time, and large ones within the memory budget.
import { type Clock, systemClock } from '../../clock.ts';
import { BODY_LIMIT } from '../input/json.ts';
import { Transform, type TransformCallback } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Body, BodyBudget } from './body-budget.ts';
import type { RespondToParseError } from '../output/parse-errors.ts';
import { callerAddress } from '../request/caller-address.ts';

export const BODY_TIMEOUT_MS = 10_000;
/** 70 MB in this time is 10 Mbit/s. Node has one timeout for all requests, so it must suit the largest. */
export const LARGE_BODY_TIMEOUT_MS = 60_000;
/** Time to wait for the budget, receive the body and handle the request. */
export const LARGE_HANDLER_MS = 90_000;
/** A large body that is slower than this, after the time that any body gets, is refused. */
const SLOWEST_BYTES_PER_SECOND = 256 * 1024;
const SLOW_AFTER = { withinMs: BODY_TIMEOUT_MS, everyMs: 1000 };

/** Whether a request needs the budget. A body without a length may be as long as the row allows. */
function isLarge({ headers, routeOptions }: FastifyRequest): boolean {
  const { bodyLimit } = routeOptions;
  const length = Number(headers['content-length'] ?? bodyLimit);
  // A longer body is refused without being read.
  return bodyLimit > BODY_LIMIT && length > BODY_LIMIT && length <= bodyLimit;
}

function limitTime({ raw }: FastifyRequest, answer: RespondToParseError): void {
  if (raw.complete) return;
  const timer = setTimeout(() => {
    if (!raw.complete) answer({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket);
  }, BODY_TIMEOUT_MS);
  raw.once('close', () => clearTimeout(timer));
}

/** Disconnects a sender that is too slow. Time in which we do not read does not count. */
function limitSlowness(
  { raw }: FastifyRequest,
  body: Body,
  meter: Meter,
  answer: RespondToParseError,
  { withinMs, everyMs }: typeof SLOW_AFTER,
  clock: Clock,
): void {
  let readMs = 0;
  const cancelTimer = clock.every(everyMs, () => {
    if (raw.complete || raw.socket.destroyed) return cancelTimer();
    if (!body.isWaiting()) readMs += everyMs;
    const isSlow = meter.bytes < (SLOWEST_BYTES_PER_SECOND * readMs) / 1000;
    if (readMs < withinMs || !isSlow) return;
    cancelTimer();
    answer({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket);
  });
}

/** Passes a body on as far as the budget allows. */
class Meter extends Transform {
  bytes = 0;
  readonly #body: Body;

  constructor(body: Body) {
    super();
    this.#body = body;
  }

  override async _transform(chunk: Buffer, _encoding: string, done: TransformCallback) {
    this.bytes += chunk.length;
    const [grown] = await Promise.allSettled([this.#body.grow(chunk.length)]);
    done(grown.status === 'rejected' ? (grown.reason as Error) : null, chunk);
  }
}

function metered({ raw }: FastifyRequest, body: Body): Meter {
  const meter = new Meter(body);
  raw.once('error', (error) => meter.destroy(error));
  // The rest of a refused body is read and discarded, so that the connection can be reused.
  meter.once('error', () => raw.unpipe(meter).resume());
  return raw.pipe(meter);
}

/**
 * Runs before a body is read and after the caller is known. The reservation of a large body is released when the
 * connection closes or, once a handler has the body, when the handler ends, since a disconnect does not free it.
 */
export function limitBodies(
  app: FastifyInstance,
  answer: RespondToParseError,
  budget = new BodyBudget(),
  slow = SLOW_AFTER,
  clock = systemClock,
): void {
  app.decorateRequest('releaseBody');
  app.addHook('preParsing', async (request, reply, payload) => {
    if (!isLarge(request)) {
      limitTime(request, answer);
      return payload;
    }
    const body = budget.begin(request.actor?.id ?? callerAddress(request));
    request.releaseBody = body.release;
    if (reply.raw.destroyed) body.release();
    else reply.raw.once('close', body.release);
    const meter = metered(request, body);
    limitSlowness(request, body, meter, answer, slow, clock);
    return meter;
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the budget that a large body reserved. */
    releaseBody: Body['release'] | undefined;
  }
}
