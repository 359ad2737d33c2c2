// While the key set of an identity provider fails, valid tokens stay valid, and the outage is never reported as the
// caller's fault.
import assert from 'node:assert/strict';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { tokenVerifier } from '../../src/platform/http/guard/auth.ts';
import { type Instance, startInstance } from '../support/harness.ts';
import { until } from '../support/processes.ts';
import { TestClock } from './setup.ts';

const MINUTE = 60;
const respondWith =
  (status: number, body: string): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end(body);

const failures: Record<string, RequestListener> = {
  429: respondWith(429, 'slow down'),
  502: respondWith(502, 'bad gateway'),
  503: respondWith(503, '{}'),
  'not JSON': respondWith(200, '<html>'),
  'no key set': respondWith(200, '{"keys": 1}'),
  'a redirect': (_request, response) => response.writeHead(302, { location: '/x' }).end(),
  'too long': respondWith(200, `{"keys": []}${' '.repeat(600_000)}`),
  'a closed connection': (request) => request.socket.destroy(),
};

describe('A key set that fails', () => {
  let url: string;
  let good: RequestListener;
  let respond: RequestListener;
  let fetches = 0;
  let stopIssuer: () => void;
  let sign: (kid?: string) => Promise<string>;

  before(async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const key = { ...(await exportJWK(publicKey)), alg: 'ES256', use: 'sig' };
    good = respondWith(200, JSON.stringify({ keys: [{ ...key, kid: 'first' }] }));
    const server = createServer((request, response) => {
      fetches += 1;
      respond(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stopIssuer = () => {
      server.close();
      server.closeAllConnections();
    };
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    sign = (kid = 'first') =>
      new SignJWT({
        aud: 'signalbox',
        email: 'someone@example.com',
        roles: ['agent'],
        jti: String(Math.random()),
      })
        .setProtectedHeader({ alg: 'ES256', kid })
        .setIssuer(url)
        .setSubject('someone')
        .setIssuedAt()
        .setExpirationTime('10m')
        .sign(privateKey);
  });
  after(() => stopIssuer());

  describe('at the API', () => {
    const clock = new TestClock();
    let instance: Instance;
    const get = async (kid?: string) => {
      const { status, body, headers } = await instance.call('GET', '/me', {
        token: await sign(kid),
      });
      return [status, body.code, headers.get('retry-after')];
    };
    const unavailable = [503, 'identity_unavailable', '5'];
    const accepted = [200, undefined, null];
    const refused = [401, 'unauthenticated', null];

    before(async () => {
      instance = await startInstance({
        now: () => clock.now,
        env: { OIDC_ISSUER: url, OIDC_JWKS_URL: `${url}/certs`, OIDC_ROLE_CLAIM: 'roles' },
      });
    });
    after(() => instance.stop());

    test('requests get 503 with Retry-After until a key set was fetched, at most once in 5 s', async () => {
      for (const [name, failure] of Object.entries(failures)) {
        clock.forward(6);
        respond = failure;
        const earlier = fetches;
        assert.deepEqual(await get(), unavailable, name);
        assert.deepEqual(await get(), unavailable, name);
        assert.equal(fetches - earlier, 1, name);
      }
      respond = good;
      clock.forward(6);
      assert.deepEqual(await get(), accepted);
    });

    test('a failing key set leaves tokens of known keys valid and gives 503 for unknown keys', async () => {
      respond = good;
      clock.forward(11 * MINUTE);
      assert.deepEqual(await get(), accepted);
      const fetched = fetches;
      assert.deepEqual(await get('other'), refused, 'the set was fetched just now');
      assert.equal(fetches, fetched);
      clock.forward(31);
      assert.deepEqual([await get('other'), await get('other')], [refused, refused]);
      assert.equal(fetches, fetched + 1, 'unknown keys cause a fetch every 30 s');
      for (const [name, failure] of Object.entries(failures)) {
        clock.forward(11 * MINUTE);
        respond = failure;
        const earlier = fetches;
        assert.deepEqual(await get(), accepted, name);
        assert.deepEqual(await get('other'), unavailable, name);
        assert.deepEqual(await get(), accepted, name);
        assert.equal(fetches - earlier, 1, name);
      }
      respond = good;
      clock.forward(6);
      assert.deepEqual(await get('other'), refused, 'decided again');
    });

    test('the last keys are no longer trusted after a day without a key set', async () => {
      respond = failures[503] as RequestListener;
      clock.forward(25 * 60 * MINUTE);
      assert.deepEqual(await get(), unavailable);
    });
  });

  describe('that does not respond', () => {
    let now = Date.now();
    const pending = new Set<ServerResponse>();
    const hang: RequestListener = (_request, response) => {
      pending.add(response);
      response.once('close', () => pending.delete(response));
    };
    const verifierWith = async (timeoutMs: number) => {
      const authenticate = tokenVerifier({
        issuer: url,
        audience: 'signalbox',
        jwksUrl: url,
        domain: 'example.com',
        isRevoked: () => false,
        rolesOf: () => [],
        emailOf: () => 'someone@example.com',
        isForeign: true,
        keySet: { now: () => now, timeoutMs },
      });
      const authenticateOne = async () => (await authenticate(`Bearer ${await sign()}`)).id;
      respond = good;
      assert.equal(await authenticateOne(), 'someone');
      now += 11 * MINUTE * 1000;
      return authenticateOne;
    };
    after(() => {
      for (const response of pending) response.end();
    });

    test('concurrent requests wait for one fetch of the key set until its timeout', async () => {
      const authenticateOne = await verifierWith(300);
      respond = hang;
      const earlier = fetches;
      assert.deepEqual(await Promise.all([authenticateOne(), authenticateOne()]), [
        'someone',
        'someone',
      ]);
      assert.equal(fetches - earlier, 1, 'both waited for the same fetch');
    });

    test('no request waits for a key set whose last fetch has failed', async () => {
      const authenticateOne = await verifierWith(60_000);
      respond = failures[503] as RequestListener;
      assert.equal(await authenticateOne(), 'someone');
      now += 6000;
      respond = hang;
      assert.equal(await authenticateOne(), 'someone');
      await until('the fetch hangs', () => pending.size > 0);
    });
  });
});
