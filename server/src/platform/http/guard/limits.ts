// Charges each request to a bucket and sets the rate limit headers. A known caller is charged to its own bucket, any
// other to that of its address, before the token is verified, so that a flood of bad tokens costs little.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AddressLimit } from '../../limits/address-limit.ts';
import type { BucketState } from '../../limits/buckets.ts';
import type { Deps } from '../../runtime/deps.ts';
import { ApiError } from '../../errors.ts';
import type { LimitClass, Verdict } from '../../limits/limits.ts';
import type { RateLimitName } from '../../limits/rate-limits.ts';
import { countLimited, countShed } from '../../runtime/metrics.ts';
import type { OverloadReason } from '../../runtime/overload.ts';
import type { Authenticate } from './auth.ts';
import type { Actor } from '../../context.ts';
import { limitHeaders } from '../output/headers.ts';
import { callerAddress } from '../request/caller-address.ts';
import { SenderLimit } from './sender-limit.ts';

const limitMessages: Partial<Record<RateLimitName, string>> = {
  gateway: 'The service is at its request limit',
  address: 'Too many requests without a valid token from your address',
  credentials: 'Too many wrong passwords, secrets or keys from your address',
};

/** Other listeners use this too, with their own AddressLimit. */
export function rateLimited({ bucket, state }: Verdict): ApiError {
  const { limit, retryAfterSeconds } = state;
  const what = limitMessages[bucket] ?? `Rate limit of ${limit} requests exceeded (${bucket})`;
  return new ApiError(
    'rate_limited',
    `${what}; retry in ${retryAfterSeconds} s.`,
    { limited_by: bucket },
    { 'retry-after': String(retryAfterSeconds) },
  );
}

/** Sets the rate limit headers, and throws if the bucket is empty. */
function applyVerdict(reply: FastifyReply, verdict: Verdict): void {
  reply.headers(limitHeaders(verdict.state));
  if (verdict.state.isAllowed) return;
  countLimited(verdict.bucket);
  throw rateLimited(verdict);
}

type Caller = Pick<Actor, 'id'>;

export interface Limiter {
  /** Charges the caller or the address, once per request, before any other work. */
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Refunds the address and charges the caller, once a token or signature was verified. */
  charge: (request: FastifyRequest, reply: FastifyReply, actor: Caller) => Promise<void>;
  /** Charges an unverified request to an inbound webhook to its address, before the response is sent. */
  settle: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Returns the state of the address's bucket if it is nearly empty and the request would be charged to it. */
  stateIfNearlyExhausted: (request: FastifyRequest) => BucketState | undefined;
  /** Input that never becomes a request is reported with the state of its address. */
  address: AddressLimit;
}

/** If less than this share of a bucket remains, a connection of its address gets only one more response. */
const NEARLY_EXHAUSTED = 0.1;

const shed = (reason: OverloadReason): ApiError => {
  countShed(reason);
  const retry = { 'retry-after': '2' };
  return new ApiError(
    'overloaded',
    'The service is overloaded. Retry after the number of seconds in Retry-After.',
    {},
    retry,
  );
};

/** Writes leave connections for reads (write-slots.ts), so a queue for connections is no reason to refuse one. */
const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

export function buildLimiter(
  { limits, overload, monotonicMs }: Deps,
  authenticate: Authenticate,
): Limiter {
  const { rateLimits, gateway } = limits;
  const address = new AddressLimit(
    { capacity: rateLimits['address.burst'], refillPerSecond: rateLimits.address },
    monotonicMs,
  );
  const burst = rateLimits.inbound * 10;
  const senders = new SenderLimit(address, Math.max(burst, rateLimits['address.burst']));
  const isReceiving = ({ routeOptions }: FastifyRequest): boolean =>
    routeOptions.config?.row?.receive !== undefined;
  const chargeCaller = async (request: FastifyRequest, reply: FastifyReply, actor: Caller) => {
    const name = request.routeOptions.config?.limit ?? 'general';
    applyVerdict(reply, await limits.takeForCaller(actor.id, name === 'none' ? 'general' : name));
  };
  /** The address is stored until the refund, because a closed socket no longer has it. */
  const chargedTo = new WeakMap<FastifyRequest, string>();
  const verdict = (bucket: RateLimitName, state: BucketState): Verdict => ({ bucket, state });

  const isExempt = (request: FastifyRequest): boolean => {
    const { headers, originalUrl, routeOptions } = request;
    if (routeOptions.config?.limit === 'none') return true;
    if (isReceiving(request)) return senders.isKnown(callerAddress(request), originalUrl);
    return authenticate.findCached(headers.authorization) !== undefined;
  };

  const chargeAdmitted = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const actor = isReceiving(request)
      ? undefined
      : authenticate.findCached(request.headers.authorization);
    if (isReceiving(request))
      applyVerdict(reply, verdict('address', senders.admit(request, reply)));
    else if (!actor) {
      const charged = callerAddress(request);
      chargedTo.set(request, charged);
      applyVerdict(reply, verdict('address', address.take(charged)));
    }
    const state = gateway.take();
    const everybody = state instanceof Promise ? await state : state;
    if (!everybody.isAllowed) applyVerdict(reply, verdict('gateway', everybody));
    if (!actor) return;
    request.actor = actor;
    await chargeCaller(request, reply, actor);
  };

  return {
    address,
    stateIfNearlyExhausted: (request) => {
      const state = address.peek(callerAddress(request));
      if (state.remaining >= state.limit * NEARLY_EXHAUSTED || isExempt(request)) return undefined;
      return { ...state, isAllowed: state.remaining > 0 };
    },
    admit: async (request, reply) => {
      if (request.routeOptions.config?.limit === 'none') {
        reply.headers(limitHeaders(address.peek(callerAddress(request))));
        return;
      }
      const reason = overload.reason();
      if (reason && !(reason === 'database' && isRead(request))) {
        reply.headers(limitHeaders(address.peek(callerAddress(request))));
        throw shed(reason);
      }
      await chargeAdmitted(request, reply);
      // A stream stays open for hours and takes no time between events.
      if (request.routeOptions.config?.row?.stream) return;
      overload.begin();
      reply.raw.once('close', overload.end);
    },
    charge: async (request, reply, actor) => {
      const charged = chargedTo.get(request);
      if (isReceiving(request)) senders.accept(request);
      else if (charged !== undefined) address.refund(charged);
      await chargeCaller(request, reply, actor);
    },
    settle: (request, reply) => {
      if (!isReceiving(request)) return;
      const state = senders.reject(request, reply.statusCode);
      if (state) reply.headers(limitHeaders(state));
    },
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    limiter: Limiter;
  }
  interface FastifyContextConfig {
    /** The probes of operators have `none`. */
    limit?: LimitClass | 'none';
  }
}
