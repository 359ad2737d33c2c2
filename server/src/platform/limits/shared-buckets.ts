// All processes share buckets in Valkey; one command charges all buckets of a request. While Valkey is slow or
// unavailable, a process decides from the last known state and owes what it allowed, so that an outage of a second does
// not grant a second burst.
import { createHash } from 'node:crypto';
import {
  type Bucket,
  intervalOf,
  LocalBuckets,
  readTakeResult,
  type BucketState,
  TAKE_SCRIPT,
  type TakeResult,
  takeArguments,
  type MonotonicClock,
} from './buckets.ts';
import { lacksScript, type Valkey } from './valkey.ts';

export type Take = (buckets: readonly Bucket[], isForced?: boolean) => Promise<BucketState[]>;

const SCRIPT_HASH = createHash('sha1').update(TAKE_SCRIPT).digest('hex');

async function runScript(valkey: Valkey, words: readonly string[]): Promise<number[]> {
  try {
    return (await valkey.send(['EVALSHA', SCRIPT_HASH, ...words])) as number[];
  } catch (error) {
    // The script is not loaded in Valkey.
    if (!lacksScript(error)) throw error;
    return (await valkey.send(['EVAL', TAKE_SCRIPT, ...words])) as number[];
  }
}

/** `clock` is used for decisions without Valkey, which has its own. */
export function sharedTake(valkey: Valkey, clock?: MonotonicClock): Take {
  const local = new LocalBuckets(clock);

  const ask = async (buckets: readonly Bucket[], isForced: boolean): Promise<TakeResult> => {
    const keys = buckets.map(({ key }) => key);
    const owed = keys.map((key) => local.takeOwed(key));
    try {
      const words = [String(keys.length), ...keys, ...takeArguments(buckets, owed, isForced)];
      const taken = readTakeResult(buckets, await runScript(valkey, words));
      keys.forEach((key, i) => local.learn(key, taken.fullIn[i] ?? 0));
      return taken;
    } catch (error) {
      keys.forEach((key, i) => local.owe(key, owed[i] ?? 0));
      throw error;
    }
  };

  /** The request was decided locally; if Valkey charged it late, that charge is no longer owed. */
  const settleLate = async (
    buckets: readonly Bucket[],
    pending: Promise<TakeResult>,
  ): Promise<void> => {
    const { isCharged } = await pending;
    if (!isCharged) return;
    for (const { key, size, cost } of buckets) local.owe(key, -cost * intervalOf(size));
  };

  return async (buckets, isForced = false) => {
    if (!(await valkey.isReady())) return local.take(buckets, isForced);
    const pending = ask(buckets, isForced);
    const taken = await valkey.awaitBriefly(pending);
    if (taken) return taken.states;
    settleLate(buckets, pending).catch(() => {});
    return local.take(buckets, isForced);
  };
}
