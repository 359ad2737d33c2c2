// The service under load: two API processes, and one that has the issuer and the background work.
import type { Scratch } from '../../server/test/databases.ts';
import { ownPorts, type Running } from '../../server/test/processes.ts';
import { addressOf, prepareService } from '../support/service.ts';
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
  const service = await prepareService(database);
  const recorder: Recorder = await startRecorder(database.url);
  const startApi = async (more: Record<string, string>) => {
    const { PORT, METRICS_PORT } = await ownPorts();
    const env = { ...service.env, PORT, METRICS_PORT, ...more };
    return { running: await service.start('api', env), address: addressOf(env) };
  };
  const profiling = profiles && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` };
  const [main, recorded, ...apis] = await Promise.all([
    service.start('start', service.env),
    startApi({ DATABASE_URL: recorder.url }),
    ...Array.from({ length: API_PROCESSES }, () => startApi({ ...profiling })),
  ]);
  const token = await service.token();
  const end = async ({ process: child }: Running) => {
    child.kill('SIGTERM');
    await new Promise((done) => child.once('close', done));
  };
  return {
    databaseUrl: database.url,
    addresses: apis.map(({ address }) => address),
    token,
    processes: { api: apis.map(({ running }) => pidOf(running)), worker: pidOf(main) },
    record: async (...request) => {
      recorder.take();
      const answer = await ask(recorded.address, token, ...request);
      return { statements: recorder.take().filter(isOfTheRequest), answer };
    },
    stop: async () => {
      await Promise.all([...apis, recorded].map(({ running }) => end(running)));
      await end(main);
      recorder.close();
      await service.removeLogs();
    },
  };
}
