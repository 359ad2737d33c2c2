// A token bucket is stored as one number, the time at which it will be full again. The arithmetic is the same in Valkey.
import { boundedCache } from './bounded-cache.ts';

export interface BucketSize {
  capacity: number;
  refillPerSecond: number;
}

export interface Bucket {
  key: string;
  size: BucketSize;
  /** 0 reads the state without charging. */
  cost: number;
}

/** Response headers report the bucket after the request. */
export interface BucketState {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
  /** The same request would be allowed after this time; at least one second. */
  retryAfterSeconds: number;
}

const MICROSECONDS = 1e6;
/** Returns the microseconds until one token is refilled. */
export const intervalOf = ({ refillPerSecond }: BucketSize): number =>
  MICROSECONDS / refillPerSecond;

/** Times are microseconds since 1970. `fullAt` excludes the cost if the request was refused, and includes it otherwise. */
function stateOf(
  { size, cost }: Bucket,
  fullAt: number,
  now: number,
  isAllowed: boolean,
): BucketState {
  const interval = intervalOf(size);
  const room = size.capacity * interval - Math.max(0, fullAt - now);
  return {
    isAllowed,
    limit: size.capacity,
    // A rounding error must not cost a whole request.
    remaining: Math.max(0, Math.floor(room / interval + 1e-6)),
    resetSeconds: Math.ceil(Math.max(fullAt, now) / MICROSECONDS),
    retryAfterSeconds: Math.max(1, Math.ceil((cost * interval - room) / MICROSECONDS)),
  };
}

/**
 * All buckets are charged or none: `denied` is the first that has too few tokens. A forced charge is applied anyway
 * and repaid by a longer wait; so are charges that a process made alone while Valkey was unavailable, up to one
 * bucket below empty. Only Valkey's clock is used, so that clocks of processes may differ.
 */
export const TAKE_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local isForced = ARGV[1] == '1'
local denied = 0
local stored, before, after = {}, {}, {}
for i, key in ipairs(KEYS) do
  local interval, capacity = tonumber(ARGV[4*i-2]), tonumber(ARGV[4*i-1])
  local cost, owed = tonumber(ARGV[4*i]), tonumber(ARGV[4*i+1])
  stored[i] = math.max(now, tonumber(redis.call('GET', key) or 0))
  before[i] = stored[i]
  if owed ~= 0 then
    local most = math.max(stored[i], now + 2 * capacity * interval)
    before[i] = math.max(now, math.min(most, stored[i] + owed))
  end
  after[i] = before[i] + cost * interval
  if cost > 0 and after[i] - now > capacity * interval + 0.5 and not isForced and denied == 0 then denied = i end
end
local answer = {denied, now}
for i, key in ipairs(KEYS) do
  local fullAt = denied == 0 and after[i] or before[i]
  if fullAt ~= stored[i] then
    redis.call('SET', key, string.format('%.0f', fullAt), 'PX', math.max(1, math.ceil((fullAt - now) / 1000)))
  end
  answer[i + 2] = fullAt
end
return answer`;

/** `owed` is in microseconds, for each bucket. */
export const takeArguments = (
  buckets: readonly Bucket[],
  owed: readonly number[],
  isForced: boolean,
): string[] => [
  isForced ? '1' : '0',
  ...buckets.flatMap(({ size, cost }, i) => [
    String(intervalOf(size)),
    String(size.capacity),
    String(cost),
    String(Math.round(owed[i] ?? 0)),
  ]),
];

export interface TakeResult {
  states: BucketState[];
  isCharged: boolean;
  /** Each bucket will be full after so many microseconds. */
  fullIn: number[];
}

export const readTakeResult = (
  buckets: readonly Bucket[],
  [denied = 0, now = 0, ...fullAt]: readonly number[],
): TakeResult => ({
  states: buckets.map((bucket, i) => stateOf(bucket, fullAt[i] ?? now, now, denied !== i + 1)),
  isCharged: denied === 0,
  fullIn: fullAt.map((moment) => moment - now),
});

/** Returns milliseconds since 1970; never goes back. */
export type MonotonicClock = () => number;

export const monotonicMs: MonotonicClock = () => performance.timeOrigin + performance.now();

/** The gateway allows fewer callers per second; the oldest are evicted. */
const MAX_BUCKETS = 50_000;

interface LocalBucket {
  fullAt: number;
  /** These microseconds are charged here but not yet to the shared bucket. */
  owed: number;
}

/** A process has its own buckets, or a copy of the shared ones that it uses while Valkey is unavailable. */
export class LocalBuckets {
  readonly #entries = boundedCache<LocalBucket>(MAX_BUCKETS);
  readonly #clock: MonotonicClock;

  constructor(clock: MonotonicClock = monotonicMs) {
    this.#clock = clock;
  }

  #now(): number {
    return this.#clock() * 1000;
  }

  take(buckets: readonly Bucket[], isForced = false): BucketState[] {
    const now = this.#now();
    const before = buckets.map(({ key }) => Math.max(now, this.#entries.get(key)?.fullAt ?? 0));
    const after = buckets.map(({ size, cost }, i) => (before[i] ?? now) + cost * intervalOf(size));
    const denied = isForced
      ? -1
      : buckets.findIndex(
          ({ size, cost }, i) =>
            cost > 0 && (after[i] ?? now) - now > size.capacity * intervalOf(size) + 0.5,
        );
    if (denied === -1) {
      buckets.forEach(({ key, size, cost }, i) => {
        if (cost === 0) return;
        const entry = this.#entryOf(key);
        entry.fullAt = after[i] ?? now;
        entry.owed += cost * intervalOf(size);
      });
    }
    const fullAt = denied === -1 ? after : before;
    return buckets.map((bucket, i) => stateOf(bucket, fullAt[i] ?? now, now, denied !== i));
  }

  #entryOf(key: string): LocalBucket {
    const known = this.#entries.get(key);
    if (known) return known;
    const entry = { fullAt: 0, owed: 0 };
    this.#entries.set(key, entry);
    return entry;
  }

  /** Updates the copy from the shared bucket; charges it does not include yet are added. */
  learn(key: string, fullInMicroseconds: number): void {
    const entry = this.#entryOf(key);
    entry.fullAt = this.#now() + fullInMicroseconds + entry.owed;
  }

  /** Removes and returns the debt, to charge it to the shared bucket. Debt that would be refilled by now is dropped. */
  takeOwed(key: string): number {
    const entry = this.#entries.get(key);
    if (!entry || entry.owed === 0) return 0;
    const owed = Math.min(entry.owed, Math.max(0, entry.fullAt - this.#now()));
    entry.owed = 0;
    return owed;
  }

  /** Restores debt that was not charged; negative when the shared bucket was charged after the local decision. */
  owe(key: string, microseconds: number): void {
    if (microseconds !== 0) this.#entryOf(key).owed += microseconds;
  }
}
