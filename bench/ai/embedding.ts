// Measures the cost of the embedding model: the time per question, and the memory of a process with and without it.
import { setTimeout as sleep } from 'node:timers/promises';
import { BACKGROUND_TIMEOUT_MS, Embedder } from '../../server/src/knowledge/embeddings/embedder.ts';
import { cloneDatabase } from '../../server/test/support/databases.ts';
import { atMost, type Report } from '../../server/test/support/report.ts';
import { prepareService } from '../../server/test/support/service.ts';
import { startProcess } from '../../server/test/support/service-process.ts';
import { hasLoadedModel, residentMegabytes } from './process-memory.ts';
import { readQuestions } from './questions.ts';

const MAX_GROWTH_MB = 200;

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0;

/** Embeds one question at a time; the first loads the model. */
async function timeQuestions(count: number): Promise<{ load: number; times: number[] }> {
  const embedder = new Embedder({ timeoutMs: BACKGROUND_TIMEOUT_MS });
  const questions = readQuestions();
  const measureOne = async (n: number) => {
    const began = performance.now();
    await embedder.embed(questions[n % questions.length]?.question ?? '');
    return performance.now() - began;
  };
  const load = await measureOne(0);
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) times.push(await measureOne(n));
  await embedder.stop();
  return { load, times };
}

interface Memory {
  before: number;
  after: number;
  isLoadedBefore: boolean;
  isLoadedAfter: boolean;
}

/** Sends lists first, then searches, to the whole service in one process. */
async function measureMemory(requests: number): Promise<Memory> {
  const database = await cloneDatabase();
  const { env, token } = await prepareService(database);
  const service = await startProcess('start', env);
  try {
    const headers = { authorization: `Bearer ${await token()}` };
    const get = async (path: string) => {
      const response = await fetch(`${service.url}/prod/api/v1${path}`, { headers });
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      await response.arrayBuffer();
    };
    for (let n = 0; n < requests; n += 1) await get('/knowledge/articles?limit=10');
    await sleep(2000);
    const pid = service.pid();
    const [before, isLoadedBefore] = [residentMegabytes(pid), hasLoadedModel(pid)];
    const questions = readQuestions();
    for (let n = 0; n < requests; n += 1)
      await get(
        `/knowledge/articles?q=${encodeURIComponent(questions[n % questions.length]?.question ?? '')}`,
      );
    return {
      before,
      after: residentMegabytes(pid),
      isLoadedBefore,
      isLoadedAfter: hasLoadedModel(pid),
    };
  } finally {
    await service.stop();
    await database.drop();
  }
}

export async function measureEmbedding({
  questions,
  requests,
}: {
  questions: number;
  requests: number;
}): Promise<Report> {
  const { load, times } = await timeQuestions(questions);
  const memory = await measureMemory(requests);
  const growth = memory.after - memory.before;
  return {
    figures: {
      questions,
      'load ms': Math.round(load),
      'p50 ms': Number(percentile(times, 0.5).toFixed(1)),
      'p99 ms': Number(percentile(times, 0.99).toFixed(1)),
      'RSS without search MB': Math.round(memory.before),
      'RSS with search MB': Math.round(memory.after),
    },
    goals: [atMost('growth of RSS with the model', growth, MAX_GROWTH_MB, ' MB')],
    faults: [
      ...(memory.isLoadedBefore ? ['the model is loaded without a search'] : []),
      ...(memory.isLoadedAfter ? [] : ['the model is not loaded after searches']),
    ],
  };
}
