// After an edit, a deletion or a permission change, no cached response from before it is served once the time is over.
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../support/processes.ts';
import { randomFrom } from '../../support/random.ts';
import { atMost, type Report } from '../../support/report.ts';
import { startWithSameVector } from './same-vector.ts';
import { type Subject, subjectKinds } from './subjects.ts';

const AT_ONCE = 12;
const WITHIN_MS = 1000;
/** A longer delay is a fault in any case, also on a machine that does other work. */
const GIVE_UP_MS = 60_000;
const POLL_MS = 5;

const isHit = async ({ ask, isOutdated }: Subject): Promise<boolean> => {
  const reply = await ask();
  return reply.status === 200 && isOutdated(reply) && reply.body.cache_hit;
};

/** Returns the milliseconds from the response to the change until the first response that is not from before it. */
async function measureStaleness({ ask, change, isOutdated }: Subject): Promise<number> {
  await change();
  const began = performance.now();
  for (let ms = 0; ms < GIVE_UP_MS; ms = performance.now() - began) {
    if (!isOutdated(await ask())) return ms;
    await sleep(POLL_MS);
  }
  return Infinity;
}

export async function proveFreshness({
  changes,
  seed,
}: {
  changes: number;
  seed: number;
}): Promise<Report> {
  const instance = await startWithSameVector();
  const random = randomFrom(seed);
  const faults: string[] = [];
  const seen: { what: string; ms: number }[] = [];
  try {
    while (seen.length < changes) {
      const count = Math.min(AT_ONCE, changes - seen.length);
      const kinds = random.shuffle(subjectKinds).slice(0, count);
      const subjects = await Promise.all(kinds.map((kind) => kind(instance)));
      await Promise.all(subjects.map((one) => until(`${one.what}: a hit`, () => isHit(one))));
      const times = await Promise.all(subjects.map(measureStaleness));
      seen.push(...subjects.map(({ what }, index) => ({ what, ms: times[index] ?? 0 })));
      // A response that was cached during the change must not come back.
      for (const one of subjects)
        if (one.isOutdated(await one.ask())) faults.push(`${one.what}: the old response is back`);
    }
    const late = seen.filter(({ ms }) => ms > GIVE_UP_MS);
    faults.push(...late.map(({ what, ms }) => `${what}: still outdated after ${ms} ms`));
    const longest = Math.max(...seen.map(({ ms }) => ms));
    return {
      figures: { changes: seen.length, 'longest ms': Math.round(longest) },
      goals: [atMost('an outdated response after a change', longest, WITHIN_MS, ' ms')],
      faults: [...new Set(faults)],
    };
  } finally {
    await instance.stop();
  }
}
