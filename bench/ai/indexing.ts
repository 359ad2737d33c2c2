// Measures the p99 of requests at a steady rate, alternately without and with the indexing of articles.
import { setTimeout as sleep } from 'node:timers/promises';
import { readArticles } from '../../server/src/demo/data/knowledge.ts';
import { INDEX_TASK } from '../../server/src/knowledge/passages/index-article.ts';
import { cloneDatabase, type Scratch, withClient } from '../../server/test/support/databases.ts';
import { until, within } from '../../server/test/support/processes.ts';
import { atMost, type Report } from '../../server/test/support/report.ts';
import { prepareService } from '../../server/test/support/service.ts';
import { startProcess } from '../../server/test/support/service-process.ts';

export interface IndexingOptions {
  /** About this many passages are indexed in all rounds together. */
  passages: number;
  rounds: number;
  rate: number;
  seconds: number;
}

const MAX_RATIO = 1.5;
const PASSAGES_PER_ARTICLE = 6.7;

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0;

/** Sends at a fixed rate, whether or not the responses are in time. */
async function load(get: () => Promise<void>, rate: number, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; n < rate * seconds; n += 1) {
    const due = began + (n * 1000) / rate;
    await sleep(Math.max(0, due - performance.now()));
    pending.push(get().then(() => void times.push(performance.now() - due)));
  }
  await Promise.all(pending);
  return times;
}

const query = (database: Scratch, text: string, values: unknown[] = []) =>
  withClient(database.url, async (client) => (await client.query(text, values)).rows);

/** Inserts published articles with an indexing task for each, as if they had been published at once. */
export async function publishMany(database: Scratch, count: number): Promise<void> {
  const texts = [...readArticles().values()];
  const rows = Array.from({ length: count }, (_, n) => texts[n % texts.length]);
  await query(
    database,
    `with made as (
       insert into articles (title, summary, body, category, tags, language, state, author, created_at, updated_at)
       select title, summary, body, category, tags, 'en', 'published', 'ada@example.com', now(), now()
       from jsonb_to_recordset($1::jsonb) as row (title text, summary text, body text, category text, tags text[])
       returning id)
     insert into tasks (kind, record_id, due_at) select $2, id, now() from made`,
    [JSON.stringify(rows), INDEX_TASK],
  );
}

export const isIdle = async (database: Scratch): Promise<boolean> =>
  (await query(database, 'select from tasks limit 1')).length === 0;

export async function measureIndexing(options: IndexingOptions): Promise<Report> {
  const { passages, rounds, rate, seconds } = options;
  const database = await cloneDatabase();
  const { env, token } = await prepareService(database);
  const service = await startProcess('start', env);
  try {
    const headers = {
      authorization: `Bearer ${await token()}`,
      'content-type': 'application/json',
    };
    const url = `${service.url}/prod/api/v1/incidents`;
    const body = JSON.stringify({ short_description: 'Printer offline' });
    const made = await fetch(url, { method: 'POST', headers, body });
    const { id } = (await made.json()) as { id: string };
    const get = async () => {
      const response = await fetch(`${url}/${id}`, { headers });
      if (response.status !== 200) throw new Error(String(response.status));
      await response.arrayBuffer();
    };
    await publishMany(database, 1);
    await load(get, rate, 2);
    await until('the model is loaded and idle', () => isIdle(database));
    const articles = Math.ceil(passages / PASSAGES_PER_ARTICLE / rounds);
    const [alone, beside]: [number[], number[]] = [[], []];
    let indexed = 0;
    for (let round = 0; round < rounds; round += 1) {
      alone.push(percentile(await load(get, rate, seconds), 0.99));
      await publishMany(database, articles);
      const [before] = await query(database, 'select count(*)::int as n from passages');
      beside.push(percentile(await load(get, rate, seconds), 0.99));
      const [after] = await query(database, 'select count(*)::int as n from passages');
      indexed += after.n - before.n;
      await within(300, 'the articles are indexed', () => isIdle(database));
    }
    const [one, two] = [percentile(alone, 0.5), percentile(beside, 0.5)];
    return {
      figures: {
        rounds,
        'passages indexed beside requests': indexed,
        'p99 alone ms': Number(one.toFixed(1)),
        'p99 beside ms': Number(two.toFixed(1)),
      },
      goals: [atMost('p99 beside indexing against alone', two / one, MAX_RATIO)],
      faults: indexed === 0 ? ['nothing was indexed'] : [],
      notes: [
        `alone: ${alone.map((ms) => ms.toFixed(1)).join(', ')}`,
        `beside: ${beside.map((ms) => ms.toFixed(1)).join(', ')}`,
      ],
    };
  } finally {
    await service.stop();
    await database.drop();
  }
}
