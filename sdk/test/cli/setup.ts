// Tests run the command line as a process, or in this process with captured streams.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../../../server/test/support/compile-cache.ts';
import { run } from '../../src/cli/program.ts';
import { type InputStream, Terminal } from '../../src/cli/terminal/terminal.ts';

export type Env = Record<string, string>;

export interface Finished {
  code: number;
  out: string;
  err: string;
}

export interface RunningCommand {
  finished: Promise<Finished>;
  /** Returns the output of both streams so far. */
  output: () => string;
  interrupt: () => void;
}

/** Each test has its own folder with profiles. */
export function makeHome(): { env: Env; folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-cli-'));
  return {
    env: { HOME: folder, XDG_CONFIG_HOME: folder },
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const program = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

export function startCommand(args: readonly string[], env: Env, input = ''): RunningCommand {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const texts = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (texts.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (texts.err += chunk.toString()));
  child.stdin.end(input);
  return {
    finished: once(child, 'close').then(([code]) => ({ code: Number(code), ...texts })),
    output: () => texts.out + texts.err,
    interrupt: () => child.kill('SIGINT'),
  };
}

export const runProcess = (args: readonly string[], env: Env, input?: string): Promise<Finished> =>
  startCommand(args, env, input).finished;

/** Runs the same program in this process, which starts at once. With `columns`, its streams are a terminal of that width. */
export async function runHere(
  args: readonly string[],
  env: Env,
  input = '',
  columns?: number,
  signal = new AbortController().signal,
): Promise<Finished> {
  const texts = { out: '', err: '' };
  const write = (name: 'out' | 'err') => ({
    write: (text: string | Uint8Array) => (texts[name] += Buffer.from(text).toString()),
    isTTY: columns !== undefined,
    columns,
  });
  const stdin = (async function* () {
    if (input) yield input;
  })() as unknown as InputStream;
  const terminal = new Terminal({ stdin, stdout: write('out'), stderr: write('err') }, env);
  const code = await run({ argv: args, env, terminal, signal, version: '0' });
  return { code, ...texts };
}

/** Returns the lines of JSON. */
export const records = <T>({ out }: Finished): T[] =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
