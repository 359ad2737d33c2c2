// API processes of their own, on one database, that may be killed and come again at the same address.
import { once } from 'node:events';
import { connect } from '../../server/src/platform/db.ts';
import { type Json, sql, startIssuer, UNLIMITED } from '../../server/test/harness.ts';
import { cloneDatabase } from '../../server/test/databases.ts';
import { ownPorts, run, type Running, until } from '../../server/test/processes.ts';

export interface Api {
  url: string;
  kill: () => Promise<void>;
  restart: () => Promise<void>;
}

export interface Estate {
  apis: Api[];
  sql: (text: string) => Promise<Json[]>;
  /** As a manager, to the first process. */
  manage: (method: string, path: string, body?: Json) => Promise<Json>;
  token: string;
  stop: () => Promise<void>;
}

/** A machine that runs other proofs besides may take its time. */
const START_WITHIN_SECONDS = 60;

const isUp = (running: Running | undefined): boolean =>
  running?.output().includes('signalbox.started') ?? false;

async function startApi(databaseUrl: string, issuerUrl: string): Promise<Api> {
  const ports = await ownPorts();
  const env = {
    ...ports,
    AUTH_URL: issuerUrl,
    BASE_URL: 'http://desk.example.com',
    DATABASE_URL: databaseUrl,
    RATE_LIMITS: UNLIMITED,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    LOG_LEVEL: 'info',
  };
  let running: Running | undefined;
  const start = async () => {
    running = run(['api'], env);
    // Its log is not read after the start; kept, thirty thousand lines would fill the memory.
    await until('the process has started', () => isUp(running), START_WITHIN_SECONDS).catch(
      (error: Error) => {
        throw new Error(`${error.message}: ${running?.output().slice(-2000)}`);
      },
    );
    running.process.stdout?.removeAllListeners('data').resume();
  };
  await start();
  return {
    url: `http://127.0.0.1:${ports.PORT}`,
    kill: async () => {
      const child = running?.process;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'close');
    },
    restart: start,
  };
}

export async function startEstate(processes: number): Promise<Estate> {
  const clone = await cloneDatabase();
  const issuer = await startIssuer(clone.url);
  const apis = await Promise.all(
    Array.from({ length: processes }, () => startApi(clone.url, issuer.url)),
  );
  const { unprepared, close } = connect(clone.url, { connections: 2, prepared: false }, () => {});
  const token = await issuer.tokenFor('itsm_manager', 'monitoring@example.com');
  return {
    apis,
    token,
    sql: async (text) => (await sql.raw<Json>(text).execute(unprepared)).rows,
    manage: async (method, path, body) => {
      const response = await fetch(`${apis[0]?.url}/prod/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as Json;
      if (!response.ok) throw new Error(JSON.stringify(answer));
      return answer;
    },
    stop: async () => {
      await Promise.all(apis.map((api) => api.kill()));
      await issuer.stop();
      await close();
      await clone.drop();
    },
  };
}
