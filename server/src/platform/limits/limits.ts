// Requests are limited per caller, per address and for all callers together, by classes of routes.
import type { Logger } from 'pino';
import {
  type Bucket,
  type BucketSize,
  LocalBuckets,
  type BucketState,
  type MonotonicClock,
  monotonicMs,
} from './buckets.ts';
import { LeasedBucket } from './leased-bucket.ts';
import type { RateLimitName, RateLimits } from './rate-limits.ts';
import { sharedTake, type Take } from './shared-buckets.ts';
import { Valkey } from './valkey.ts';

const everySecond = (most: number): BucketSize => ({ capacity: most, refillPerSecond: most });
const tenSeconds = (most: number): BucketSize => ({
  capacity: most * 10,
  refillPerSecond: most,
});
const everyMinute = (most: number): BucketSize => ({ capacity: most, refillPerSecond: most / 60 });

/** A route is charged to these buckets besides the gateway. */
export const limitClasses = {
  general: [{ rateLimit: 'general', sizeOf: everySecond, cost: 1 }],
  // The bucket is shown but not charged: a bulk request is one job regardless of its number of rows.
  bulk: [{ rateLimit: 'general', sizeOf: everySecond, cost: 0 }],
  // The caller is the inbound webhook; the burst covers ten seconds of an alert storm.
  inbound: [{ rateLimit: 'inbound', sizeOf: tenSeconds, cost: 1 }],
  'ai.ask': aiClass('ai.ask'),
  'ai.analyze': aiClass('ai.analyze'),
  'ai.exemplars': aiClass('ai.exemplars'),
  'ai.suggest': aiClass('ai.suggest'),
  'ai.query': aiClass('ai.query'),
} as const satisfies Record<string, readonly Charge[]>;

interface Charge {
  rateLimit: RateLimitName;
  sizeOf: (most: number) => BucketSize;
  cost: number;
}

/** The first bucket is shown in headers; an AI request also counts as a general request. */
function aiClass(rateLimit: RateLimitName): readonly Charge[] {
  return [
    { rateLimit, sizeOf: everyMinute, cost: 1 },
    { rateLimit: 'general', sizeOf: everySecond, cost: 1 },
  ];
}

export type LimitClass = keyof typeof limitClasses;

/** `GET /me` returns these limits. */
export const callerLimits = (of: RateLimits) => ({
  requests_per_second: of.general,
  requests_per_minute: Object.fromEntries(
    Object.values(limitClasses)
      .flatMap((charges): readonly Charge[] => charges)
      .filter(({ sizeOf }) => sizeOf === everyMinute)
      .map(({ rateLimit }) => [rateLimit, of[rateLimit]]),
  ),
});

/** `bucket` is the one that refused the request, or else the one that headers show. */
export interface Verdict {
  bucket: RateLimitName;
  state: BucketState;
}

/** Charges the buckets of this process alone, where Valkey is not configured. */
function ownTake(clock: MonotonicClock): Take {
  const local = new LocalBuckets(clock);
  return async (buckets, isForced) => local.take(buckets, isForced);
}

export interface Limits {
  /** Charges a caller for a request of this class. */
  takeForCaller: (callerId: string, name: LimitClass) => Promise<Verdict>;
  gateway: LeasedBucket;
  rateLimits: RateLimits;
  /** Valkey also stores other state that may be lost; undefined if it is not configured. */
  valkey: Valkey | undefined;
  /** Returns whether all processes share the buckets; undefined if sharing is not configured. */
  areShared: () => Promise<boolean | undefined>;
  close: () => void;
}

export function buildLimits(
  options: {
    valkeyUrl: string;
    instance: string;
    rateLimits: RateLimits;
    clock?: MonotonicClock;
  },
  log: Logger,
): Limits {
  const { instance, clock = monotonicMs } = options;
  const valkey = options.valkeyUrl === '' ? undefined : new Valkey(() => options.valkeyUrl, log);
  const take = valkey ? sharedTake(valkey, clock) : ownTake(clock);
  const bucketsOf = (callerId: string, name: LimitClass): Bucket[] =>
    limitClasses[name].map(({ rateLimit, sizeOf, cost }) => ({
      key: `${instance}:limit:${rateLimit}:${callerId}`,
      size: sizeOf(options.rateLimits[rateLimit]),
      cost,
    }));
  const gatewaySize = {
    capacity: options.rateLimits['gateway.burst'],
    refillPerSecond: options.rateLimits.gateway,
  };
  const gatewayKey = `${instance}:limit:gateway`;
  return {
    takeForCaller: async (callerId, name) => {
      const states = await take(bucketsOf(callerId, name));
      const refused = states.findIndex(({ isAllowed }) => !isAllowed);
      const shown = Math.max(0, refused);
      const bucket = limitClasses[name][shown]?.rateLimit ?? 'general';
      return { bucket, state: states[shown] as BucketState };
    },
    gateway: new LeasedBucket(
      gatewaySize,
      async (cost) => {
        const [state] = await take([{ key: gatewayKey, size: gatewaySize, cost }], true);
        return state as BucketState;
      },
      clock,
    ),
    rateLimits: options.rateLimits,
    valkey,
    areShared: async () => valkey?.check(),
    close: () => valkey?.close(),
  };
}
