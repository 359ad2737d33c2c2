// The service as real processes on a database: everything in one, its log at info in a file, and a caller's token.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scratch } from '../../server/test/databases.ts';
import { makeToken } from '../../server/src/identity/index.ts';
import { loadConfig } from '../../server/src/platform/config.ts';
import { hasStarted, ownEnvironment, run, type Running } from '../../server/test/processes.ts';

export interface Service {
  env: Record<string, string>;
  token: string;
  /** Logs go here. */
  folder: string;
  main: Running;
  /** Of the processes that were started; the caller ends them. */
  removeLogs: () => Promise<void>;
}

export const addressOf = (env: Record<string, string>): string => `http://127.0.0.1:${env['PORT']}`;

export async function startService(database: Scratch): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-proof-'));
  const env = { ...(await ownEnvironment(database)), LOG_LEVEL: 'info' };
  const main = run(['start'], env, join(folder, 'start.log'));
  await hasStarted(main);
  return {
    env,
    token: await makeToken(loadConfig(env), ['--role', 'agent']),
    folder,
    main,
    removeLogs: () => rm(folder, { recursive: true, force: true }),
  };
}
