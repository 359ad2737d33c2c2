// Starts real processes for tests, reads their logs, and waits for them with a time limit.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileCache } from './compile-cache.ts';
import type { Scratch } from './databases.ts';
import { freePort } from './ports.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface RunningProcess {
  process: ChildProcess;
  output: () => string;
  lines: () => Record<string, unknown>[];
}

/** Runs a program other than that of this checkout, or as another user. */
export interface Program {
  path: string;
  node?: string;
  user?: number;
  nodeOptions?: readonly string[];
}

/** Runs the program of this checkout as if its standard output were a terminal. */
export const onTerminal: Program = {
  path: main,
  nodeOptions: ['--import', 'data:text/javascript,process.stdout.isTTY=true'],
};

/** npm sets these variables for `npm start`. */
export const byNpmStart = { npm_package_name: 'signalbox', npm_lifecycle_event: 'start' };

const children = new Set<ChildProcess>();

/** Call it at the end of a test or a file: a process left by a failed test would keep the runner waiting, and its ports in use. */
export async function killRest(): Promise<void> {
  const rest = [...children];
  const gone = rest.map((child) => once(child, 'close'));
  for (const child of rest) child.kill('SIGKILL');
  await Promise.all(gone);
}

/** Output is stored in memory, or in `logFile` if there may be much of it. */
export function run(
  args: string[],
  env: Record<string, string>,
  logFile?: string,
  program: string | Program = main,
): RunningProcess {
  const {
    path,
    node,
    user,
    nodeOptions = [],
  }: Program = typeof program === 'string' ? { path: program } : program;
  const file = logFile === undefined ? undefined : openSync(logFile, 'w');
  const child = spawn(node ?? process.execPath, [...nodeOptions, path, ...args], {
    ...(user !== undefined && { uid: user, gid: user }),
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: compileCache,
      // Other tests use the CPU at the same time. Tests of load shedding set a lower limit.
      MAX_LOOP_DELAY_MS: '10000',
      ...env,
    },
    stdio: ['ignore', file ?? 'pipe', file ?? 'pipe'],
  });
  if (file !== undefined) closeSync(file);
  children.add(child);
  child.once('close', () => children.delete(child));
  let buffered = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (buffered += chunk.toString()));
  const output = () => (logFile === undefined ? buffered : readFileSync(logFile, 'utf8'));
  const parsed: Record<string, unknown>[] = [];
  let parsedUpTo = 0;
  return {
    process: child,
    output,
    lines: () => {
      // Each line is parsed once: tests poll every few milliseconds, and a log has thousands of lines.
      const text = output();
      const end = text.lastIndexOf('\n') + 1;
      for (const line of text.slice(parsedUpTo, end).split('\n'))
        if (line.startsWith('{') && line.endsWith('}')) parsed.push(JSON.parse(line));
      parsedUpTo = Math.max(parsedUpTo, end);
      return [...parsed];
    },
  };
}

/** There is no exit code if the process ended by a signal: it was killed, or crashed in native code. */
export async function waitForExit(
  running: RunningProcess,
): Promise<{ code: number; signal: NodeJS.Signals | null; output: string }> {
  const [code, signal] = await once(running.process, 'close');
  return { code, signal, output: running.output() };
}

type Probe<T> = () => T | undefined | false | Promise<T | undefined | false>;

/** Proofs and benchmarks use this, because the time limit is part of the claim, or of a run of hours. A test uses `until`. */
export async function within<T>(seconds: number, what: string, probe: Probe<T>): Promise<T> {
  for (const deadline = performance.now() + seconds * 1000; performance.now() < deadline;) {
    const seen = await probe();
    if (seen) return seen;
    await new Promise((done) => setTimeout(done, 25));
  }
  throw new Error(`Timed out after ${seconds} s waiting for: ${what}`);
}

/** The limit of 400 s is far above what any machine needs: only a failing test reaches it. */
export const until = <T>(what: string, probe: Probe<T>): Promise<T> => within(400, what, probe);

export const ownPorts = async () => ({
  PORT: await freePort(),
  AUTH_PORT: await freePort(),
  METRICS_PORT: await freePort(),
  DRAIN_SECONDS: '0',
  // Other tests use the machine at the same time; the default suits people who wait.
  DATABASE_WAIT_MS: '10000',
});

/** Databases that outlive a benchmark have their keys sealed under it. */
export const OWN_KEY = Buffer.alloc(32, 3).toString('base64');

/** Gives a process its own database and ports, so that it runs alongside others. */
export const ownEnvironment = async (scratch: Scratch) => ({
  DATABASE_URL: scratch.url,
  ENCRYPTION_KEY: OWN_KEY,
  ...(await ownPorts()),
});

/** Obtains a token by client credentials, as any caller does. */
export async function tokenFor(
  env: Record<string, string>,
  id: string,
  secret: string,
): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${env['AUTH_PORT']}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = (await response.json()) as { access_token?: string };
  if (!access_token) throw new Error(`The token request failed with status ${response.status}`);
  return access_token;
}

/** Rejects at once if the process exits instead. */
export const waitForStart = (running: RunningProcess): Promise<unknown> =>
  until('the process starts', () => {
    const { exitCode, signalCode } = running.process;
    if (exitCode !== null || signalCode !== null)
      throw new Error(`The process exited instead of starting: ${running.output().slice(-2000)}`);
    return running.lines().find((line) => line['msg'] === 'signalbox.started');
  });
