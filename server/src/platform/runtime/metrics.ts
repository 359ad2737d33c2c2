// Metrics are served in the Prometheus format, on a separate port.
import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from 'prom-client';

const requestSeconds = new Histogram({
  name: 'signalbox_http_request_seconds',
  help: 'Time from the first byte of the request to the last byte of the response.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
});

export const observeRequest = (
  method: string,
  route: string,
  status: number,
  milliseconds: number,
): void => requestSeconds.observe({ method, route, status }, milliseconds / 1000);

const limitedRequests = new Counter({
  name: 'signalbox_limited_requests_total',
  help: 'Requests refused with 429, by bucket.',
  labelNames: ['bucket'],
});

export const countLimited = (bucket: string): void => limitedRequests.inc({ bucket });

const shedRequests = new Counter({
  name: 'signalbox_shed_requests_total',
  help: 'Requests shed with 503, by cause.',
  labelNames: ['cause'],
});

export const countShed = (reason: string): void => shedRequests.inc({ cause: reason });

const degradedSearches = new Counter({
  name: 'signalbox_degraded_searches_total',
  help: 'Searches by words only, because the query could not be embedded, by cause.',
  labelNames: ['cause'],
});

export const countDegradedSearch = (cause: string): void => degradedSearches.inc({ cause });

const questionSeconds = new Histogram({
  name: 'signalbox_question_embedding_seconds',
  help: 'Time to embed the query of a search, including the wait for the model.',
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
});

export const observeQuestion = (milliseconds: number): void =>
  questionSeconds.observe(milliseconds / 1000);

const modelCallSeconds = new Histogram({
  name: 'signalbox_model_call_seconds',
  help: 'Time of a request to the model provider, by model and outcome.',
  labelNames: ['model', 'outcome'],
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40],
});

export const observeModelCall = (model: string, outcome: string, milliseconds: number): void =>
  modelCallSeconds.observe({ model, outcome }, milliseconds / 1000);

const cacheLookups = new Counter({
  name: 'signalbox_ai_cache_lookups_total',
  help: 'Lookups in the cache of the AI endpoints, by endpoint and result.',
  labelNames: ['endpoint', 'result'],
});

export const countCacheLookup = (endpoint: string, result: 'hit' | 'miss'): void =>
  cacheLookups.inc({ endpoint, result });

const modelCircuitOpen = new Gauge({
  name: 'signalbox_model_circuit_open',
  help: 'Whether requests to the model provider are suspended after repeated failures (1) or sent (0).',
});

export const setModelCircuit = (isOpen: boolean): void => modelCircuitOpen.set(isOpen ? 1 : 0);

const tokenLookups = new Counter({
  name: 'signalbox_token_cache_lookups_total',
  help: 'Lookups of access tokens in the cache of verified ones, by result.',
  labelNames: ['result'],
});
const [cachedTokens, verifiedTokens] = (['hit', 'miss'] as const).map((result) =>
  tokenLookups.labels({ result }),
);

export const countTokenLookup = (isHit: boolean): void =>
  (isHit ? cachedTokens : verifiedTokens)?.inc();

let readPool: () => Record<string, number> = () => ({});

/** The pool is read at each scrape. */
export const observePool = (read: typeof readPool): void => {
  readPool = read;
};

const databaseConnections = new Gauge({
  name: 'signalbox_database_connections',
  help: 'Connections of the pool by state, and requests that wait for one.',
  labelNames: ['state'],
  collect: () => {
    for (const [state, count] of Object.entries(readPool()))
      databaseConnections.set({ state }, count);
  },
});

export const oldestDueJob = new Gauge({
  name: 'signalbox_jobs_oldest_due_seconds',
  help: 'Age of the oldest job that is due and not running, by kind of job.',
  // Prometheus sets the label `job` itself.
  labelNames: ['kind'],
});

export const slaOldestDue = new Gauge({
  name: 'signalbox_sla_oldest_due_seconds',
  help: 'Age of the oldest SLA warning or breach that is due and not recorded; 0 if none is.',
});

let longestLoopDelayMs = 0;

/** The delay is the 99th percentile of half a second. */
export const observeLoopDelay = (milliseconds: number): void => {
  longestLoopDelayMs = Math.max(longestLoopDelayMs, milliseconds);
};

const loopDelay = new Gauge({
  name: 'signalbox_event_loop_delay_seconds',
  help: 'The highest 99th percentile of the event loop delay in half a second since the last scrape; 0 while the process was mostly idle.',
  collect: () => {
    loopDelay.set(longestLoopDelayMs / 1000);
    longestLoopDelayMs = 0;
  },
});

const droppedLines = new Counter({
  name: 'signalbox_log_lines_dropped_total',
  help: 'Log lines that could not be written, for example because the disk is full.',
});

export const countDroppedLines = (lines: number): void => droppedLines.inc(lines);

/**
 * Omits the percentiles of the event loop lag from the default metrics: the library samples them by a timer every ten
 * milliseconds, which takes 14 CPU seconds an hour. It can be slowed down, not switched off.
 */
function collectProcessMetrics(prefix: string): void {
  collectDefaultMetrics({ prefix, eventLoopMonitoringPrecision: 3_600_000 });
  for (const statistic of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'])
    register.removeSingleMetric(`${prefix}nodejs_eventloop_lag_${statistic}_seconds`);
}

interface Page {
  status: number;
  type: string;
  text: string;
}

export type Readiness = () => Promise<{ status: number; body: object }>;

const json = (status: number, body: object): Page => ({
  status,
  type: 'application/json; charset=utf-8',
  text: JSON.stringify(body),
});

const measures = new Set<() => Promise<void>>();

/** Runs before each scrape, until the returned function is called. It must not fail, and must not take long. */
export function beforeScrape(measure: () => Promise<void>): () => void {
  measures.add(measure);
  return () => measures.delete(measure);
}

async function readMetrics(): Promise<string> {
  await Promise.all([...measures].map((measure) => measure()));
  return register.metrics();
}

/** A worker has no other listener, so all processes serve their probes here too. */
const pagesOf = (readiness: Readiness): Record<string, () => Promise<Page>> => ({
  '/metrics': async () => ({
    status: 200,
    type: register.contentType,
    text: await readMetrics(),
  }),
  '/livez': async () => json(200, { status: 'ok' }),
  '/readyz': async () => {
    const { status, body } = await readiness();
    return json(status, body);
  },
});

const buildInfo = new Gauge({
  name: 'signalbox_build_info',
  help: 'Always 1, with the version and the command of the process: api, auth, worker or start.',
  labelNames: ['version', 'command'],
});

/** Alerts fire for commands that are absent. */
export const setBuildInfo = (version: string, command: string): void =>
  buildInfo.set({ version, command }, 1);

export function startMetrics(port: number, host: string, readiness: Readiness): Promise<Server> {
  collectProcessMetrics('signalbox_');
  const pages = pagesOf(readiness);
  const unknown = async () => json(404, { paths: Object.keys(pages) });
  const server = createServer((request, response) => {
    void (pages[request.url ?? ''] ?? unknown)().then(({ status, type, text }) =>
      response.writeHead(status, { 'content-type': type }).end(text),
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve(server));
  });
}
