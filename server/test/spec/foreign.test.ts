// Another identity provider can replace ours by configuration alone: the test's issuer imitates two known products.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { type Instance, type Json, startInstance } from '../support/harness.ts';

const now = () => Math.floor(Date.now() / 1000);

describe('A foreign identity provider', () => {
  let sign: (claims: Json, header?: Json) => Promise<string>;
  let keycloak: Instance;
  let cognito: Instance;
  let stopIssuer: () => void;
  const requested: string[] = [];

  before(async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    const keys = [{ ...(await exportJWK(publicKey)), kid: 'theirs', alg: 'RS256', use: 'sig' }];
    const token_endpoint = 'https://login.example.net/token';
    const server = createServer(({ url: path = '' }, response) => {
      requested.push(path);
      response.end(JSON.stringify({ keys, token_endpoint }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stopIssuer = () => void server.close();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    sign = (claims, header = {}) =>
      new SignJWT({
        iss: `${url}/realm`,
        sub: 'someone',
        email: 'someone@example.com',
        iat: now(),
        exp: now() + 600,
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: 'theirs', ...header })
        .sign(privateKey);
    const env = { OIDC_ISSUER: `${url}/realm`, OIDC_JWKS_URL: `${url}/certs` };
    keycloak = await startInstance({
      env: {
        ...env,
        OIDC_ROLE_CLAIM: 'realm_access.roles',
        OIDC_ROLE_MAP: 'it-desk=agent,it-admins=super_admin',
      },
    });
    cognito = await startInstance({
      env: { ...env, OIDC_ROLE_CLAIM: 'cognito:groups', OIDC_EMAIL_CLAIM: 'user.upn' },
    });
  });
  after(async () => {
    await keycloak.stop();
    await cognito.stop();
    stopIssuer();
  });

  test('tokens of a foreign provider are accepted, with their roles read from its claim and mapped', async () => {
    const token = await sign({
      aud: ['account', 'signalbox'],
      typ: 'Bearer',
      email: 'ada@example.com',
      realm_access: { roles: ['it-desk', 'offline_access'] },
    });
    const me = await keycloak.call('GET', '/me', { token });
    assert.deepEqual([me.body.email, me.body.roles], ['ada@example.com', ['agent']]);
    const pool = await sign({
      token_use: 'access',
      client_id: 'signalbox',
      user: { upn: 'bob@example.com' },
      'cognito:groups': ['auditor'],
    });
    assert.deepEqual((await cognito.call('GET', '/me', { token: pool })).body.roles, ['auditor']);
  });

  test('a person of a foreign provider has no profile to change, and the response says so', async () => {
    const token = await sign({ aud: 'signalbox', realm_access: { roles: ['it-desk'] } });
    const body = { time_zone: 'Europe/Zurich' };
    const response = await keycloak.call('PATCH', '/me', { token, body });
    assert.deepEqual([response.status, response.body.code], [404, 'not_found']);
    assert.match(response.body.detail, /people of an external identity provider, have none/);
  });

  test('identity providers behind ours do not apply, and the response says so', async () => {
    const token = await sign({ aud: 'signalbox', realm_access: { roles: ['it-admins'] } });
    for (const path of ['/identity-providers', '/identity-providers/IDP0000001']) {
      const { status, body } = await keycloak.call('GET', path, { token });
      assert.deepEqual([status, body.code], [409, 'identity_providers_unavailable'], path);
    }
  });

  test('the reference allows requests to the origins of the provider, whose discovery document is read once', async () => {
    for (const path of ['/docs/', '/console/', '/docs/']) {
      const { status, headers } = await fetch(keycloak.url + path);
      // The console may not be built here; its own tests cover its page.
      if (status === 503) continue;
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /connect-src [^;]*https:\/\/login\.example\.net/, path);
    }
    const documents = requested.filter((path) => path.endsWith('/openid-configuration'));
    assert.deepEqual(documents, ['/realm/.well-known/openid-configuration']);
  });

  test('the directory does not have the people of a foreign provider, so only an unknown group is a warning', async () => {
    const token = await sign({ aud: 'signalbox', realm_access: { roles: ['it-desk'] } });
    const body = {
      short_description: 'x',
      assigned_to: 'nobody@example.com',
      assignment_group: 'Nowhere',
    };
    const made = await keycloak.call('POST', '/incidents', { token, body });
    assert.equal(made.status, 201, made.text);
    const warnings = [{ pointer: '/assignment_group', code: 'unknown_group' }];
    assert.deepEqual(made.body.warnings, warnings);
  });

  test('id tokens, tokens for other audiences and tokens of our own provider are refused', async () => {
    const good = { aud: 'signalbox', realm_access: { roles: ['it-admins'] } };
    for (const [name, token] of Object.entries({
      'an id token by its type': await sign({ ...good, typ: 'ID' }),
      'an id token by its use': await sign({ ...good, token_use: 'id' }),
      'an id token by its nonce': await sign({ ...good, nonce: 'x' }),
      'another audience': await sign({ ...good, aud: 'other' }),
      'no audience and another client': await sign({ ...good, aud: undefined, client_id: 'x' }),
      'another issuer': await sign({ ...good, iss: 'https://evil.example.com' }),
      'no expiry': await sign({ ...good, exp: undefined }),
      'one of our own': await keycloak.mint({ roles: ['super_admin'] }),
    })) {
      const { status } = await keycloak.call('GET', '/me', { token });
      assert.equal(status, 401, name);
    }
    assert.equal((await keycloak.call('GET', '/me', { token: await sign(good) })).status, 200);
  });

  test('an address marked as not verified is refused, and one without a mark is accepted', async () => {
    const status = async (email_verified?: unknown) => {
      const token = await sign({
        aud: 'signalbox',
        email: 'ada@example.com',
        email_verified,
        realm_access: { roles: ['it-desk'] },
      });
      return (await keycloak.call('GET', '/me', { token })).status;
    };
    for (const refused of [false, 'false', 'False', 0, null, 'no'])
      assert.equal(await status(refused), 401, JSON.stringify(refused));
    for (const accepted of [undefined, true, 'true'])
      assert.equal(await status(accepted), 200, JSON.stringify(accepted));
  });

  test('the token of a person without an address is refused with the reason', async () => {
    const person = { aud: 'signalbox', client_id: '7abc', azp: '7abc', username: 'alice' };
    for (const [name, claims] of Object.entries({
      'no address': { email: undefined },
      'not an address': { email: 'alice' },
      'not text': { email: ['alice@example.com'] },
      'the name of another service account': {
        email: undefined,
        preferred_username: 'service-account-other',
      },
    })) {
      const token = await sign({ ...person, ...claims });
      const { status, body, headers } = await keycloak.call('GET', '/me', { token });
      assert.equal(status, 401, name);
      assert.match(body.detail, /has no e-mail address.*OIDC_EMAIL_CLAIM/);
      assert.match(String(headers.get('www-authenticate')), /error="invalid_token"/);
    }
    const elsewhere = { aud: 'signalbox', email: 'alice@example.com' };
    const token = await sign(elsewhere);
    assert.equal((await cognito.call('GET', '/me', { token })).status, 401);
    const named = await sign({
      ...elsewhere,
      'cognito:groups': ['agent'],
      user: { upn: 'upn@example.com' },
    });
    assert.equal(
      (await cognito.call('GET', '/me', { token: named })).body.email,
      'upn@example.com',
    );
  });

  test('a token of a client identifies the caller by the address of the client', async () => {
    const claims = {
      aud: 'signalbox',
      email: undefined,
      realm_access: { roles: ['it-desk'] },
    };
    for (const [name, own] of Object.entries({
      'the subject is client_id': { sub: 'probe', client_id: 'probe' },
      'the subject is azp': { sub: 'probe', azp: 'probe' },
      Entra: { azp: 'probe', idtyp: 'app' },
      Auth0: { azp: 'probe', gty: 'client-credentials' },
      Keycloak: { azp: 'probe', preferred_username: 'service-account-probe' },
    })) {
      const token = await sign({ ...claims, ...own });
      const { body } = await keycloak.call('GET', '/me', { token });
      assert.equal(body.email ?? body.detail, 'probe@clients.desk.example.com', name);
    }
  });

  test('a claim of former addresses in a foreign token gives no access to the records of others', async () => {
    const tokenOf = (email: string, more: Json = {}) =>
      sign({
        aud: ['signalbox'],
        sub: email,
        email,
        realm_access: { roles: ['requester'] },
        ...more,
      });
    const made = await keycloak.call('POST', '/incidents', {
      token: await tokenOf('victim@example.com'),
      body: { short_description: 'Private' },
    });
    assert.equal(made.status, 201, made.text);
    const thief = await tokenOf('thief@example.com', { former_emails: ['victim@example.com'] });
    const { status } = await keycloak.call('GET', `/incidents/${made.body.id}`, { token: thief });
    assert.equal(status, 404);
    const { body } = await keycloak.call('GET', '/incidents', { token: thief });
    assert.deepEqual([body.data, body.total], [[], 0]);
  });

  test('no API key is created under a foreign provider: the response is 409 with the reason', async () => {
    const token = await sign({
      aud: 'signalbox',
      auth_time: now(),
      realm_access: { roles: ['it-desk'] },
    });
    const refused = await keycloak.call('POST', '/profile/api-keys', {
      token,
      body: { name: 'x' },
    });
    assert.deepEqual([refused.status, refused.body.code], [409, 'keys_unavailable']);
    assert.match(refused.body.detail, /cannot exchange API keys/);
  });
});
