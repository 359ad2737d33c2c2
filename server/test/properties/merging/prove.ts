// Incidents in random states are merged and unmerged while others write to them. All incidents of a batch are at the same
// time, which the test moves between the steps.
import { type Instance, startInstance } from '../../support/harness.ts';
import { randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { TestClock } from '../../spec/setup.ts';
import { type Leaders, MergeCase } from './case.ts';

type Sizes = Record<'cases' | 'seed', number>;

const IN_BATCH = 20;

async function createLeaders(instance: Instance): Promise<Leaders> {
  const create = async () =>
    (await instance.call('POST', '/incidents', { body: { short_description: 'No mail' } })).body
      .id as string;
  const open = [await create(), await create(), await create()];
  const duplicate = await create();
  await instance.call('POST', `/incidents/${duplicate}/merge`, { body: { into: open[0] } });
  return { open, duplicate };
}

/** A leader of another leader, and a leader that was written to, are faults. */
const CHAINS = `
  select duplicates.id from incidents as duplicates join incidents as leaders on leaders.id = duplicates.merged_into
  where leaders.merged_into is not null or leaders.version <> 1`;

interface Played {
  cases: number;
  faults: string[];
}

async function playBatch(
  instance: Instance,
  clock: TestClock,
  { seed, size }: { seed: number; size: number },
): Promise<Played> {
  const random = randomFrom(seed);
  const forward = () => clock.forward(1 + random.below(90_000));
  const now = () => clock.now.toISOString();
  const leaders = await createLeaders(instance);
  const batch = Array.from(
    { length: size },
    (_, n) => new MergeCase(instance, randomFrom(seed + n + 1), leaders, now),
  );
  const ways = await Promise.all(batch.map((one) => one.create()));
  for (let step = 0; ways.some((way) => step < way.length); step += 1) {
    forward();
    await Promise.all(ways.map(async (way) => way[step]?.()));
  }
  forward();
  await Promise.all(batch.map((one) => one.merge()));
  const mergedAt = clock.now.getTime();
  forward();
  await Promise.all(batch.map((one) => one.writeWhileMerged()));
  forward();
  const seconds = (clock.now.getTime() - mergedAt) / 1000;
  const chains = await instance.sql(CHAINS);
  await Promise.all(batch.map((one) => one.unmerge(seconds)));
  const complete = batch.filter(({ isRefused }) => !isRefused);
  return {
    cases: complete.length,
    faults: [
      ...chains.map(({ id }) => `${id} is in a chain, or its leader was written`),
      ...complete.flatMap((one) => one.faults),
    ],
  };
}

/** Tokens would end if the time of an instance went on for months. */
const MAX_BATCHES = 8;

export async function proveMerging({ cases, seed }: Sizes): Promise<Report> {
  const faults: string[] = [];
  let [count, batches] = [0, 0];
  while (count < cases) {
    const clock = new TestClock();
    const instance = await startInstance({ now: () => clock.now });
    try {
      for (let n = 0; n < MAX_BATCHES && count < cases; n += 1) {
        const size = Math.min(IN_BATCH, cases - count);
        const drawn = { seed: seed + batches * 1000, size };
        const played = await playBatch(instance, clock, drawn);
        batches += 1;
        count += played.cases;
        faults.push(...played.faults);
      }
    } finally {
      await instance.stop();
    }
  }
  return { figures: { cases: count, differences: faults.length, seed }, faults };
}
