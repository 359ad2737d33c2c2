// A model provider refuses requests, then never responds, under a steady load: other requests are as fast as with a good
// provider, cached answers are served, and after the fault questions are answered again.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  atPace,
  type ClientResponse,
  countBy,
  LoadClient,
  percentile,
} from '../../support/client.ts';
import { UNLIMITED_AI } from '../../support/harness.ts';
import { type ModelReply, type ModelServer, startModelServer } from '../../support/model-server.ts';
import { until } from '../../support/processes.ts';
import { atMost, type Report } from '../../support/report.ts';
import { prepareService } from '../../support/service.ts';
import { type ServiceProcess, startProcess } from '../../support/service-process.ts';
import { cloneDatabase } from '../../support/databases.ts';

export interface ProviderOptions {
  /** Each fault lasts this long. */
  seconds: number;
  /** This many incidents are read per second. */
  rate: number;
  timeoutSeconds: number;
  circuitSeconds: number;
}

const MAX_RATIO = 1.5;
const FAILURES = 5;
const QUESTIONS_PER_SECOND = 5;
/** A percentile is taken of this many requests; the median of these is compared, so that a pause of the machine counts once. */
const SLICE = 500;
/** The circuit must open within this time of questions. */
const ASK_MS = 20_000;

const faults: Record<string, ModelReply> = { down: { status: 503 }, slow: { hangs: true } };

const KNOWN = 'VPN rejects my password';
const answer = { text: 'Forget the stored sign-in data and sign in to the VPN again [1].' };

const isHit = ({ status, text }: ClientResponse): boolean =>
  status === 200 && text.includes('"cache_hit":true');

function medianP99(times: readonly number[]): number {
  const slices = Array.from({ length: Math.max(1, Math.floor(times.length / SLICE)) }, (_, n) =>
    percentile(times.slice(n * SLICE, (n + 1) * SLICE), 0.99),
  );
  return percentile(slices, 0.5);
}

interface Requests {
  read: () => Promise<ClientResponse>;
  ask: (question: string) => Promise<ClientResponse>;
  /** Asks a question that was never asked before. */
  askNew: () => Promise<ClientResponse>;
}

interface Period {
  reads: ClientResponse[];
  known: ClientResponse[];
  questions: ClientResponse[];
}

async function load(
  { read, ask, askNew }: Requests,
  rate: number,
  seconds: number,
): Promise<Period> {
  const [reads, known, questions] = await Promise.all([
    atPace(rate, seconds, read),
    atPace(2, seconds, () => ask(KNOWN)),
    atPace(QUESTIONS_PER_SECOND, seconds, askNew),
  ]);
  return { reads, known, questions };
}

async function requestsOf(
  service: ServiceProcess,
  client: LoadClient,
  token: string,
): Promise<Requests & { publish: () => Promise<void> }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = (method: string, path: string, body?: object) =>
    client.send(`${service.url}/prod/api/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
  const create = async (path: string, body: object): Promise<string> =>
    JSON.parse((await send('POST', path, body)).text).id;
  // Two minutes of questions exceed the default budget of a day.
  await send('PATCH', '/settings', { ai_tokens_per_day: 1_000_000_000 });
  const incident = await create('/incidents', { short_description: 'Printer offline' });
  const ask = (question: string) => send('POST', '/ai/ask', { question });
  let number = 0;
  return {
    read: () => send('GET', `/incidents/${incident}`),
    ask,
    askNew: () => ask(`VPN rejects my password on machine PC-${(number += 1)}`),
    publish: async () => {
      const body = 'Forget the stored sign-in data and sign in to the VPN again.';
      const id = await create('/knowledge/articles', { title: 'VPN rejects the password', body });
      await send('PATCH', `/knowledge/articles/${id}`, { state: 'review' });
      await send('POST', `/knowledge/articles/${id}/publish`);
    },
  };
}

const failuresSince = (service: ServiceProcess, since: number) =>
  service
    .lines()
    .filter(({ msg, time }) => msg === 'model.failed' && Number(new Date(time as string)) >= since);

/** An open circuit may let one request through each time that it could close again. */
function circuitFaults(
  name: string,
  service: ServiceProcess,
  requestTimes: readonly number[],
  since: number,
  { circuitSeconds }: ProviderOptions,
): string[] {
  const failed = failuresSince(service, since);
  const opening = failed.findIndex(({ circuit_open }) => circuit_open === true);
  if (opening !== FAILURES - 1)
    return [`${name}: the circuit opened after ${opening + 1} failures`];
  const openedAt = Number(new Date(failed[opening]?.['time'] as string));
  // A request may be in progress while another fails.
  const after = requestTimes.filter((time) => time > openedAt + 250).length;
  const most = Math.ceil((Date.now() - openedAt) / 1000 / circuitSeconds) + 1;
  return after > most
    ? [`${name}: ${after} requests were sent after the circuit opened, not at most ${most}`]
    : [];
}

async function underFault(
  name: string,
  {
    requests,
    models,
    service,
    options,
  }: {
    requests: Requests;
    models: ModelServer;
    service: ServiceProcess;
    options: ProviderOptions;
  },
): Promise<{ period: Period; recoverySeconds: number; problems: string[] }> {
  const since = Date.now();
  const times: number[] = [];
  models.behave(() => {
    times.push(Date.now());
    return faults[name] ?? {};
  });
  const period = await load(requests, options.rate, options.seconds);
  // On a busy machine, few of the questions have reached the provider.
  const asked = performance.now();
  while (failuresSince(service, since).length < FAILURES && performance.now() - asked < ASK_MS)
    await requests.askNew();
  const ended = performance.now();
  const problems = circuitFaults(name, service, times, since, options);
  models.behave(() => answer);
  await until('questions are answered again', async () => {
    await sleep(100);
    return (await requests.askNew()).status === 200;
  });
  // Embeddings may be late on a busy machine; then nothing is found, and no model is asked.
  const answered = period.questions.filter(
    ({ status, text }) => status !== 503 && !text.includes('"grounded":false'),
  );
  if (answered.length > 0) problems.push(`${name}: new questions got ${countBy(answered)}`);
  const missing = period.known.filter((one) => !isHit(one)).length;
  if (missing > 0)
    problems.push(`${name}: ${missing} known questions were not served from the cache`);
  const bad = period.reads.filter(({ status }) => status !== 200);
  if (bad.length > 0) problems.push(`${name}: other requests got ${countBy(bad)}`);
  return { period, recoverySeconds: (performance.now() - ended) / 1000, problems };
}

export async function proveProvider(options: ProviderOptions): Promise<Report> {
  const models = await startModelServer();
  const database = await cloneDatabase();
  const { env, token } = await prepareService(database);
  const service = await startProcess('start', {
    ...env,
    ...models.env('openai-compatible'),
    AI_TIMEOUT_SECONDS: String(options.timeoutSeconds),
    AI_CIRCUIT_SECONDS: String(options.circuitSeconds),
    RATE_LIMITS: UNLIMITED_AI,
  });
  const client = new LoadClient(100);
  try {
    const requests = await requestsOf(service, client, await token());
    models.behave(() => answer);
    await requests.publish();
    await until('the known question is cached', async () => isHit(await requests.ask(KNOWN)));
    await load(requests, options.rate, Math.min(2, options.seconds));
    const report: Report = { figures: {}, faults: [], goals: [] };
    const p99 = ({ reads }: Period) => medianP99(reads.map(({ milliseconds }) => milliseconds));
    for (const name of Object.keys(faults)) {
      const good = await load(requests, options.rate, options.seconds);
      const { period, recoverySeconds, problems } = await underFault(name, {
        requests,
        models,
        service,
        options,
      });
      const [before, during] = [p99(good), p99(period)];
      report.faults.push(...problems);
      report.goals?.push(
        atMost(
          `p99 of other requests, provider ${name}, against a good one`,
          during / before,
          MAX_RATIO,
        ),
      );
      Object.assign(report.figures, {
        [`${name}: p99 good ms`]: Number(before.toFixed(1)),
        [`${name}: p99 ms`]: Number(during.toFixed(1)),
        [`${name}: hits`]: period.known.length,
        [`${name}: refused`]: period.questions.length,
        [`${name}: recovered after s`]: Number(recoverySeconds.toFixed(1)),
      });
    }
    return report;
  } finally {
    client.close();
    await service.stop();
    await models.stop();
    await database.drop();
  }
}
