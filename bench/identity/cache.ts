// The cache of verified tokens saves CPU time, and delays neither revocation nor expiry in any process.
import { setTimeout as sleep } from 'node:timers/promises';
import { tokenVerifier } from '../../server/src/platform/http/guard/auth.ts';
import { startInstance } from '../../server/test/support/harness.ts';
import { startFleet } from '../../server/test/support/fleet.ts';
import type { Report } from '../../server/test/support/report.ts';

const ROUNDS = 5;

/** Returns the median microseconds of CPU time per token over alternating rounds. */
async function measure(count: number): Promise<{ first: number; again: number }> {
  const instance = await startInstance();
  const { AUTH_URL: issuer, AUTH_AUDIENCE: audience } = instance.deps.config;
  const authenticate = tokenVerifier({
    issuer,
    audience,
    jwksUrl: `${issuer}/jwks`,
    domain: 'example.com',
    isRevoked: () => false,
    rolesOf: () => [],
    emailOf: ({ email }) => email as string | undefined,
    isForeign: false,
  });
  const cost = async (headers: string[]): Promise<number> => {
    const began = process.cpuUsage();
    for (const header of headers) await authenticate(header);
    const { user, system } = process.cpuUsage(began);
    return (user + system) / headers.length;
  };
  const seen: { first: number[]; again: number[] } = { first: [], again: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const headers: string[] = [];
    for (let n = 0; n < count; n += 1)
      headers.push(`Bearer ${await instance.mint({ jti: `${round} ${n}` })}`);
    seen.first.push(await cost(headers));
    seen.again.push(await cost(headers));
  }
  await instance.stop();
  const middle = (values: number[]) =>
    Math.round((values.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0) * 10) / 10;
  return { first: middle(seen.first), again: middle(seen.again) };
}

const WITHIN_MS = 2000;
const LIVES_SECONDS = 4;

/** Returns the milliseconds from `began` until each process rejects the token; undefined if one never does. */
const measureRejection = (urls: string[], headers: Record<string, string>, began: number) =>
  Promise.all(
    urls.map(async (url) => {
      while (Date.now() - began < WITHIN_MS * 2) {
        const { status } = await fetch(`${url}/prod/api/v1/me`, { headers });
        if (status === 401) return Math.max(0, Date.now() - began);
        await sleep(20);
      }
      return undefined;
    }),
  );

export async function proveCache(count: number): Promise<Report> {
  const faults: string[] = [];
  const { first, again } = await measure(count);
  if (again >= first) faults.push(`a cached token takes ${again} µs, verifying takes ${first} µs`);
  const fleet = await startFleet(2);
  const urls = fleet.apis.map(({ url }) => url);
  const slowestRejection = (what: string, times: (number | undefined)[]): number => {
    if (times.some((ms) => ms === undefined || ms > WITHIN_MS))
      faults.push(
        `${what} tokens were rejected after ${times.join(', ')} ms, not within ${WITHIN_MS} ms`,
      );
    return Math.max(...times.map((ms) => ms ?? Infinity));
  };
  try {
    const admin = {
      ...(await fleet.bearer('root', ['super_admin'])),
      'content-type': 'application/json',
    };
    const made = await fetch(`${urls[0]}/prod/api/v1/users`, {
      method: 'POST',
      headers: admin,
      body: JSON.stringify({ email: 'cached@example.com', name: 'Cached', roles: ['agent'] }),
    });
    const { id } = (await made.json()) as { id: string };
    const bearer = async (claims: object) => ({
      authorization: `Bearer ${await fleet.mint({ sub: id, roles: ['agent'], ...claims })}`,
    });
    const warm = async (headers: Record<string, string>) => {
      for (const url of [...urls, ...urls]) {
        const { status } = await fetch(`${url}/prod/api/v1/me`, { headers });
        if (status !== 200) faults.push(`a valid token got status ${status}`);
      }
    };
    const ending = Math.floor(Date.now() / 1000) + LIVES_SECONDS;
    const short = await bearer({ exp: ending });
    await warm(short);
    await sleep(ending * 1000 - Date.now());
    const expired = slowestRejection('expired', await measureRejection(urls, short, ending * 1000));
    const long = await bearer({});
    await warm(long);
    await fetch(`${urls[0]}/prod/api/v1/users/${id}`, {
      method: 'PATCH',
      headers: admin,
      body: JSON.stringify({ roles: ['auditor'] }),
    });
    const revoked = slowestRejection('revoked', await measureRejection(urls, long, Date.now()));
    return {
      figures: {
        verified_us: first,
        remembered_us: again,
        expired_ms: expired,
        revoked_ms: revoked,
      },
      faults,
    };
  } finally {
    await fleet.stop();
  }
}
