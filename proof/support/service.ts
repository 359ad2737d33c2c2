// The service as real processes on a database, each with its log at info in a file, and a caller's token.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scratch } from '../../server/test/databases.ts';
import { UNLIMITED } from '../../server/test/harness.ts';
import {
  hasStarted,
  ownEnvironment,
  run,
  type Running,
  tokenFor,
} from '../../server/test/processes.ts';

type Env = Record<string, string>;

export interface Service {
  /** Of its first process; others differ in some of it. */
  env: Env;
  /** Of a super_admin, once `start` runs. */
  token: () => Promise<string>;
  start: (command: 'start' | 'api', env: Env) => Promise<Running>;
  removeLogs: () => Promise<void>;
}

export const addressOf = (env: Env): string => `http://127.0.0.1:${env['PORT']}`;

export async function prepareService(database: Scratch): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-proof-'));
  const [id, secret] = ['proof', 'a-secret-for-as-long-as-the-proof-takes'];
  const env = {
    ...(await ownEnvironment(database)),
    LOG_LEVEL: 'info',
    RATE_LIMITS: UNLIMITED,
    BOOTSTRAP_CLIENT_ID: id,
    BOOTSTRAP_CLIENT_SECRET: secret,
  };
  return {
    env,
    token: () => tokenFor(env, id, secret),
    start: async (command, of) => {
      const running = run([command], of, join(folder, `${of['PORT']}.log`));
      await hasStarted(running);
      return running;
    },
    removeLogs: () => rm(folder, { recursive: true, force: true }),
  };
}
