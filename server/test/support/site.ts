// The service as processes that can be killed one by one, with a client that retries until it gets a response.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { cloneDatabase } from './databases.ts';
import { type Json, startIssuer, UNLIMITED } from './harness.ts';
import { hasStarted, ownEnvironment, run, type Running } from './processes.ts';
import { receiverEnv } from './receivers.ts';
import { LoadClient } from './client.ts';
import type { OwnPostgres } from './own-postgres.ts';

const START_WITHIN_SECONDS = 60;

/** A process that can be killed, suspended and restarted. */
export class Part {
  /** Also the application name of its connections. */
  readonly name: string;
  readonly #start: () => Running;
  #running: Running | undefined;
  /** Log lines of earlier runs. */
  #said = '';

  constructor(name: string, start: () => Running) {
    this.name = name;
    this.#start = start;
  }

  /** Starts again if PostgreSQL was unavailable. */
  async start(): Promise<void> {
    for (let tries = 0; tries < 10; tries += 1) {
      this.#said = this.output();
      const running = this.#start();
      this.#running = running;
      const ended = once(running.process, 'close').then(() => false);
      const isUp = hasStarted(running, START_WITHIN_SECONDS).then(() => true);
      isUp.catch(() => {});
      if (await Promise.race([isUp, ended])) return;
      await sleep(200);
    }
    throw new Error(`did not start: ${this.#running?.output()}`);
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#running?.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'close');
    child.kill(signal);
    await gone;
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#running?.process.kill(name);
  }

  /** Since its first start. */
  output(): string {
    return this.#said + (this.#running?.output() ?? '');
  }

  lines(): Record<string, unknown>[] {
    return this.#running?.lines() ?? [];
  }
}

export interface Site {
  api: Part;
  workers: Part[];
  /** Retries with the same key until there is a final response, like a client that must know the outcome. */
  sendUntilFinal: (method: string, path: string, body: object) => Promise<Json>;
  /** Sends once. */
  send: (method: string, path: string, body?: object) => Promise<{ status: number; text: string }>;
  sql: (text: string, values?: unknown[]) => Promise<Json[]>;
  databaseUrl: string;
  stop: () => Promise<void>;
}

const named = (url: string, name: string): string => {
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
  const part = async (command: string, name = command): Promise<Part> => {
    const DATABASE_URL = named(scratch.url, name);
    const all = { ...(await ownEnvironment(scratch)), LOG_LEVEL: 'info', ...own, DATABASE_URL };
    const made = new Part(name, () => run([command], all));
    ports.push(all.PORT);
    await made.start();
    return made;
  };
  const ports: string[] = [];
  const api = await part('api');
  const url = `http://127.0.0.1:${ports[0]}/prod/api/v1`;
  const all = await Promise.all(
    Array.from({ length: workers }, (_, n) => part('worker', `worker-${n + 1}`)),
  );
  const client = new LoadClient(64);
  const token = await issuer.mint({ roles: ['super_admin'], email: 'proof@example.com' });
  // Kept open: tests ask every few milliseconds, and connecting takes longer than asking.
  const reader = new pg.Pool({ connectionString: scratch.url, max: 2 });
  // PostgreSQL may be killed while they are idle.
  reader.on('error', () => {});
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
    api,
    workers: all,
    databaseUrl: scratch.url,
    send: (method, path, body) => send(method, path, body),
    sendUntilFinal: async (method, path, body) => {
      const key = `test-${(keys += 1)}`;
      for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(50)) {
        const { status, text } = await send(method, path, body, key);
        if (status >= 200 && status < 300) return JSON.parse(text);
        const isPassing = status === 0 || status >= 500 || text.includes('request_in_progress');
        if (!isPassing) throw new Error(`${method} ${path}: ${status} ${text}`);
      }
      throw new Error(`${method} ${path}: no response`);
    },
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
