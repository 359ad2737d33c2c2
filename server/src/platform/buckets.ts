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
export interface Standing {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
  /** When the same request would be let through; at least one second. */
  retryAfterSeconds: number;
}

const MICROSECONDS = 1e6;
const intervalOf = ({ refillPerSecond }: BucketSize): number => MICROSECONDS / refillPerSecond;

/** `fullAt` is the moment before the cost is taken if it was refused, after it else. */
function standingOf(
  { size, cost }: Bucket,
  fullAt: number,
  now: number,
  isAllowed: boolean,
): Standing {
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
 * paid back by a longer wait. Valkey's clock is the only one, so that processes need not agree on the time.
 */
export const TAKE_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local isForced = ARGV[1] == '1'
local denied = 0
local before, after = {}, {}
for i, key in ipairs(KEYS) do
  local interval, capacity, cost = tonumber(ARGV[3*i-1]), tonumber(ARGV[3*i]), tonumber(ARGV[3*i+1])
  before[i] = math.max(now, tonumber(redis.call('GET', key) or 0))
  after[i] = before[i] + cost * interval
  if cost > 0 and after[i] - now > capacity * interval + 0.5 and not isForced and denied == 0 then denied = i end
end
local answer = {denied, now}
for i, key in ipairs(KEYS) do
  if denied == 0 and after[i] > before[i] then
    redis.call('SET', key, string.format('%.0f', after[i]), 'PX', math.ceil((after[i] - now) / 1000))
  end
  answer[i + 2] = denied == 0 and after[i] or before[i]
end
return answer`;

export const takeArguments = (buckets: readonly Bucket[], isForced: boolean): string[] => [
  isForced ? '1' : '0',
  ...buckets.flatMap(({ size, cost }) => [
    String(intervalOf(size)),
    String(size.capacity),
    String(cost),
  ]),
];

/** What the script answers, told for each bucket. */
export const readTaken = (
  buckets: readonly Bucket[],
  [denied = 0, now = 0, ...fullAt]: readonly number[],
): Standing[] =>
  buckets.map((bucket, i) => standingOf(bucket, fullAt[i] ?? now, now, denied !== i + 1));

/** More callers than these within a second is more than the gateway lets through; the oldest are forgotten. */
const MOST_REMEMBERED = 50_000;

const clock = (): number => (performance.timeOrigin + performance.now()) * 1000;

/** The same buckets inside one process. */
export class LocalBuckets {
  readonly #fullAt = new LRUCache<string, number>({ max: MOST_REMEMBERED });

  take(buckets: readonly Bucket[], isForced = false): Standing[] {
    const now = clock();
    const before = buckets.map(({ key }) => Math.max(now, this.#fullAt.get(key) ?? 0));
    const after = buckets.map(({ size, cost }, i) => (before[i] ?? now) + cost * intervalOf(size));
    const denied = isForced
      ? -1
      : buckets.findIndex(
          ({ size, cost }, i) =>
            cost > 0 && (after[i] ?? now) - now > size.capacity * intervalOf(size) + 0.5,
        );
    if (denied === -1) {
      buckets.forEach(({ key, cost }, i) => {
        if (cost !== 0) this.#fullAt.set(key, after[i] ?? now);
      });
    }
    const fullAt = denied === -1 ? after : before;
    return buckets.map((bucket, i) => standingOf(bucket, fullAt[i] ?? now, now, denied !== i));
  }
}
