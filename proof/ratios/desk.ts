// The service under load: two API processes, and one that has the issuer and the background work.
import { join } from 'node:path';
import type { Scratch } from '../../server/test/databases.ts';
import { hasStarted, ownPorts, run, type Running } from '../../server/test/processes.ts';
import { addressOf, startService } from '../support/service.ts';
import type { Processes } from './cpu.ts';
import { type Recorder, type Statement, startRecorder } from './recorder.ts';

const API_PROCESSES = 2;

export interface Desk {
  databaseUrl: string;
  addresses: string[];
  token: string;
  processes: Processes;
  /** The statements that one request makes the service send, and its answer. */
  record: (
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ statements: Statement[]; answer: { id?: string } }>;
  stop: () => Promise<void>;
}

const pidOf = ({ process: { pid = 0 } }: Running): number => pid;

/** Settings are read once a second, whatever is asked; they are no part of a request. */
const isOfTheRequest = ({ text }: Statement): boolean => !text.includes('from settings');

async function ask(address: string, token: string, method: string, path: string, body?: object) {
  const response = await fetch(`${address}/prod/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} is ${response.status}: ${text}`);
  return JSON.parse(text) as { id?: string };
}

/** With a folder for profiles, each API process writes there when it stops where its time went. */
export async function startDesk(database: Scratch, profiles?: string): Promise<Desk> {
  const service = await startService(database);
  const recorder: Recorder = await startRecorder(database.url);
  const startApi = async (
    name: string,
    DATABASE_URL: string,
    more: Record<string, string> = {},
  ) => {
    const { PORT, METRICS_PORT } = await ownPorts();
    const env = { ...service.env, PORT, METRICS_PORT, DATABASE_URL, ...more };
    const running = run(['api'], env, join(service.folder, `${name}.log`));
    await hasStarted(running);
    return { running, address: addressOf(env) };
  };
  const profiling = profiles && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` };
  const [recorded, ...apis] = await Promise.all([
    startApi('recorded', recorder.url),
    ...Array.from({ length: API_PROCESSES }, (_, n) =>
      startApi(`api-${n}`, database.url, { ...profiling }),
    ),
  ]);
  const end = async ({ process: child }: Running) => {
    child.kill('SIGTERM');
    await new Promise((done) => child.once('close', done));
  };
  return {
    databaseUrl: database.url,
    addresses: apis.map(({ address }) => address),
    token: service.token,
    processes: { api: apis.map(({ running }) => pidOf(running)), worker: pidOf(service.main) },
    record: async (...request) => {
      recorder.take();
      const answer = await ask(recorded.address, service.token, ...request);
      return { statements: recorder.take().filter(isOfTheRequest), answer };
    },
    stop: async () => {
      for (const { running } of [...apis, recorded]) await end(running);
      await end(service.main);
      recorder.close();
      await service.removeLogs();
    },
  };
}
