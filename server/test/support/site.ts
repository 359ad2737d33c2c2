// Runs the service as processes that can be killed one by one, with a client that retries until it gets a response.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { cloneDatabase } from './databases.ts';
import {
  INSTANCE_KEY,
  type Instance,
  type Json,
  startInstance,
  startIssuer,
  UNLIMITED,
} from './harness.ts';
import { waitForStart, ownEnvironment, ownPorts, run, type RunningProcess } from './processes.ts';
import { receiverEnv } from './receivers.ts';
import { LoadClient } from './client.ts';
import type { OwnPostgres } from './own-postgres.ts';

/** One process of the service can be killed, suspended and restarted. */
export class Part {
  /** Its database connections use this as their application name. */
  readonly name: string;
  readonly #start: () => RunningProcess;
  #running: RunningProcess | undefined;
  #earlierOutput = '';

  constructor(name: string, start: () => RunningProcess) {
    this.name = name;
    this.#start = start;
  }

  /** Retries up to ten times, because PostgreSQL may be unavailable. */
  async start(): Promise<void> {
    for (let tries = 0; tries < 10; tries += 1) {
      this.#earlierOutput = this.output();
      const running = this.#start();
      this.#running = running;
      const isUp = await waitForStart(running).then(
        () => true,
        () => false,
      );
      if (isUp) return;
      await sleep(200);
    }
    throw new Error(`${this.name} did not start: ${this.#running?.output()}`);
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#running?.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'close');
    child.kill(signal);
    await gone;
  }

  pid(): number {
    return this.#running?.process.pid ?? 0;
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#running?.process.kill(name);
  }

  /** Includes the output of earlier runs. */
  output(): string {
    return this.#earlierOutput + (this.#running?.output() ?? '');
  }

  lines(): Record<string, unknown>[] {
    return this.#running?.lines() ?? [];
  }
}

/** The workers of this service are processes. */
export interface WorkerSite {
  workers: Part[];
  /**
   * Retries with the same key until there is a final response, like a client that must know the outcome. A DELETE takes no
   * key: if its response was lost, the next one finds no record.
   */
  sendUntilFinal: (method: string, path: string, body?: object) => Promise<Json>;
  /** Sends without retries. */
  send: (method: string, path: string, body?: object) => Promise<{ status: number; text: string }>;
  sql: (text: string, values?: unknown[]) => Promise<Json[]>;
  databaseUrl: string;
  /** A local site can start one more worker in the process of the test. */
  startWorkerHere?: () => Promise<void>;
  stop: () => Promise<void>;
}

export interface Site extends WorkerSite {
  api: Part;
  issuer: Pick<Awaited<ReturnType<typeof startIssuer>>, 'url' | 'mint'>;
  /** Returns the metrics of the API. */
  metrics: () => Promise<string>;
}

const withApplicationName = (url: string, name: string): string => {
  const own = new URL(url);
  own.searchParams.set('application_name', name);
  return own.href;
};

interface SiteOptions {
  workers: number;
  postgres?: OwnPostgres | undefined;
  env?: Record<string, string>;
}

export async function startSite({ workers, postgres, env }: SiteOptions): Promise<Site> {
  const scratch = postgres
    ? { url: postgres.url, drop: () => postgres.remove() }
    : await cloneDatabase();
  const issuer = await startIssuer(scratch.url);
  const own = {
    AUTH_URL: issuer.url,
    RATE_LIMITS: UNLIMITED,
    ...receiverEnv(),
    ...env,
  };
  const ports: string[] = [];
  const metricsPorts: string[] = [];
  const part = async (command: string, name = command): Promise<Part> => {
    const DATABASE_URL = withApplicationName(scratch.url, name);
    const all = { ...(await ownEnvironment(scratch)), LOG_LEVEL: 'info', ...own, DATABASE_URL };
    const made = new Part(name, () => run([command], all));
    ports.push(all.PORT);
    metricsPorts.push(all.METRICS_PORT);
    await made.start();
    return made;
  };
  const api = await part('api');
  const url = `http://127.0.0.1:${ports[0]}/prod/api/v1`;
  const all = await Promise.all(
    Array.from({ length: workers }, (_, n) => part('worker', `worker-${n + 1}`)),
  );
  const client = await clientOf(issuer, url);
  // The pool stays open: tests query every few milliseconds, and connecting takes longer than the query.
  const reader = new pg.Pool({ connectionString: scratch.url, max: 2 });
  // PostgreSQL may be killed while its connections are idle.
  reader.on('error', () => {});
  return {
    api,
    workers: all,
    issuer,
    metrics: async () => (await fetch(`http://127.0.0.1:${metricsPorts[0]}/metrics`)).text(),
    databaseUrl: scratch.url,
    send: client.send,
    sendUntilFinal: client.sendUntilFinal,
    sql: async (text, values) => (await reader.query(text, values)).rows,
    stop: async () => {
      client.close();
      await Promise.all([api, ...all].map((one) => one.kill()));
      await issuer.stop();
      await reader.end();
      await scratch.drop();
    },
  };
}

/** One worker is a process of its own. The API runs in this process, and a second worker may too: starting a process takes a second of CPU time. */
async function startLocalSite(env: Record<string, string>): Promise<WorkerSite> {
  const own = { ...receiverEnv(), ...env };
  const instance = await startInstance({ worker: 'later', env: own });
  const { DATABASE_URL, BASE_URL } = instance.deps.config;
  const all = {
    ...(await ownPorts()),
    BASE_URL,
    ENCRYPTION_KEY: INSTANCE_KEY,
    LOG_LEVEL: 'info',
    ...own,
    DATABASE_URL: withApplicationName(DATABASE_URL, 'worker'),
  };
  const worker = new Part('worker', () => run(['worker'], all));
  await worker.start();
  const client = await clientOf(instance, `${instance.url}/prod/api/v1`);
  return {
    workers: [worker],
    databaseUrl: DATABASE_URL,
    send: client.send,
    sendUntilFinal: client.sendUntilFinal,
    sql: instance.sql,
    startWorkerHere: instance.startWorker,
    stop: async () => {
      client.close();
      await worker.kill();
      await instance.stop();
    },
  };
}

/** Starts workers of which one is killed or suspended while another takes over its work. */
export const startWorkers = (isLocal: boolean, env: Record<string, string>): Promise<WorkerSite> =>
  isLocal ? startLocalSite(env) : startSite({ workers: 2, env });

/** Sends as a super_admin. */
async function clientOf({ mint }: Pick<Instance, 'mint'>, url: string) {
  const client = new LoadClient(64);
  const token = await mint({ roles: ['super_admin'], email: 'proof@example.com' });
  let keys = 0;
  const send = (method: string, path: string, body?: object, key?: string) =>
    client.send(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  return {
    close: () => client.close(),
    send: (method: string, path: string, body?: object) => send(method, path, body),
    sendUntilFinal: async (method: string, path: string, body?: object): Promise<Json> => {
      const key = `test-${(keys += 1)}`;
      const deadline = Date.now() + 120_000;
      for (let tries = 1; Date.now() < deadline; tries += 1, await sleep(50)) {
        const { status, text } = await send(method, path, body, key);
        if (status >= 200 && status < 300) return JSON.parse(text);
        if (method === 'DELETE' && status === 404 && tries > 1) return {};
        const isPassing = status === 0 || status >= 500 || text.includes('request_in_progress');
        if (!isPassing) throw new Error(`${method} ${path}: ${status} ${text}`);
      }
      throw new Error(`${method} ${path}: no final response within 120 s`);
    },
  };
}
