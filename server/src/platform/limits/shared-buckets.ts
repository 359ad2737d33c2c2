// Buckets that all processes share, in Valkey; one call for all buckets of a request. While Valkey is slow or away a
// process judges alone from where they stood when it last heard of them, and owes what it let through: a pause of a
// second gives nobody a second burst.
import { createHash } from 'node:crypto';
import {
  type Bucket,
  intervalOf,
  LocalBuckets,
  readTaken,
  type BucketState,
  TAKE_SCRIPT,
  type Taken,
  takeArguments,
} from './buckets.ts';
import { lacksScript, type Valkey } from './valkey.ts';

export type Take = (buckets: readonly Bucket[], isForced?: boolean) => Promise<BucketState[]>;

const SCRIPT_HASH = createHash('sha1').update(TAKE_SCRIPT).digest('hex');

async function runScript(valkey: Valkey, words: readonly string[]): Promise<number[]> {
  try {
    return (await valkey.send(['EVALSHA', SCRIPT_HASH, ...words])) as number[];
  } catch (error) {
    // Valkey has lost the script, or never had it.
    if (!lacksScript(error)) throw error;
    return (await valkey.send(['EVAL', TAKE_SCRIPT, ...words])) as number[];
  }
}

export function sharedTake(valkey: Valkey): Take {
  const local = new LocalBuckets();

  const ask = async (buckets: readonly Bucket[], isForced: boolean): Promise<Taken> => {
    const keys = buckets.map(({ key }) => key);
    const owed = keys.map((key) => local.takeOwed(key));
    try {
      const words = [String(keys.length), ...keys, ...takeArguments(buckets, owed, isForced)];
      const taken = readTaken(buckets, await runScript(valkey, words));
      keys.forEach((key, i) => local.learn(key, taken.fullIn[i] ?? 0));
      return taken;
    } catch (error) {
      keys.forEach((key, i) => local.owe(key, owed[i] ?? 0));
      throw error;
    }
  };

  /** Judged here by now; if it was charged there after all, that much is not owed. */
  const settleLate = async (buckets: readonly Bucket[], asked: Promise<Taken>): Promise<void> => {
    const { isCharged } = await asked;
    if (!isCharged) return;
    for (const { key, size, cost } of buckets) local.owe(key, -cost * intervalOf(size));
  };

  return async (buckets, isForced = false) => {
    if (!(await valkey.isReady())) return local.take(buckets, isForced);
    const asked = ask(buckets, isForced);
    const taken = await valkey.soon(asked);
    if (taken) return taken.standings;
    settleLate(buckets, asked).catch(() => {});
    return local.take(buckets, isForced);
  };
}
