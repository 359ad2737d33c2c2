// Tokens that live for seconds are renewed before they expire, by one call for all callers, and no request fails.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startInstance } from '../../../server/test/support/harness.ts';
import type { Report } from '../../../server/test/support/report.ts';
import { Signalbox } from '../../src/index.ts';

interface Sizes {
  lifetimes: number;
  lifeSeconds: number;
  callers: number;
}

/** A renewal after this share of the life is late; a token should be renewed after 80 %. */
const LATE_SHARE = 0.95;

/** The test has its own token endpoint, since the lifetimes of the instance's are fixed; it signs with the instance's key. */
async function startTokenEndpoint(mint: (claims: object) => Promise<string>, lifeSeconds: number) {
  let [issued, late, lateAfter] = [0, 0, Infinity];
  const server = createServer(async (request, response) => {
    await once(request.resume(), 'end');
    issued += 1;
    if (Date.now() > lateAfter) late += 1;
    // Claims are in whole seconds.
    const exp = Math.ceil(Date.now() / 1000) + lifeSeconds;
    const claims = { sub: 'renewed', email: 'renewed@example.com', roles: ['agent'], exp };
    const access_token = await mint(claims);
    const expires_in = exp - Date.now() / 1000;
    lateAfter = Date.now() + expires_in * 1000 * LATE_SHARE;
    response.end(JSON.stringify({ access_token, token_type: 'Bearer', expires_in }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    issued: () => issued,
    /** Counts tokens that were requested when the one before had nearly expired. */
    late: () => late,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const PAUSE_MS = 20;

export async function proveRenewal(sizes: Sizes): Promise<Report> {
  const { lifetimes, lifeSeconds, callers } = sizes;
  const instance = await startInstance();
  const endpoint = await startTokenEndpoint((claims) => instance.mint({ ...claims }), lifeSeconds);
  const statuses: Record<number, number> = {};
  const client = new Signalbox({
    baseUrl: instance.url,
    authUrl: endpoint.url,
    clientId: 'any',
    clientSecret: 'any',
    maxRetries: 0,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      return response;
    },
  });
  const faults: string[] = [];
  let requests = 0;
  const endsAt = Date.now() + lifetimes * lifeSeconds * 1000;
  const work = async () => {
    while (Date.now() < endsAt) {
      requests += 1;
      await client.me.get().catch((error: unknown) => faults.push(String(error)));
      await pause(PAUSE_MS);
    }
  };
  try {
    await Promise.all(Array.from({ length: callers }, work));
  } finally {
    await endpoint.stop();
    await instance.stop();
  }
  const issued = endpoint.issued();
  const refused = statuses[401] ?? 0;
  if (refused > 0) faults.push(`${refused} requests were refused before the token was renewed`);
  const late = endpoint.late();
  if (late > 0) faults.push(`${late} tokens were renewed only when they expired`);
  // A new token is issued after 80 % of each life. The lives are up to a second longer than requested.
  const least = Math.floor((lifetimes * lifeSeconds) / (lifeSeconds + 1));
  const most = Math.ceil(lifetimes / 0.8) + 1;
  if (issued < least || issued > most)
    faults.push(`${issued} tokens were issued, not ${least} to ${most}`);
  return { figures: { requests, tokens: issued, refused, late }, faults };
}
