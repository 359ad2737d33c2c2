// One process of the service for a proof, with its log in a file; killed, started again at the same address, stopped.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished, hasStarted, run } from '../../server/test/processes.ts';

export type Env = Record<string, string>;

/** Several start at once on a machine that is busy with the proof. */
const START_WITHIN_SECONDS = 60;

export interface ServiceProcess {
  url: string;
  pid: () => number;
  /** The lines of its log since it was last started. */
  lines: () => Record<string, unknown>[];
  /** kill -9, and gone. */
  kill: () => Promise<void>;
  /** On the same ports; for one that was killed. */
  restart: () => Promise<void>;
  /** In order, and its log is removed. */
  stop: () => Promise<void>;
}

export async function startProcess(
  command: string,
  env: Env,
  program?: string,
): Promise<ServiceProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-proof-'));
  const start = async () => {
    const one = run([command], env, join(folder, 'log'), program);
    await hasStarted(one, START_WITHIN_SECONDS).catch((error: Error) => {
      one.process.kill('SIGKILL');
      throw new Error(`${error.message}: ${one.output().slice(-2000)}`);
    });
    return one;
  };
  let running = await start();
  const end = async (signal: NodeJS.Signals) => {
    const { process: child } = running;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = finished(running);
    child.kill(signal);
    await gone;
  };
  return {
    url: `http://127.0.0.1:${env['PORT']}`,
    pid: () => running.process.pid ?? 0,
    lines: () => running.lines(),
    kill: () => end('SIGKILL'),
    restart: async () => {
      running = await start();
    },
    stop: async () => {
      await end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
