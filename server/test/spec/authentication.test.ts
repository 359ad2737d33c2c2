import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignJWT } from 'jose';
import type { Instance } from '../support/harness.ts';
import { section } from './setup.ts';

const hour = 3600;
const now = () => Math.floor(Date.now() / 1000);
const role = { roles: ['super_admin'] };

section('Authentication', (instance) => {
  const mint: Instance['mint'] = (claims, header) => instance.running.mint(claims, header);
  const get = (authorization?: string) =>
    instance.call('GET', '/incidents?limit=1', {
      as: null,
      ...(authorization !== undefined && { headers: { authorization } }),
    });

  test('the 401 for a request without a token says how to obtain and send one', async () => {
    const { status, body, headers } = await get();
    assert.deepEqual([status, body.code], [401, 'unauthenticated']);
    assert.equal(headers.get('www-authenticate'), 'Bearer realm="signalbox"');
    const { AUTH_URL } = instance.running.deps.config;
    assert.ok(body.detail.endsWith(`Obtain a token from ${AUTH_URL}/oauth2/token.`), body.detail);
  });

  test('an empty bearer token and another scheme get different error details', async () => {
    const [empty, another] = [await get('Bearer '), await get('Basic YTpi')];
    assert.deepEqual([empty.status, another.status], [401, 401]);
    assert.match(empty.body.detail, /has no token after Bearer/);
    assert.match(another.body.detail, /not of the form Bearer/);
  });

  test('a valid token is accepted with its scheme in any case', async () => {
    const token = await mint(role);
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      assert.equal((await get(`${scheme} ${token}`)).status, 200);
  });

  test('an expired token is refused with token_expired', async () => {
    const { status, body, headers } = await get(
      `Bearer ${await mint({ ...role, exp: now() - 1 })}`,
    );
    assert.deepEqual([status, body.code], [401, 'token_expired']);
    assert.match(headers.get('www-authenticate') ?? '', /^Bearer .*error="invalid_token"/);
  });

  test('a cached token is refused from the moment it expires', async (t) => {
    const exp = now() + 60;
    const token = await mint({ ...role, exp });
    assert.equal((await get(`Bearer ${token}`)).status, 200);
    t.mock.timers.enable({ apis: ['Date'], now: exp * 1000 - 1 });
    assert.equal((await get(`Bearer ${token}`)).status, 200);
    t.mock.timers.setTime(exp * 1000);
    assert.deepEqual((await get(`Bearer ${token}`)).body.code, 'token_expired');
  });

  test('a token with another issuer, audience, type, key or format is refused', async () => {
    const secret = new TextEncoder().encode('a'.repeat(64));
    const claims = {
      ...role,
      iss: instance.running.deps.config.AUTH_URL,
      aud: 'signalbox',
      sub: 'x',
      iat: now(),
      exp: now() + hour,
    };
    const symmetric = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'test' })
      .sign(secret);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const good = await mint(role);
    const refused: Record<string, string> = {
      'another issuer': await mint({ ...role, iss: 'https://evil.example.com' }),
      'another audience': await mint({ ...role, aud: 'another' }),
      'no audience': await mint({ ...role, aud: undefined }),
      'no expiry': await mint({ ...role, exp: undefined }),
      'no subject': await mint({ ...role, sub: undefined }),
      'an id token': await mint(role, { typ: 'JWT' }),
      'not yet valid': await mint({ ...role, nbf: now() + hour }),
      'an unknown key': await mint(role, { kid: 'other' }),
      'a symmetric key': symmetric,
      'no algorithm': `${part({ alg: 'none', typ: 'at+jwt' })}.${part(claims)}.`,
      'a changed payload': good.replace(
        /\.[^.]+\./,
        `.${part({ ...claims, roles: ['super_admin'] })}.`,
      ),
      'a cut signature': good.slice(0, -4),
      'an api key': 'sbx_0123456789abcdefghijklmnopqrst',
      'a long one': 'x'.repeat(10_000),
    };
    for (const [name, token] of Object.entries(refused)) {
      const { status, body } = await get(`Bearer ${token}`);
      assert.deepEqual([status, body.code], [401, 'unauthenticated'], name);
    }
    for (const header of ['Basic YTpi', 'Bearer', 'Bearer a b', good])
      assert.equal((await get(header)).status, 401, header);
  });

  test('the caller is identified by the e-mail claim, else by an address made of the client id', async () => {
    const person = await instance.incident(
      {},
      { token: await mint({ ...role, email: 'ann@example.com' }) },
    );
    assert.equal(person.opened_by, 'ann@example.com');
    const client = await instance.incident(
      {},
      { token: await mint({ ...role, client_id: 'grafana' }) },
    );
    assert.equal(client.opened_by, 'grafana@clients.desk.example.com');
  });
});
