// Kills and restarts a worker process repeatedly.
import { setTimeout as sleep } from 'node:timers/promises';
import { INSTANCE_KEY, type Instance } from '../../support/harness.ts';
import { ownPorts } from '../../support/processes.ts';
import { type ServiceProcess, startProcess } from '../../support/service-process.ts';
import type { Random } from '../../support/random.ts';

export interface KillLoop {
  /** Resolves once the first process runs. */
  started: Promise<unknown>;
  /** Resolves to the number of kills. */
  stop: () => Promise<number>;
}

export const startWorkerProcess = async (instance: Instance): Promise<ServiceProcess> =>
  startProcess('worker', {
    DATABASE_URL: instance.deps.config.DATABASE_URL,
    ENCRYPTION_KEY: INSTANCE_KEY,
    BASE_URL: instance.deps.config.BASE_URL,
    ...(await ownPorts()),
  });

const LIVES_MS = 2500;

/** Kills each process 2.5 to 5 seconds after its start, until `stop`. */
export function killRepeatedly(instance: Instance, random: Random): KillLoop {
  const over = new AbortController();
  let kills = 0;
  const started = startWorkerProcess(instance);
  const killInLoop = async () => {
    const worker = await started;
    for (;;) {
      try {
        const ms = LIVES_MS + random.below(LIVES_MS);
        await sleep(ms, undefined, { signal: over.signal });
      } catch {
        return worker.stop();
      }
      await worker.kill();
      kills += 1;
      await worker.restart();
    }
  };
  const loop = killInLoop();
  loop.catch(() => {});
  return {
    started,
    stop: async () => {
      over.abort();
      await loop;
      return kills;
    },
  };
}
