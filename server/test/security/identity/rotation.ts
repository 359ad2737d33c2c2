// Signing keys rotate under load: no valid token is rejected, retired keys are, and unknown key ids cause no fetches.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadKeys } from '../../../src/identity/index.ts';
import { rotateSigningKeys } from '../../../src/identity/provider/keys.ts';
import { importJWK, type Instance, SignJWT, startInstance } from '../../support/harness.ts';
import { until } from '../../support/processes.ts';
import { atPace, LoadClient } from '../../support/client.ts';
import type { Report } from '../../support/report.ts';
import { shiftTime } from './shift-time.ts';

const PER_SECOND = 200;
/** The provider checks its keys this often, and a successor waits this long before it signs. */
const CHECK_INTERVAL_SECONDS = 5;
const CHECKS_PER_ROTATION = 15;
const STEP_MS = 100;
const COOLDOWN_SECONDS = 30;
const HOUR = 3600;

type Forward = (seconds: number) => void;

/** Returns a signer of tokens that only the holder of a key could sign, valid for years. */
async function signForever({ deps }: Instance): Promise<(sub: string) => Promise<string>> {
  const [key] = await loadKeys(deps);
  if (!key) throw new Error('there is no key');
  const secret = await importJWK(key.jwk, 'ES256');
  return (sub) =>
    new SignJWT({ sub, scope: 'api', roles: ['agent'] })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.id })
      .setIssuer(deps.config.AUTH_URL)
      .setAudience(deps.config.AUTH_AUDIENCE)
      .setIssuedAt()
      .setExpirationTime('10y')
      .sign(secret);
}

async function freshToken({ deps, call }: Instance): Promise<() => Promise<string>> {
  const { body } = await call('POST', '/clients', {
    as: 'super_admin',
    body: { name: 'Load', roles: ['agent'] },
  });
  return async () => {
    const response = await fetch(`${deps.config.AUTH_URL}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: body.client_id,
        client_secret: body.secret,
      }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  };
}

async function rotate(instance: Instance, rotations: number, forward: Forward): Promise<number> {
  const kids = new Set<string>();
  for (let n = 0; n < rotations; n += 1) {
    await rotateSigningKeys(instance.deps, { isForced: true });
    for (let check = 0; check < CHECKS_PER_ROTATION; check += 1) {
      forward(CHECK_INTERVAL_SECONDS);
      await instance.auth.refresh();
      await sleep(STEP_MS);
    }
    for (const { id } of await loadKeys(instance.deps)) kids.add(id);
  }
  return kids.size - 1;
}

async function underLoad(instance: Instance, rotations: number, forward: Forward) {
  const client = new LoadClient(32);
  const fresh = await freshToken(instance);
  const recent = [await fresh()];
  const over = new AbortController();
  const renewing = (async () => {
    while (!over.signal.aborted) {
      recent.unshift(await fresh());
      recent.length = Math.min(recent.length, 40);
    }
  })();
  const seconds = (rotations * CHECKS_PER_ROTATION * STEP_MS) / 1000 + 1;
  const rotating = rotate(instance, rotations, forward);
  const responses = await atPace(PER_SECOND, seconds, (n) =>
    client.send(`${instance.url}/prod/api/v1/me`, {
      headers: { authorization: `Bearer ${recent[n % recent.length]}` },
    }),
  );
  const rotated = await rotating;
  over.abort();
  await renewing;
  client.close();
  return { rotated, responses };
}

async function unknownKeys({ url, mint, auth }: Instance, count: number, forward: Forward) {
  const client = new LoadClient(16);
  const [, claims, signature] = (await mint()).split('.');
  let fetches = 0;
  auth.server.on('request', ({ url: path }) => {
    if (path === '/jwks') fetches += 1;
  });
  const began = Date.now();
  const statuses = new Set<number>();
  for (let n = 0; n < count; n += 16) {
    if (n % 2000 === 0) forward(COOLDOWN_SECONDS / 2);
    await Promise.all(
      Array.from({ length: Math.min(16, count - n) }, async () => {
        const header = { alg: 'ES256', typ: 'at+jwt', kid: randomBytes(12).toString('base64url') };
        const head = Buffer.from(JSON.stringify(header)).toString('base64url');
        const authorization = `Bearer ${head}.${claims}.${signature}`;
        const { status } = await client.send(`${url}/prod/api/v1/me`, {
          headers: { authorization },
        });
        statuses.add(status);
      }),
    );
  }
  client.close();
  const most = Math.floor((Date.now() - began) / 1000 / COOLDOWN_SECONDS) + 1;
  return { fetches, most, statuses: [...statuses] };
}

export async function proveRotation(rotations: number, unknown: number): Promise<Report> {
  const { forward, restore } = shiftTime();
  const instance = await startInstance({ now: () => new Date() });
  const faults: string[] = [];
  try {
    const forever = await signForever(instance);
    const statusOf = async (token: string) => (await instance.call('GET', '/me', { token })).status;
    const current = await forever('held');
    if ((await statusOf(current)) !== 200) faults.push('the key that signs is not accepted');
    const { rotated, responses } = await underLoad(instance, rotations, forward);
    if (rotated !== rotations) faults.push(`${rotated} new keys for ${rotations} rotations`);
    const refused = responses.filter(({ status }) => status !== 200);
    if (refused.length > 0)
      faults.push(`${refused.length} refused: ${refused[0]?.status} ${refused[0]?.text}`);
    forward(HOUR + 120);
    await instance.auth.refresh();
    const left = (await loadKeys(instance.deps)).length;
    if (left !== 1) faults.push(`${left} keys are left an hour later`);
    const isRefused = async () =>
      (await statusOf(current)) === 401 && (await statusOf(await forever('new'))) === 401;
    await until('a retired key is refused', isRefused).catch((error: Error) =>
      faults.push(error.message),
    );
    const { fetches, most, statuses } = await unknownKeys(instance, unknown, forward);
    if (fetches > most) faults.push(`${fetches} fetches of the keys, at most ${most}`);
    if (statuses.join() !== '401') faults.push(`unknown keys got ${statuses.join(', ')}`);
    return {
      figures: {
        rotations: rotated,
        requests: responses.length,
        refused: refused.length,
        unknown_keys: unknown,
        fetches,
        most_fetches: most,
      },
      faults,
    };
  } finally {
    restore();
    await instance.stop();
  }
}
