// A flood of bad tokens beside a good client, from the same address: the good one hardly notices.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Report } from '../support/report.ts';
import { atPace, LoadClient, percentile } from './client.ts';
import { startFleet } from '../support/fleet.ts';

const GOOD_PER_SECOND = 50;
const PATH = '/prod/api/v1/incidents?limit=1';

/** Well formed and wrong, each another: nothing can be remembered of them. */
const badToken = (n: number): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const header = { alg: 'RS256', typ: 'at+jwt', kid: 'test' };
  return `${part(header)}.${part({ sub: `x${n}`, exp: 4_000_000_000, iat: 1 })}.${'a'.repeat(342)}`;
};

/** Run in a process of its own, so that the good client's clock is not the flood's. */
export async function flood(url: string, perSecond: number, seconds: number): Promise<number> {
  const client = new LoadClient(50);
  const answers = await atPace(perSecond, seconds, (n) =>
    client.ask(url + PATH, { headers: { authorization: `Bearer ${badToken(n)}` } }),
  );
  client.close();
  return answers.filter(({ status }) => status === 401 || status === 429).length;
}

export async function proveFlood(perSecond: number, seconds: number): Promise<Report> {
  const fleet = await startFleet(1, { RATE_LIMITS: 'general=1000' });
  const client = new LoadClient(4);
  const [member] = fleet.apis;
  const url = member?.url ?? '';
  const headers = await fleet.bearer('good');
  const faults: string[] = [];
  const measure = async (): Promise<number> => {
    const answers = await atPace(GOOD_PER_SECOND, seconds, () =>
      client.ask(url + PATH, { headers }),
    );
    if (answers.some(({ status }) => status !== 200)) faults.push('the good client was refused');
    return percentile(
      answers.map(({ milliseconds }) => milliseconds),
      0.99,
    );
  };
  try {
    await measure();
    const quiet = await measure();
    const child = fork(fileURLToPath(new URL('./flood.process.ts', import.meta.url)), [
      url,
      String(perSecond),
      String(seconds + 1),
    ]);
    const done = once(child, 'message');
    await new Promise((wait) => setTimeout(wait, 500));
    const flooded = await measure();
    const [refused] = (await done) as [number];
    const figures = {
      bad_per_second: Math.round(refused / (seconds + 1)),
      good_p99_quiet_ms: Number(quiet.toFixed(1)),
      good_p99_flooded_ms: Number(flooded.toFixed(1)),
    };
    return { figures, faults };
  } finally {
    client.close();
    await fleet.stop();
  }
}
