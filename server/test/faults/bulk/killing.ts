// A worker process that is killed and restarted repeatedly.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from '../../support/harness.ts';
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
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    BASE_URL: instance.deps.config.BASE_URL,
    ...(await ownPorts()),
  });

const FOR_EVER_MS = 3_600_000;

/** Kills each process `livesMs` to twice `livesMs` after its start. The last one lives until `stop`. */
export function killRepeatedly(
  instance: Instance,
  random: Random,
  livesMs: number,
  maxKills: number,
): KillLoop {
  const over = new AbortController();
  let kills = 0;
  const started = startWorkerProcess(instance);
  const keep = async () => {
    const worker = await started;
    for (;;) {
      try {
        const ms = kills < maxKills ? livesMs + random.below(livesMs) : FOR_EVER_MS;
        await sleep(ms, undefined, { signal: over.signal });
      } catch {
        return worker.stop();
      }
      await worker.kill();
      kills += 1;
      await worker.restart();
    }
  };
  const kept = keep();
  kept.catch(() => {});
  return {
    started,
    stop: async () => {
      over.abort();
      await kept;
      return kills;
    },
  };
}
