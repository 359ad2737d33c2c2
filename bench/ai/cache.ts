// Near-misses never share a cached response of the AI endpoints, trivial variants do, and a hit is in time.
import { ResponseCache, type CacheKey } from '../../server/src/ai/cache/cache.ts';
import { RequestUsage } from '../../server/src/ai/ai.run.ts';
import { type Instance, startInstance } from '../../server/test/support/harness.ts';
import { atLeast, atMost, type Report } from '../../server/test/support/report.ts';
import { cachePairs, type Pair } from './cache-questions.ts';

const keyOf = (text: string, scope: number | string): CacheKey => ({
  endpoint: 'ask',
  scope: [scope],
  text,
  ttlSeconds: 3600,
  isSemantic: true,
  readsArticles: true,
  cachesUncited: true,
});

const source = { type: 'ci', id: 'CI1', version: 1 } as const;

/** Returns the pairs whose second question gets the response of the first; each pair has its own scope. */
async function findHits(instance: Instance, pairs: readonly Pair[]): Promise<Pair[]> {
  const cache = new ResponseCache(instance.deps);
  const found: Pair[] = [];
  for (const [index, pair] of pairs.entries()) {
    const scope = `${pair.one} ${index}`;
    const { embed } = new RequestUsage(instance.deps);
    await cache.save(keyOf(pair.one, scope), embed, { answer: pair.one }, { cited: [source] });
    if (await cache.find(keyOf(pair.other, scope), embed)) found.push(pair);
  }
  return found;
}

/** Adds entries with vectors near those of the last scope, because embedding so many takes an hour. */
export const fillCache = (sql: Instance['sql'], entries: number) =>
  sql(
    `insert into ai_cache (scope, question, signature, embedding, response, sources, created_at, expires_at)
     select scope, question || n, signature || (n % 1000),
       (select array_agg(value + (random() - 0.5) * 0.05) from unnest(embedding::real[]) as value)::vector,
       response, sources, created_at, expires_at
     from (select *, row_number() over () as k from ai_cache where scope = (select scope from ai_cache order by id desc limit 1)) as one
     cross join lateral generate_series(1, ceil($1::float8 / (
       select count(*) from ai_cache where scope = one.scope))::int) as n`,
    [entries],
  );

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;

async function measureTimes(
  count: number,
  work: (n: number) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const started = performance.now();
    await work(n);
    times.push(performance.now() - started);
  }
  return times;
}

export async function proveAiCache(sizes: {
  misses: number;
  variants: number;
  entries: number;
  lookups: number;
  seed: number;
}): Promise<Report> {
  const instance = await startInstance();
  try {
    await instance.sql(
      `insert into cis (id, name, class, status, attributes, event_sequence, created_at, updated_at)
       values ('CI1', 'x', 'server', 'operational', '{}', 1, now(), now())`,
    );
    const pairs = cachePairs(sizes.seed, sizes.misses, sizes.variants);
    const falseHits = await findHits(instance, pairs.nearMisses);
    const variantHits = await findHits(instance, pairs.variants);
    const cache = new ResponseCache(instance.deps);
    const { embed } = new RequestUsage(instance.deps);
    const known = 'How do I replace the toner of the printer?';
    await cache.save(keyOf(known, 'large'), embed, { answer: 'x' }, { cited: [source] });
    await fillCache(instance.sql, sizes.entries);
    await instance.sql('vacuum analyze ai_cache');
    const exact = await measureTimes(sizes.lookups, () => cache.find(keyOf(known, 'large'), embed));
    const similar = `${known.replace('?', '')} again`;
    // The question is embedded beforehand, because the goal is about the lookup.
    await embed(similar);
    const vector = await measureTimes(sizes.lookups, async () => {
      if (!(await cache.find(keyOf(similar, 'large'), embed)))
        throw new Error('The similar question was not found in the cache');
    });
    return {
      faults: falseHits.map(({ one, other }) => `a false hit: ${one} | ${other}`),
      figures: { 'near-misses': sizes.misses, variants: sizes.variants, entries: sizes.entries },
      goals: [
        atMost('false hits of near-misses', falseHits.length, 0),
        atLeast('hits of trivial variants', (variantHits.length / sizes.variants) * 100, 85, ' %'),
        atMost('lookup of an equal question, median', percentile(exact, 0.5), 2, ' ms'),
        atMost('lookup of a similar question, p99', percentile(vector, 0.99), 15, ' ms'),
      ],
      notes: [
        `Equal: p99 ${percentile(exact, 0.99).toFixed(1)} ms; similar: median ${percentile(vector, 0.5).toFixed(1)} ms.`,
        ...pairs.variants
          .filter((pair) => !variantHits.includes(pair))
          .slice(0, 5)
          .map(({ one, other }) => `A variant without a hit: ${one} | ${other}`),
      ],
    };
  } finally {
    await instance.stop();
  }
}
