// A point of a series has the counts of an interval and the percentiles of its histogram.
import type { StatsRow } from './stats.sql.ts';

/**
 * Returns the middle of a bucket, as defined by `seconds_bucket` in server/migrations/0001_baseline.sql, to four
 * digits.
 */
const secondsOf = (bucket: number): number =>
  bucket === 0 ? 0 : Number(((2 * 1.1 ** bucket) / 2.1).toPrecision(4));

/** No time in seconds needs as many buckets: the last is at some 10^21 seconds. */
const BUCKETS = 512;

/** Returns the counts by bucket. */
function readHistograms(texts: readonly (string | null)[]): Float64Array {
  const counts = new Float64Array(BUCKETS);
  for (const text of texts) {
    const numbers = text ? text.split(' ') : [];
    for (let n = 0; n < numbers.length; n += 2) {
      const bucket = Number(numbers[n]);
      counts[bucket] = (counts[bucket] ?? 0) + Number(numbers[n + 1]);
    }
  }
  return counts;
}

/** Returns the value at the nearest rank: that share of all values is not above it. */
function percentile(counts: Float64Array, total: number, share: number): number | null {
  const rank = Math.ceil(total * share);
  let reached = 0;
  const bucket = counts.findIndex((n) => {
    reached += n;
    return n > 0 && reached >= rank;
  });
  return bucket < 0 ? null : secondsOf(bucket);
}

export function pointOf(at: string, rows: readonly StatsRow[]): object {
  const sum = (name: 'created' | 'resolved' | 'breached') =>
    rows.reduce((total, row) => total + row[name], 0);
  const counts = readHistograms(rows.map(({ histogram }) => histogram));
  const total = counts.reduce((all, n) => all + n, 0);
  return {
    at,
    created: sum('created'),
    resolved: sum('resolved'),
    breached: sum('breached'),
    resolve_seconds_p50: percentile(counts, total, 0.5),
    resolve_seconds_p90: percentile(counts, total, 0.9),
  };
}
