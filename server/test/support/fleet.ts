// Starts API processes on a database of their own, with an identity provider.
import { randomUUID } from 'node:crypto';
import { cloneDatabase } from './databases.ts';
import { startIssuer, UNLIMITED } from './harness.ts';
import { ownEnvironment } from './processes.ts';
import { type Env, type ServiceProcess, startProcess } from './service-process.ts';

type Issuer = Awaited<ReturnType<typeof startIssuer>>;

export interface Fleet {
  apis: ServiceProcess[];
  databaseUrl: string;
  tokenFor: Issuer['tokenFor'];
  mint: Issuer['mint'];
  /** Returns the Authorization header of an unregistered caller with these roles. */
  bearer: (sub: string, roles?: string[]) => Promise<Env>;
  stop: () => Promise<void>;
}

export async function startFleet(size: number, env: Env = {}): Promise<Fleet> {
  const scratch = await cloneDatabase();
  const issuer = await startIssuer(scratch.url);
  const shared = {
    VALKEY_URL: process.env['VALKEY_URL'] ?? '',
    INSTANCE_NAME: `test-${randomUUID()}`,
    AUTH_URL: issuer.url,
    LOG_LEVEL: 'info',
    RATE_LIMITS: UNLIMITED,
    ...env,
  };
  const start = async () => startProcess('api', { ...(await ownEnvironment(scratch)), ...shared });
  const apis = await Promise.all(Array.from({ length: size }, start));
  return {
    apis,
    databaseUrl: scratch.url,
    tokenFor: issuer.tokenFor,
    mint: issuer.mint,
    bearer: async (sub, roles = ['agent']) => ({
      authorization: `Bearer ${await issuer.mint({ sub, email: `${sub}@example.com`, roles })}`,
    }),
    stop: async () => {
      await Promise.all(apis.map((api) => api.stop()));
      await issuer.stop();
      await scratch.drop();
    },
  };
}
