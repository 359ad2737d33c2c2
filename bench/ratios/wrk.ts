// Runs wrk against the API: one for each process, since wrk takes one URL.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Round } from './round.ts';

export interface Requests {
  method: 'GET' | 'POST' | 'PATCH';
  /** Paths below the API root, picked at random. `{id}` is any of the incidents. */
  paths: readonly string[];
  body?: object;
}

export interface Target {
  addresses: readonly string[];
  token: string;
  records: number;
  seed: number;
}

const script = fileURLToPath(new URL('requests.lua', import.meta.url));

async function runOne(
  address: string,
  { token, records, seed }: Target,
  { method, paths, body }: Requests,
  connections: number,
  seconds: number,
): Promise<Round> {
  const full = paths.map((path) => `/prod/api/v1${path}`);
  const { stdout } = await promisify(execFile)('wrk', [
    ...`-t 1 -c ${connections} -d ${seconds} -s ${script} ${address} --`.split(' '),
    String(seed),
    String(records),
    token,
    method,
    body ? JSON.stringify(body) : '',
    ...full,
  ]).catch((error: Error & { code?: unknown }) => {
    if (error.code === 'ENOENT')
      throw new Error('wrk is missing: `apt-get install wrk` brings it.');
    throw error;
  });
  const line = stdout.split('\n').findLast((one) => one.startsWith('{'));
  if (!line) throw new Error(`wrk did not end well:\n${stdout}`);
  const { requests, microseconds, failed } = JSON.parse(line) as Record<string, number>;
  const done = requests ?? 0;
  return { done, perSecond: (done / (microseconds ?? 1)) * 1e6, failed: failed ?? 0 };
}

export async function runWrk(
  target: Target,
  requests: Requests,
  connections: number,
  seconds: number,
): Promise<Round> {
  const each = Math.ceil(connections / target.addresses.length);
  const rounds = await Promise.all(
    target.addresses.map((address, index) =>
      runOne(address, { ...target, seed: target.seed + index }, requests, each, seconds),
    ),
  );
  const sum = (name: keyof Round) => rounds.reduce((total, round) => total + round[name], 0);
  return { done: sum('done'), perSecond: sum('perSecond'), failed: sum('failed') };
}
