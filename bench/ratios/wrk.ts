// Runs one wrk for each API process, because wrk takes one URL.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Round } from './round.ts';

export interface Requests {
  method: 'GET' | 'POST' | 'PATCH';
  /** Paths below the API root are picked at random; `{id}` stands for any incident. */
  paths: readonly string[];
  body?: object;
  /** A request with weight 2 is picked twice as often as one with 1, the default. */
  weight?: number;
}

export interface TimedRound extends Round {
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
}

export interface Target {
  addresses: readonly string[];
  token: string;
  records: number;
  seed: number;
}

/** By default wrk counts a response after two seconds as failed; on a busy machine it is only late, which p99 shows. */
const TIMEOUT_SECONDS = 30;

const script = fileURLToPath(new URL('requests.lua', import.meta.url));

async function runOne(
  address: string,
  { token, records, seed }: Target,
  mixed: readonly Requests[],
  connections: number,
  seconds: number,
): Promise<TimedRound> {
  const picked = mixed.flatMap(({ method, paths, body, weight = 1 }) => {
    const each = paths.flatMap((path) => [
      method,
      `/prod/api/v1${path}`,
      body ? JSON.stringify(body) : '',
    ]);
    return Array.from({ length: weight }, () => each).flat();
  });
  const { stdout } = await promisify(execFile)('wrk', [
    ...`-t 1 -c ${connections} -d ${seconds} --timeout ${TIMEOUT_SECONDS} -s ${script} ${address} --`.split(
      ' ',
    ),
    String(seed),
    String(records),
    token,
    ...picked,
  ]).catch((error: Error & { code?: unknown }) => {
    if (error.code === 'ENOENT')
      throw new Error('wrk is not installed; run `apt-get install wrk`.');
    throw error;
  });
  const line = stdout.split('\n').findLast((one) => one.startsWith('{'));
  if (!line) throw new Error(`wrk printed no result:\n${stdout}`);
  const {
    requests = 0,
    microseconds = 1,
    failed = 0,
    p50 = 0,
    p95 = 0,
    p99 = 0,
  } = JSON.parse(line) as Partial<Record<string, number>>;
  return {
    done: requests,
    perSecond: (requests / microseconds) * 1e6,
    failed,
    p50Ms: p50 / 1000,
    p95Ms: p95 / 1000,
    p99Ms: p99 / 1000,
  };
}

export async function runWrk(
  target: Target,
  requests: Requests | readonly Requests[],
  connections: number,
  seconds: number,
): Promise<TimedRound> {
  const mixed = [requests].flat();
  const each = Math.ceil(connections / target.addresses.length);
  const rounds = await Promise.all(
    target.addresses.map((address, index) =>
      runOne(address, { ...target, seed: target.seed + index }, mixed, each, seconds),
    ),
  );
  const sum = (name: keyof Round) => rounds.reduce((total, round) => total + round[name], 0);
  const slowest = (name: 'p50Ms' | 'p95Ms' | 'p99Ms') =>
    Math.max(...rounds.map((round) => round[name]));
  return {
    done: sum('done'),
    perSecond: sum('perSecond'),
    failed: sum('failed'),
    p50Ms: slowest('p50Ms'),
    p95Ms: slowest('p95Ms'),
    p99Ms: slowest('p99Ms'),
  };
}
