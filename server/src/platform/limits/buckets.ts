// Token buckets, each kept as one number: the moment at which it will be full again. The same sums here and in Valkey.
import { LRUCache } from 'lru-cache';

export interface BucketSize {
  capacity: number;
  refillPerSecond: number;
}

export interface Bucket {
  key: string;
  size: BucketSize;
  /** Nothing, to look at it without taking. */
  cost: number;
}

/** Where a bucket stands for whoever asked. Times are microseconds since 1970. */
export interface BucketState {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
  /** When the same request would be let through; at least one second. */
  retryAfterSeconds: number;
}

const MICROSECONDS = 1e6;
/** Microseconds until one more is refilled. */
export const intervalOf = ({ refillPerSecond }: BucketSize): number =>
  MICROSECONDS / refillPerSecond;

/** `fullAt` is the moment before the cost is taken if it was refused, after it else. */
function standingOf(
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
    // A hair of rounding must not cost a whole request.
    remaining: Math.max(0, Math.floor(room / interval + 1e-6)),
    resetSeconds: Math.ceil(Math.max(fullAt, now) / MICROSECONDS),
    retryAfterSeconds: Math.max(1, Math.ceil((cost * interval - room) / MICROSECONDS)),
  };
}

/**
 * All buckets are charged or none: `denied` is the first that has too little. A forced charge is taken even so, and
 * paid back by a longer wait; so is what a process owes from a time when it had to judge alone, up to one bucket more
 * than empty. Valkey's clock is the only one, so that processes need not agree on the time.
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

/** `owed` in microseconds, for each bucket. */
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

/** What the script answers. */
export interface Taken {
  standings: BucketState[];
  isCharged: boolean;
  /** From now on, in microseconds, for each bucket. */
  fullIn: number[];
}

export const readTaken = (
  buckets: readonly Bucket[],
  [denied = 0, now = 0, ...fullAt]: readonly number[],
): Taken => ({
  standings: buckets.map((bucket, i) =>
    standingOf(bucket, fullAt[i] ?? now, now, denied !== i + 1),
  ),
  isCharged: denied === 0,
  fullIn: fullAt.map((moment) => moment - now),
});

/** More callers than these within a second is more than the gateway lets through; the oldest are forgotten. */
const MOST_REMEMBERED = 50_000;

const clock = (): number => (performance.timeOrigin + performance.now()) * 1000;

interface Kept {
  fullAt: number;
  /** Microseconds taken here that the shared bucket has not heard of. */
  owed: number;
}

/** The same buckets inside one process: its own, or its idea of the shared ones while nobody can be asked. */
export class LocalBuckets {
  readonly #kept = new LRUCache<string, Kept>({ max: MOST_REMEMBERED });

  take(buckets: readonly Bucket[], isForced = false): BucketState[] {
    const now = clock();
    const before = buckets.map(({ key }) => Math.max(now, this.#kept.get(key)?.fullAt ?? 0));
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
        const kept = this.#keep(key);
        kept.fullAt = after[i] ?? now;
        kept.owed += cost * intervalOf(size);
      });
    }
    const fullAt = denied === -1 ? after : before;
    return buckets.map((bucket, i) => standingOf(bucket, fullAt[i] ?? now, now, denied !== i));
  }

  #keep(key: string): Kept {
    const known = this.#kept.get(key);
    if (known) return known;
    const kept = { fullAt: 0, owed: 0 };
    this.#kept.set(key, kept);
    return kept;
  }

  /** How the shared bucket stands; what it has not heard of comes on top. */
  learn(key: string, fullInMicroseconds: number): void {
    const kept = this.#keep(key);
    kept.fullAt = clock() + fullInMicroseconds + kept.owed;
  }

  /** Taken from here by whoever tells the shared bucket. Time has paid what would be refilled by now. */
  takeOwed(key: string): number {
    const kept = this.#kept.get(key);
    if (!kept || kept.owed === 0) return 0;
    const owed = Math.min(kept.owed, Math.max(0, kept.fullAt - clock()));
    kept.owed = 0;
    return owed;
  }

  /** Not told after all; or less than nothing, when the shared bucket heard of a request later than its judgement. */
  owe(key: string, microseconds: number): void {
    if (microseconds !== 0) this.#keep(key).owed += microseconds;
  }
}
