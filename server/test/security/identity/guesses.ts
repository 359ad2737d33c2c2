// Few of a thousand wrong secrets and passwords from one address are verified, and the right one works from elsewhere.
import type { Report } from '../../support/report.ts';
import { type Instance, startInstance } from '../../support/harness.ts';
import { beginLogin } from '../../support/people.ts';

const BURST = 30;
const REFILL_PER_SECOND = 1;

/** This test plays the proxy that the instance trusts. */
const from = (address: string) => ({ 'x-forwarded-for': address });
const RATE_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

type Guess = (address: string, secret: string) => Promise<Response>;

async function clientGuesser({ deps, call }: Instance): Promise<[Guess, string]> {
  const { body } = await call('POST', '/clients', {
    as: 'super_admin',
    body: { name: 'Guessed', roles: ['agent'] },
  });
  const guess: Guess = (address, secret) =>
    fetch(`${deps.config.AUTH_URL}/oauth2/token`, {
      method: 'POST',
      headers: from(address),
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: body.client_id,
        client_secret: secret,
      }),
    });
  return [guess, body.secret];
}

async function personGuesser({ deps, call }: Instance): Promise<[Guess, string]> {
  const { AUTH_URL, BASE_URL } = deps.config;
  const [email, password] = ['guessed@example.com', 'the right password of them all'];
  await call('POST', '/users', {
    as: 'super_admin',
    body: { email, name: 'Guessed', roles: ['agent'], password },
  });
  const begun = await fetch(beginLogin(AUTH_URL, BASE_URL).url, { redirect: 'manual' });
  const page = new URL(begun.headers.get('location') ?? '', AUTH_URL).href;
  const cookie = begun.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const guess: Guess = (address, secret) =>
    fetch(page, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...from(address), cookie },
      body: new URLSearchParams({ email, password: secret }),
    });
  return [guess, password];
}

const guessers = { client: clientGuesser, person: personGuesser };

export async function proveGuesses(count: number): Promise<Report> {
  const instance = await startInstance({
    env: {
      TRUSTED_PROXIES: '127.0.0.1',
      RATE_LIMITS: 'general=1000000,address=1000000,address.burst=1000000',
    },
  });
  const faults: string[] = [];
  const figures: Record<string, number> = {};
  try {
    for (const [kind, make] of Object.entries(guessers)) {
      const guesser = kind === 'person' ? '203.0.113.7' : '203.0.113.8';
      const [guess, right] = await make(instance);
      const statuses: Record<number, number> = {};
      const began = performance.now();
      for (let n = 0; n < count; n += 1) {
        const reply = await guess(guesser, `wrong ${n}`);
        await reply.arrayBuffer();
        statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
        if (RATE_HEADERS.some((name) => !reply.headers.has(name)))
          faults.push(`${kind}: ${reply.status} without rate headers`);
        if (
          reply.status === 429 &&
          n === count - 1 &&
          kind === 'client' &&
          !(Number(reply.headers.get('retry-after')) >= 1)
        )
          faults.push(`${kind}: 429 without Retry-After`);
      }
      const seconds = (performance.now() - began) / 1000;
      const { 401: verified = 0, 429: throttled = 0 } = statuses;
      figures[`${kind}_verified`] = verified;
      figures[`${kind}_throttled`] = throttled;
      if (verified + throttled !== count) faults.push(`${kind}: ${JSON.stringify(statuses)}`);
      const most =
        kind === 'person' ? 6 + Math.log2(seconds + 2) : BURST + REFILL_PER_SECOND * seconds + 1;
      if (verified > most)
        faults.push(`${kind}: ${verified} guesses were verified, at most ${most}`);
      const here = await guess(guesser, right);
      if (here.status < 400)
        faults.push(`${kind}: the right secret was accepted during the guesses`);
      const elsewhere = await guess('198.51.100.9', right);
      if (elsewhere.status >= 400)
        faults.push(`${kind}: the right secret from another address got ${elsewhere.status}`);
    }
  } finally {
    await instance.stop();
  }
  return { figures, faults };
}
