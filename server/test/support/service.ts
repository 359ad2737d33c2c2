// Prepares the whole service on a given database: the environment of its processes and a token issued by the service.
import { randomUUID } from 'node:crypto';
import type { Scratch } from './databases.ts';
import { UNLIMITED } from './harness.ts';
import { ownEnvironment, tokenFor } from './processes.ts';
import type { Env } from './service-process.ts';

export interface Service {
  /** The process that runs `start` gets this environment; other processes override parts of it. */
  env: Env;
  /** Obtains a token of a super_admin; `start` must be running. */
  token: () => Promise<string>;
}

export async function prepareService(database: Scratch): Promise<Service> {
  const [id, secret] = ['proof', 'a-secret-for-as-long-as-the-proof-takes'];
  const env = {
    ...(await ownEnvironment(database)),
    LOG_LEVEL: 'info',
    VALKEY_URL: process.env['VALKEY_URL'] ?? '',
    INSTANCE_NAME: `test-${randomUUID()}`,
    RATE_LIMITS: UNLIMITED,
    BOOTSTRAP_CLIENT_ID: id,
    BOOTSTRAP_CLIENT_SECRET: secret,
  };
  return { env, token: () => tokenFor(env, id, secret) };
}
