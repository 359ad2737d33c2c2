// Rate limits per caller, per address and for all callers together: the classes, their defaults and their buckets.
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

/** Buckets that a route is charged to besides the gateway, with their period and the cost of a request. */
export const limitClasses = {
  general: [{ figure: 'general', sizeOf: everySecond, cost: 1 }],
  // Shown, not charged: a bulk request is one job regardless of its number of rows.
  bulk: [{ figure: 'general', sizeOf: everySecond, cost: 0 }],
  // The caller is the inbound webhook; the burst covers ten seconds of an alert storm.
  inbound: [{ figure: 'inbound', sizeOf: tenSeconds, cost: 1 }],
  'ai.ask': aiClass('ai.ask'),
  'ai.analyze': aiClass('ai.analyze'),
  'ai.exemplars': aiClass('ai.exemplars'),
  'ai.suggest': aiClass('ai.suggest'),
  'ai.query': aiClass('ai.query'),
} as const satisfies Record<string, readonly Charge[]>;

interface Charge {
  figure: RateLimitName;
  sizeOf: (most: number) => BucketSize;
  cost: number;
}

/** The first bucket is shown in headers; an AI request also counts as a general request. */
function aiClass(figure: RateLimitName): readonly Charge[] {
  return [
    { figure, sizeOf: everyMinute, cost: 1 },
    { figure: 'general', sizeOf: everySecond, cost: 1 },
  ];
}

export type LimitClass = keyof typeof limitClasses;

/** The limits of a caller, as returned by `GET /me`. */
export const callerLimits = (of: RateLimits) => ({
  requests_per_second: of.general,
  requests_per_minute: Object.fromEntries(
    Object.values(limitClasses)
      .flatMap((charges): readonly Charge[] => charges)
      .filter(({ sizeOf }) => sizeOf === everyMinute)
      .map(({ figure }) => [figure, of[figure]]),
  ),
});

/** The bucket that is shown or that refused the request, and its state. */
export interface Verdict {
  bucket: RateLimitName;
  state: BucketState;
}

/** Without Valkey. */
function ownTake(clock: MonotonicClock): Take {
  const local = new LocalBuckets(clock);
  return async (buckets, isForced) => local.take(buckets, isForced);
}

export interface Limits {
  /** Charges a caller for a request of this class. */
  takeForCaller: (callerId: string, name: LimitClass) => Promise<Verdict>;
  gateway: LeasedBucket;
  rateLimits: RateLimits;
  /** For other state that may be lost; undefined if it is not configured. */
  valkey: Valkey | undefined;
  /** Whether all processes share the buckets; undefined if sharing is not configured. */
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
    limitClasses[name].map(({ figure, sizeOf, cost }) => ({
      key: `${instance}:limit:${figure}:${callerId}`,
      size: sizeOf(options.rateLimits[figure]),
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
      const bucket = limitClasses[name][shown]?.figure ?? 'general';
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
