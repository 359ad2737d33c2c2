// Measures cached responses end to end at a steady rate: half of the questions equal a cached one, half say it in other
// words, so that they are embedded and compared.
import { readArticles } from '../../server/src/demo/data/knowledge.ts';
import { cloneDatabase, withClient } from '../../server/test/support/databases.ts';
import {
  atPace,
  type ClientResponse,
  LoadClient,
  percentile,
} from '../../server/test/support/client.ts';
import { UNLIMITED_AI } from '../../server/test/support/harness.ts';
import { within } from '../../server/test/support/processes.ts';
import { atMost, type Report } from '../../server/test/support/report.ts';
import { prepareService } from '../../server/test/support/service.ts';
import { startProcess } from '../../server/test/support/service-process.ts';
import { fillCache } from './cache.ts';
import { isIdle, publishMany } from './indexing.ts';
import { readQuestions } from './questions.ts';

export interface HitOptions {
  entries: number;
  questions: number;
  rate: number;
  seconds: number;
}

const MAX_P99_MS = 50;
const CLIENTS = 20;

/** The added words keep the meaning, so only a comparison of embeddings finds the cached entry. */
const inOtherWords = (question: string): string => `Hello, ${question.replace(/[?.]$/, '')} again?`;

interface TimedResponse {
  isEqual: boolean;
  response: ClientResponse;
}

const isHit = ({ status, text }: ClientResponse): boolean =>
  status === 200 && text.includes('"cache_hit":true');

export async function measureHits(options: HitOptions): Promise<Report> {
  const { entries, rate, seconds } = options;
  const database = await cloneDatabase();
  const { env, token } = await prepareService(database);
  const service = await startProcess('start', { ...env, RATE_LIMITS: UNLIMITED_AI });
  const client = new LoadClient(CLIENTS);
  const sql = (text: string, values: unknown[] = []) =>
    withClient(database.url, async (one) => (await one.query(text, values)).rows);
  try {
    const headers = {
      authorization: `Bearer ${await token()}`,
      'content-type': 'application/json',
    };
    const ask = (question: string): Promise<ClientResponse> =>
      client.send(`${service.url}/prod/api/v1/ai/ask`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ question }),
      });
    await publishMany(database, Math.min(options.questions, readArticles().size));
    await within(300, 'the articles are indexed', () => isIdle(database));
    const asked: string[] = [];
    for (const { question } of readQuestions()) {
      if (asked.length === options.questions) break;
      // A question is used only if an article answers it.
      await ask(question);
      const replies = [await ask(question), await ask(inOtherWords(question))];
      if (replies.every(isHit)) asked.push(question);
    }
    await sql(`delete from ai_cache where response -> 'grounded' = 'false'`);
    await fillCache(sql, entries);
    await sql('vacuum analyze ai_cache');
    const [{ stored } = { stored: 0 }] = await sql('select count(*)::int as stored from ai_cache');
    const send = async (n: number): Promise<TimedResponse> => {
      const question = asked[Math.floor(n / 2) % asked.length] ?? '';
      const isEqual = n % 2 === 0;
      return { isEqual, response: await ask(isEqual ? question : inOtherWords(question)) };
    };
    await atPace(rate, Math.min(seconds, 2), send);
    const timed = await atPace(rate, seconds, send);
    const times = (some: readonly TimedResponse[]) =>
      some.map(({ response }) => response.milliseconds);
    const [equal, similar] = [true, false].map((wanted) =>
      times(timed.filter(({ isEqual }) => isEqual === wanted)),
    );
    const misses = timed.filter(({ response }) => !isHit(response));
    const formatTimes = (some: readonly number[] = []): string =>
      `p50 ${percentile(some, 0.5).toFixed(1)}, p99 ${percentile(some, 0.99).toFixed(1)} ms`;
    return {
      figures: { entries: stored, questions: asked.length, requests: timed.length },
      goals: [
        atMost('cache hit end to end, p99', percentile(times(timed), 0.99), MAX_P99_MS, ' ms'),
      ],
      faults: [
        ...(asked.length === 0 ? ['no question was cached'] : []),
        ...misses.map(
          ({ response }) =>
            `not served from the cache: ${response.status} ${response.text.slice(0, 200)}`,
        ),
      ],
      notes: [`Equal questions: ${formatTimes(equal)}; in other words: ${formatTimes(similar)}.`],
    };
  } finally {
    client.close();
    await service.stop();
    await database.drop();
  }
}
