// An application that only asks who somebody is cannot use the API as them: its access token lacks the scope.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { decodeJwt } from 'jose';
import { type Instance, startInstance } from '../support/harness.ts';
import { CONSOLE, Logins } from '../support/logins.ts';
import { requestToken, Browser } from '../support/people.ts';

describe('The scope of an access token', () => {
  let instance: Instance;
  let logins: Logins;
  before(async () => {
    instance = await startInstance();
    logins = new Logins(instance);
  });
  after(() => instance.stop());

  const scopeOf = (token: string) => decodeJwt(token)['scope'];
  const me = (token: string) => instance.call('GET', '/me', { token });

  test('a token with the scope openid alone is refused by the API, also when it is cached', async () => {
    const { access_token: token } = await logins.logIn(
      await logins.application(),
      await logins.person(),
      new Browser(),
      { scope: 'openid' },
    );
    for (const { status, body, headers } of [await me(token), await me(token)]) {
      assert.deepEqual([status, body.code], [401, 'unauthenticated']);
      assert.match(body.detail, /lacks the scope api/);
      const challenge = headers.get('www-authenticate') ?? '';
      assert.match(challenge, /^Bearer .*error="insufficient_scope".*, scope="api"$/);
    }
  });

  test('neither a refresh nor an earlier grant widens the scope of a token', async () => {
    const [app, person, browser] = [
      await logins.application(),
      await logins.person(),
      new Browser(),
    ];
    const wide = await logins.logIn(app, person, browser);
    assert.equal((await me(wide.access_token)).status, 200);
    const narrow = await logins.logIn(app, person, browser, { scope: 'openid' });
    assert.equal((await me(narrow.access_token)).status, 401);
    const refreshed = await logins.refresh(app, narrow.refresh_token);
    assert.equal(refreshed.status, 200);
    assert.equal((await me(refreshed.body.access_token)).status, 401);
  });

  test('a login without a scope, or with api among others, returns a token with the scope api', async () => {
    const person = await logins.person();
    for (const scope of ['', 'api', 'openid api']) {
      const { access_token } = await logins.logIn(CONSOLE, person, new Browser(), { scope });
      assert.equal(scopeOf(access_token), 'api', scope);
      assert.equal((await me(access_token)).status, 200, scope);
    }
  });

  test('a scope claim of another type, or that merely begins with api, is refused', async () => {
    for (const scope of [undefined, '', 'api.write', 'API', ['api'], { api: true }])
      assert.equal((await me(await instance.mint({ scope, roles: ['agent'] }))).status, 401);
    const several = await instance.mint({ scope: 'openid api', roles: ['agent'] });
    assert.equal((await me(several)).status, 200);
  });

  test('a resource may be the address or name of this instance, and a token for another is refused', async () => {
    const { AUTH_URL, BASE_URL } = instance.deps.config;
    const person = await logins.person();
    const names = [BASE_URL, `${BASE_URL}/`, BASE_URL.toUpperCase(), 'urn:signalbox:api'];
    for (const resource of names) {
      const form = await logins.codeFor(CONSOLE, person, new Browser(), { resource, scope: '' });
      const { status, body } = await logins.token({ ...form, resource });
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(decodeJwt(body.access_token).aud, 'signalbox');
      assert.equal((await me(body.access_token)).status, 200);
      const refreshed = await logins.refresh(CONSOLE, body.refresh_token);
      assert.equal((await me(refreshed.body.access_token)).status, 200);
    }
    for (const resource of ['https://evil.example.com', `${BASE_URL}.evil.example.com`]) {
      const { landed } = await logins.open(CONSOLE, new Browser(), { resource });
      assert.equal(landed.searchParams.get('error'), 'invalid_target', landed.href);
      const form = await logins.codeFor(CONSOLE, person, new Browser(), { resource: BASE_URL });
      assert.equal((await logins.token({ ...form, resource })).body.error, 'invalid_target');
      const exchange = await requestToken(AUTH_URL, {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: 'sbk_000000000000000000000000000000000000',
        resource,
      });
      assert.equal(exchange.body.error, 'invalid_target', 'it is compared before the key');
    }
  });

  test('the metadata of the protected resource names the scope api', async () => {
    const response = await fetch(`${instance.url}/.well-known/oauth-protected-resource`);
    const { scopes_supported } = (await response.json()) as { scopes_supported: string[] };
    assert.deepEqual(scopes_supported, ['api']);
  });
});
