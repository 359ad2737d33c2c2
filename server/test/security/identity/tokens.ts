// No hostile token is accepted at any route.
import { randomBytes } from 'node:crypto';
import { routes } from '../../../src/app.ts';
import { cloneDatabase } from '../../support/databases.ts';
import { type Instance, PREFIXES, startInstance, startIssuer } from '../../support/harness.ts';
import { beginLogin, Browser, logIn } from '../../support/people.ts';
import { until } from '../../support/processes.ts';
import { bytesOf, Client } from '../../support/wire.ts';
import type { Report } from '../../support/report.ts';
import { startForging } from './forge.ts';
import { hostileKinds, type Kind } from './hostile.ts';

/** Obtains real tokens that were issued for another purpose. */
async function realTokens(instance: Instance): Promise<Record<string, string>> {
  const { call, deps, mint } = instance;
  const { AUTH_URL, BASE_URL } = deps.config;
  const person = {
    email: `t${randomBytes(4).toString('hex')}@example.com`,
    password: 'a password of the test',
  };
  const { body: user } = await call('POST', '/users', {
    as: 'super_admin',
    body: { ...person, name: 'Tokens', roles: ['super_admin'] },
  });
  const browser = new Browser();
  const tokens = await logIn(AUTH_URL, BASE_URL, person, browser);
  const second = await browser.follow(
    await browser.visit(beginLogin(AUTH_URL, BASE_URL).url),
    AUTH_URL,
  );
  const clone = await cloneDatabase();
  const other = await startIssuer(clone.url);
  const claims = { sub: 'forged', roles: ['super_admin'] };
  const elsewhere = {
    'a token of another instance': await other.tokenFor('super_admin'),
    'a token of another instance under our name': await other.mint({ ...claims, iss: AUTH_URL }),
  };
  await other.stop();
  await clone.drop();
  await call('PATCH', `/users/${user.id}`, { as: 'super_admin', body: { roles: ['auditor'] } });
  const isRefused = async () =>
    (await call('GET', '/me', { token: tokens.access_token })).status === 401;
  await until('revocation', isRefused);
  return {
    'an id token': tokens.id_token,
    'a refresh token': tokens.refresh_token,
    'an authorization code': new URL(second.url).searchParams.get('code') ?? '',
    'a token of roles that were taken': tokens.access_token,
    'a token of a generation before': await mint({ ...claims, sub: user.id, gen: 0 }),
    ...elsewhere,
  };
}

const wireOf = (method: string, target: string, { lines }: Kind): Buffer =>
  bytesOf({ method, target, headers: lines.map((line) => ['Authorization', line]) });

/** `every` 1 tests each kind at each route and base URL; n tests each kind at every nth, with a different offset. */
export async function proveTokens(every: number): Promise<Report> {
  const instance = await startInstance();
  const client = new Client(instance.url);
  const faults: string[] = [];
  let requests = 0;
  try {
    const forger = await startForging(instance);
    const kinds = await hostileKinds(instance, forger, await realTokens(instance));
    const paths = routes.map(({ method, path }) => ({
      method,
      path: path.replaceAll(/:\w+/g, 'INC0000001'),
      isPublic: path === '/webhooks/inbound/:id' && method === 'POST',
    }));
    let route = 0;
    for (const prefix of PREFIXES) {
      for (const { method, path, isPublic } of paths) {
        const target = prefix + path;
        // Without this check a service that rejects everyone would pass.
        const control = await client.send(
          wireOf(method, target, { lines: [`Bearer ${forger.good}`] }),
        );
        if (!isPublic && control?.status === 401)
          faults.push(`the good token is 401 at ${method} ${target}`);
        route += 1;
        for (const [at, [name, kind]] of [...kinds].entries()) {
          if ((route + at) % every !== 0) continue;
          requests += 1;
          const response = await client.send(wireOf(method, target, kind));
          const status = response?.status ?? 0;
          if (status === 401 || (kind.also !== undefined && status === kind.also)) continue;
          if (isPublic && status === 403) continue;
          faults.push(`${name} at ${method} ${target}: ${status} ${response?.text.slice(0, 200)}`);
        }
      }
    }
    return {
      figures: {
        kinds: kinds.size,
        routes: routes.length,
        requests,
        accepted: faults.length,
      },
      faults,
    };
  } finally {
    client.close();
    await instance.stop();
  }
}
