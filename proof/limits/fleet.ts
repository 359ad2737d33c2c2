// Real API processes on one database and one Valkey, to be killed at will.
import { randomUUID } from 'node:crypto';
import { cloneDatabase } from '../../server/test/databases.ts';
import { type Instance, startIssuer, UNLIMITED } from '../../server/test/harness.ts';
import {
  finished,
  hasStarted,
  ownEnvironment,
  run,
  type Running,
} from '../../server/test/processes.ts';

/** Several start at once on a machine that is busy with the proof. */
const START_WITHIN_SECONDS = 60;

export interface Member {
  url: string;
  pid: () => number;
  /** kill -9, and a new process on the same port. */
  replace: () => Promise<void>;
}

export interface Fleet {
  members: Member[];
  databaseUrl: string;
  /** The header of a caller with these roles. */
  bearer: (sub: string, roles?: string[]) => Promise<Record<string, string>>;
  mint: Instance['mint'];
  stop: () => Promise<void>;
}

export async function startFleet(size: number, env: Record<string, string> = {}): Promise<Fleet> {
  const scratch = await cloneDatabase();
  const issuer = await startIssuer(scratch.url);
  const shared = {
    VALKEY_URL: process.env['VALKEY_URL'] ?? '',
    INSTANCE_NAME: `proof-${randomUUID()}`,
    AUTH_URL: issuer.url,
    LOG_LEVEL: 'info',
    RATE_LIMITS: UNLIMITED,
    ...env,
  };
  const running: Running[] = [];
  const members = await Promise.all(
    Array.from({ length: size }, async (_, n) => {
      const own = { ...(await ownEnvironment(scratch)), ...shared };
      const start = async () => {
        const one = run(['api'], own);
        running[n] = one;
        await hasStarted(one, START_WITHIN_SECONDS);
      };
      await start();
      return {
        url: `http://127.0.0.1:${own.PORT}`,
        pid: () => running[n]?.process.pid ?? 0,
        replace: async () => {
          const old = running[n];
          if (old) {
            const gone = finished(old);
            old.process.kill('SIGKILL');
            await gone;
          }
          await start();
        },
      };
    }),
  );
  return {
    members,
    databaseUrl: scratch.url,
    bearer: async (sub, roles = ['agent']) => ({
      authorization: `Bearer ${await issuer.mint({ sub, email: `${sub}@example.com`, roles })}`,
    }),
    mint: issuer.mint,
    stop: async () => {
      await Promise.all(
        running.map((one) => {
          const gone = finished(one);
          one.process.kill('SIGTERM');
          return gone;
        }),
      );
      await issuer.stop();
      await scratch.drop();
    },
  };
}
