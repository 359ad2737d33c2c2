// Starts the service for a load test: API processes, and one process for the issuer and the background work.
import { type Scratch, withClient } from '../../server/test/support/databases.ts';
import { ownPorts, within } from '../../server/test/support/processes.ts';
import { startProcess } from '../../server/test/support/service-process.ts';
import { prepareService } from '../../server/test/support/service.ts';
import type { Processes } from './cpu.ts';
import { type Recorder, type Statement, startRecorder } from './recorder.ts';

const SETTLED_WITHIN_SECONDS = 60;

export interface BenchInstance {
  databaseUrl: string;
  addresses: string[];
  token: string;
  processes: Processes;
  /** Returns the statements that the service sends for one request, and its response. */
  record: (
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ statements: Statement[]; response: { id?: string } }>;
  /** Waits until nothing is left to relay, fold or deliver; otherwise one side would pay for the other's writes. */
  waitUntilSettled: () => Promise<void>;
  stop: () => Promise<void>;
}

const isSettled = (url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ left: boolean }>(
      `select exists (select from events where relayed_at is null)
         or exists (select from incident_deltas) or exists (select from delivery_queue) as left`,
    );
    return rows[0]?.left === false;
  });

/**
 * Settings and revocations are read once a second, whatever the requests, and one notification follows the writes of
 * 5 ms; they are not part of a request.
 */
const isOfTheRequest = ({ text }: Statement): boolean =>
  !/from (settings|fields|sla_definitions|revocations)|pg_notify/.test(text);

async function sendRequest(
  address: string,
  token: string,
  method: string,
  path: string,
  body?: object,
) {
  const response = await fetch(`${address}/prod/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} failed with ${response.status}: ${text}`);
  return JSON.parse(text) as { id?: string };
}

interface Options {
  /** Each API process writes its CPU profile to this folder when it stops. */
  profiles?: string | undefined;
  apis?: number;
  /** All processes get these variables, too. */
  env?: Record<string, string>;
}

export async function startBenchInstance(
  database: Scratch,
  { profiles, apis: apiCount = 2, env: added }: Options = {},
): Promise<BenchInstance> {
  const prepared = await prepareService(database);
  const service = { ...prepared, env: { ...prepared.env, ...added } };
  const recorder: Recorder = await startRecorder(database.url);
  const startApi = async (more: Record<string, string>) => {
    const { PORT, METRICS_PORT } = await ownPorts();
    return startProcess('api', { ...service.env, PORT, METRICS_PORT, ...more });
  };
  const profiling = profiles && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` };
  const [main, recorded, ...apis] = await Promise.all([
    startProcess('start', service.env),
    startApi({ DATABASE_URL: recorder.url }),
    ...Array.from({ length: apiCount }, () => startApi({ ...profiling })),
  ]);
  const token = await service.token();
  return {
    databaseUrl: database.url,
    addresses: apis.map(({ url }) => url),
    token,
    processes: { api: apis.map(({ pid }) => pid()), worker: main.pid() },
    record: async (...request) => {
      recorder.take();
      const response = await sendRequest(recorded.url, token, ...request);
      return { statements: recorder.take().filter(isOfTheRequest), response };
    },
    waitUntilSettled: async () => {
      await within(
        SETTLED_WITHIN_SECONDS,
        'every event is relayed and delivered, and every total is folded',
        () => isSettled(database.url),
      );
    },
    stop: async () => {
      await Promise.all([...apis, recorded].map(({ stop }) => stop()));
      await main.stop();
      recorder.close();
    },
  };
}
