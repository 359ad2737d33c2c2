import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { Json } from '../support/harness.ts';
import { section } from './setup.ts';

section('Access tokens by client credentials', (instance) => {
  const authUrl = () => instance.running.deps.config.AUTH_URL;
  const register = async (fields: Json = {}) => {
    const { body, status, text } = await instance.call('POST', '/clients', {
      as: 'super_admin',
      body: { name: 'Alerts', roles: ['agent'], ...fields },
    });
    assert.equal(status, 201, text);
    return body;
  };
  const requestToken = async (
    form: Record<string, string>,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(`${authUrl()}/oauth2/token`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(form),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Json,
    };
  };
  const grant_type = 'client_credentials';
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  });

  test('id and secret as form fields or as Basic credentials return a bearer token for an hour', async () => {
    const { client_id, secret } = await register();
    for (const { status, body, headers } of [
      await requestToken({ grant_type, client_id, client_secret: secret }),
      await requestToken({ grant_type }, basic(client_id, secret)),
      await requestToken({ grant_type, scope: 'api' }, basic(client_id, secret)),
    ]) {
      const { access_token, ...rest } = body;
      assert.deepEqual(
        [status, rest],
        [200, { token_type: 'Bearer', expires_in: 3600, scope: 'api' }],
      );
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(
        (await instance.call('GET', '/incidents?limit=1', { token: access_token })).status,
        200,
      );
    }
  });

  test('the token names its holder and the roles', async () => {
    const { client_id, secret } = await register({
      email: 'alerts@example.com',
      roles: ['agent', 'auditor'],
    });
    const { body } = await requestToken({ grant_type, client_id, client_secret: secret });
    const { alg, typ } = decodeProtectedHeader(body.access_token);
    assert.deepEqual([alg, typ], ['ES256', 'at+jwt']);
    const { iat = 0, exp = 0, jti, ...claims } = decodeJwt(body.access_token);
    assert.ok(jti);
    assert.equal(exp - iat, 3600);
    assert.deepEqual(claims, {
      iss: authUrl(),
      aud: 'signalbox',
      sub: client_id,
      client_id,
      scope: 'api',
      email: 'alerts@example.com',
      roles: ['agent', 'auditor'],
      gen: 1,
    });
    const opened = await instance.incident({}, { token: body.access_token });
    assert.equal(opened.opened_by, 'alerts@example.com');
  });

  test('a client without an address is known by an address made of its id', async () => {
    const client = await register();
    assert.equal(client.address, `${client.client_id}@clients.desk.example.com`);
    const { body } = await requestToken({
      grant_type,
      client_id: client.client_id,
      client_secret: client.secret,
    });
    const opened = await instance.incident({}, { token: body.access_token });
    assert.equal(opened.opened_by, client.address);
  });

  test('a refused token request gets an OAuth error with a description of the cause', async () => {
    const { client_id, secret } = await register();
    const good = { grant_type, client_id, client_secret: secret };
    const refused: [string, Record<string, string>, number, string, RegExp][] = [
      [
        'a wrong secret',
        { ...good, client_secret: `${secret}x` },
        401,
        'invalid_client',
        /secret is wrong/,
      ],
      [
        'the hash of the secret',
        { ...good, client_secret: 'A'.repeat(43) },
        401,
        'invalid_client',
        /HTTP Basic/,
      ],
      [
        'an unknown client',
        { ...good, client_id: 'nobody' },
        401,
        'invalid_client',
        /unknown or inactive/,
      ],
      [
        'no secret',
        { grant_type, client_id },
        401,
        'invalid_client',
        /client_secret as form fields/,
      ],
      [
        'no client',
        { grant_type },
        400,
        'invalid_request',
        /client_id and client_secret as form fields/,
      ],
      ['no grant type', { client_id, client_secret: secret }, 400, 'invalid_request', /grant_type/],
      [
        'passwords',
        { ...good, grant_type: 'password', username: 'a', password: 'b' },
        400,
        'unsupported_grant_type',
        /must be client_credentials/,
      ],
      [
        'the implicit grant',
        { ...good, grant_type: 'implicit' },
        400,
        'unsupported_grant_type',
        /client_credentials/,
      ],
      [
        'a scope that does not exist',
        { ...good, scope: 'everything' },
        400,
        'invalid_scope',
        /Use api for the API/,
      ],
      [
        'another resource',
        { ...good, resource: 'https://other.example.com' },
        400,
        'invalid_target',
        /resource must be/,
      ],
    ];
    for (const [name, form, status, error, words] of refused) {
      const reply = await requestToken(form);
      assert.deepEqual([reply.status, reply.body.error], [status, error], name);
      assert.match(reply.body.error_description, words, name);
      assert.equal(reply.body.access_token, undefined);
    }
    const twice = await requestToken({ ...good, client_id: '' }, basic(client_id, secret));
    assert.equal(twice.body.error, 'invalid_request', 'two ways at once');
    const json = await fetch(`${authUrl()}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(good),
    });
    assert.equal(json.status, 400);
    assert.match(((await json.json()) as Json).error_description, /x-www-form-urlencoded/);
  });

  test('an inactive client gets no token until it is active again', async () => {
    const { client_id, secret } = await register();
    const form = { grant_type, client_id, client_secret: secret };
    const set = (active: boolean) =>
      instance.call('PATCH', `/clients/${client_id}`, { as: 'super_admin', body: { active } });
    assert.equal((await set(false)).status, 200);
    assert.equal((await requestToken(form)).body.error, 'invalid_client');
    assert.equal((await set(true)).status, 200);
    assert.equal((await requestToken(form)).status, 200);
  });

  test('a new secret invalidates the old one', async () => {
    const { client_id, secret } = await register();
    const rotated = await instance.call('POST', `/clients/${client_id}/rotate-secret`, {
      as: 'super_admin',
    });
    assert.equal(rotated.status, 200);
    assert.notEqual(rotated.body.secret, secret);
    assert.equal((await requestToken({ grant_type }, basic(client_id, secret))).status, 401);
    assert.equal(
      (await requestToken({ grant_type }, basic(client_id, rotated.body.secret))).status,
      200,
    );
  });

  test('discovery document and key set are published, with the public keys only', async () => {
    for (const path of ['openid-configuration', 'oauth-authorization-server']) {
      const found = (await (await fetch(`${authUrl()}/.well-known/${path}`)).json()) as Json;
      assert.equal(found.issuer, authUrl());
      assert.equal(found.token_endpoint, `${authUrl()}/oauth2/token`);
      assert.equal(found.jwks_uri, `${authUrl()}/jwks`);
      assert.deepEqual(found.response_types_supported, ['code']);
      assert.deepEqual(found.code_challenge_methods_supported, ['S256']);
      assert.equal(found.grant_types_supported.includes('implicit'), false);
      assert.equal(found.grant_types_supported.includes('password'), false);
    }
    const { keys } = (await (await fetch(`${authUrl()}/jwks`)).json()) as Json;
    assert.ok(keys.length > 0);
    for (const key of keys)
      assert.deepEqual(Object.keys(key).toSorted(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    const lost = await fetch(`${authUrl()}/nowhere`);
    assert.deepEqual([lost.status, ((await lost.json()) as Json).error], [404, 'not_found']);
  });

  test('links have the public address, whatever Host a caller sends', async () => {
    const { port } = new URL(authUrl());
    const response = await fetch(`http://localhost:${port}/.well-known/openid-configuration`, {
      headers: { 'x-forwarded-host': 'evil.example.com', 'x-forwarded-proto': 'https' },
    });
    const found = (await response.json()) as Json;
    assert.equal(found.token_endpoint, `${authUrl()}/oauth2/token`);
  });
});

section('Signing keys', (instance) => {
  test('signing keys are encrypted in the database and cannot be decrypted with another key', async () => {
    const rows = await instance.running.sql('select private_key from signing_keys');
    assert.ok(rows.length > 0);
    for (const { private_key } of rows) {
      // A P-256 key in PKCS #8 names its curve; sealed bytes do not.
      assert.equal(private_key.includes(Buffer.from('2a8648ce3d030107', 'hex')), false);
    }
  });
});
