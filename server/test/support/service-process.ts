// Runs one process of the service with its log in a file; a test can kill, restart and stop it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitForExit, waitForStart, type Program, run } from './processes.ts';

export type Env = Record<string, string>;

export interface ServiceProcess {
  url: string;
  pid: () => number;
  isRunning: () => boolean;
  /** Returns the log lines since the last start. */
  lines: () => Record<string, unknown>[];
  /** Sends SIGKILL and waits for the exit. */
  kill: () => Promise<void>;
  /** Starts a killed process again on the same ports. */
  restart: () => Promise<void>;
  /** Shuts down gracefully, and returns the exit code and the duration. */
  end: () => Promise<{ code: number; seconds: number }>;
  /** Shuts down gracefully and removes the log. */
  stop: () => Promise<void>;
}

export async function startProcess(
  command: string,
  env: Env,
  program?: string | Program,
): Promise<ServiceProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-test-'));
  const start = async () => {
    const one = run([command], env, join(folder, 'log'), program);
    await waitForStart(one).catch((error: Error) => {
      one.process.kill('SIGKILL');
      throw error;
    });
    return one;
  };
  let running = await start();
  const end = async (signal: NodeJS.Signals) => {
    const { process: child } = running;
    if (child.exitCode !== null || child.signalCode !== null) return undefined;
    const gone = waitForExit(running);
    child.kill(signal);
    return gone;
  };
  return {
    url: `http://127.0.0.1:${env['PORT']}`,
    pid: () => running.process.pid ?? 0,
    isRunning: () => running.process.exitCode === null && running.process.signalCode === null,
    lines: () => running.lines(),
    kill: async () => void (await end('SIGKILL')),
    restart: async () => {
      running = await start();
    },
    end: async () => {
      const began = performance.now();
      const { code } = (await end('SIGTERM')) ?? { code: 0 };
      return { code, seconds: (performance.now() - began) / 1000 };
    },
    stop: async () => {
      await end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
