// People sign in with their account at a provider of their organisation, which runs in another process.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type ForeignProviders,
  foreignEnv,
  ForeignSignIn,
  signInAt,
  startForeignProviders,
} from '../support/foreign-providers.ts';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { until } from '../support/processes.ts';

describe('Sign in with', () => {
  let instance: Instance;
  let foreign: ForeignProviders;
  const ids: Record<string, string> = {};
  const as = 'super_admin' as const;
  const rule = (claim: string, value: string, roles: string[], groups: string[] = []) => ({
    claim,
    value,
    roles,
    groups,
  });

  before(async () => {
    instance = await startInstance({ env: foreignEnv() });
    foreign = await startForeignProviders(instance);
    await instance.call('POST', '/groups', { as, body: { name: 'Service Desk' } });
    const create_users = true;
    const registered = {
      entra: {
        create_users,
        trusts_addresses: true,
        role_rules: [
          rule('roles', 'Desk.Agent', ['agent']),
          rule('groups', '7c1e', ['itsm_manager'], ['Service Desk']),
        ],
      },
      google: {},
      okta: { create_users, role_rules: [rule('groups', 'Desk', ['agent'])] },
      keycloak: {
        create_users,
        role_rules: [
          rule('realm_access.roles', 'it-desk', ['agent']),
          rule('realm_access.roles', 'it-admin', ['super_admin']),
        ],
        may_grant_super_admin: true,
      },
    };
    for (const [path, fields] of Object.entries(registered))
      ids[path] = (await foreign.register(path, fields, { isThin: path === 'okta' })).id;
  });
  after(async () => {
    await foreign.stop();
    await instance.stop();
  });

  const userOf = async (email: string): Promise<Json> =>
    (await instance.call('GET', `/users?email=${encodeURIComponent(email)}`, { as })).body.data[0];
  const createUser = async (email: string): Promise<Json> => {
    const body = { email, name: 'Pat', roles: ['requester'] };
    return (await instance.call('POST', '/users', { as, body })).body;
  };
  const entriesOf = async (id: string): Promise<Json[]> =>
    (await instance.call('GET', `/audit?record=${id}`, { as })).body.data;
  const tokensAt = async (path: string, login: string): Promise<Json> => {
    const { signIn, url, text } = await signInAt(instance, ids[path] ?? '', login);
    assert.equal(text, '');
    return signIn.tokens(url);
  };
  const me = async (token: string): Promise<Json> =>
    (await instance.call('GET', '/me', { token })).body;
  /** Tries to sign in, and returns the title of the page that refuses it. */
  const refusal = async (path: string, login: string): Promise<[number, string]> => {
    const { response, text } = await signInAt(instance, ids[path] ?? '', login);
    return [response.status, /<h1>(.*?)<\/h1>/.exec(text)?.[1] ?? text];
  };

  test('the sign-in page offers active providers beside the password', async () => {
    const signIn = new ForeignSignIn(instance);
    const page = await (await signIn.browser.visit(await signIn.open())).text();
    for (const name of ['entra', 'google', 'okta', 'keycloak'])
      assert.match(page, new RegExp(`value="${ids[name]}">\\s*Sign in with ${name}`));
    assert.match(page, /type="password"/);
  });

  test('Entra: the sign-in name is the address, and app roles and groups give roles', async () => {
    const claims = {
      oid: '9b1d',
      tid: 'f81d',
      name: 'Ada Ellis',
      preferred_username: 'Ada@example.com',
      roles: ['Desk.Agent'],
      groups: ['7c1e', '0000'],
    };
    await foreign.people('entra', { 'AAAA-pairwise': claims });
    const { access_token } = await tokensAt('entra', 'AAAA-pairwise');
    const { email, roles, groups, name } = await me(access_token);
    assert.deepEqual(
      { email, roles, groups, name },
      {
        email: 'Ada@example.com',
        roles: ['itsm_manager', 'agent', 'requester'],
        groups: ['Service Desk'],
        name: 'Ada Ellis',
      },
    );
    const user = await userOf('ada@example.com');
    const entries = await entriesOf(user.id);
    assert.deepEqual(entries.map(({ kind }) => kind).toReversed(), [
      'user.created',
      'user.identity_linked',
      'user.updated',
    ]);
    assert.equal(entries[0]?.['cause'].source, ids['entra']);
    assert.deepEqual(entries[1]?.['changes'].identity, {
      from: null,
      to: { issuer: foreign.issuer('entra'), subject: 'AAAA-pairwise' },
    });
    const events = await instance.call('GET', '/audit/sign-ins?actor=ada@example.com', { as });
    assert.deepEqual(
      events.body.data.map(({ kind }: Json) => kind),
      ['sign_in'],
    );

    await foreign.people('entra', { 'AAAA-pairwise': { ...claims, roles: [], groups: [] } });
    const again = await me((await tokensAt('entra', 'AAAA-pairwise')).access_token);
    assert.deepEqual([again.roles, again.groups], [['requester'], []], 'rules are replaced');
  });

  test('Google: a verified address is linked to an existing user once, whatever its case', async () => {
    const user = await createUser('bob@example.com');
    const claims = { email: 'BOB@example.com', email_verified: true, hd: 'example.com' };
    await foreign.people('google', { '1': claims, '2': claims });
    assert.equal((await me((await tokensAt('google', '1')).access_token)).id, user.id);
    assert.equal((await me((await tokensAt('google', '1')).access_token)).id, user.id);
    assert.deepEqual(await refusal('google', '2'), [
      403,
      'Your e-mail address belongs to another account',
    ]);
    const [entry] = await entriesOf(user.id);
    assert.equal(entry?.['kind'], 'user.identity_refused');
    assert.equal(entry?.['changes'].identity.to.subject, '2');
  });

  test('Okta: claims that only the userinfo endpoint sends count', async () => {
    const claims = { email: 'cleo@example.com', email_verified: true, groups: ['Desk'] };
    await foreign.people('okta', { cleo: claims });
    assert.deepEqual((await me((await tokensAt('okta', 'cleo')).access_token)).roles, [
      'agent',
      'requester',
    ]);
  });

  test('Keycloak: nested roles count, and super_admin where it may be granted', async () => {
    const realm_access = { roles: ['it-desk', 'it-admin', 'offline_access'] };
    const claims = { email: 'dan@example.com', email_verified: true, realm_access };
    await foreign.people('keycloak', { dan: claims });
    assert.deepEqual((await me((await tokensAt('keycloak', 'dan')).access_token)).roles, [
      'super_admin',
      'agent',
      'requester',
    ]);
  });

  test('a person of a provider has keys and sessions, and loses all within two seconds', async () => {
    const user = await createUser('eve@example.com');
    const claims = { email: 'eve@example.com', email_verified: true };
    await foreign.people('google', { eve: claims });
    const { access_token: token, refresh_token } = await tokensAt('google', 'eve');
    const key = await instance.call('POST', '/profile/api-keys', { token, body: { name: 'x' } });
    assert.equal(key.status, 201, key.text);
    const sessions = await instance.call('GET', '/profile/sessions', { token });
    assert.equal(sessions.body.data.length, 1);

    const body = { active: false };
    await instance.call('PATCH', `/users/${user.id}`, { as, body });
    await until('the token is refused', async () => {
      return (await instance.call('GET', '/me', { token })).status === 401;
    });
    const { AUTH_URL } = instance.deps.config;
    const ask = async (form: Record<string, string>) =>
      (
        await fetch(`${AUTH_URL}/oauth2/token`, {
          method: 'POST',
          body: new URLSearchParams(form),
        })
      ).status;
    const grant_type = 'urn:ietf:params:oauth:grant-type:token-exchange';
    assert.equal(await ask({ grant_type, subject_token: key.body.secret }), 400);
    const refresh = { grant_type: 'refresh_token', client_id: 'console', refresh_token };
    assert.equal(await ask(refresh), 400);
    assert.deepEqual(await refusal('google', 'eve'), [403, 'Your account is deactivated']);
  });

  test('a preview shows for whom rules change something, and writes nothing', async () => {
    const id = ids['okta'] ?? '';
    await foreign.people('okta', {
      fay: { email: 'fay@example.com', email_verified: true, groups: ['Desk', 'Night'] },
      gus: { email: 'gus@example.com', email_verified: true, groups: ['Desk'] },
    });
    await tokensAt('okta', 'fay');
    await tokensAt('okta', 'gus');
    const role_rules = [
      rule('groups', 'Night', ['itsm_manager'], ['Service Desk', 'Nowhere']),
      rule('department', 'IT', ['auditor']),
    ];
    const stored = await instance.sql('select id, version, roles from users order by id');
    const path = `/identity-providers/${id}/preview`;
    const body = { claims: { groups: ['Night', 'x'], department: 'IT' }, role_rules };
    const { body: result, text } = await instance.call('POST', path, { as, body });
    assert.deepEqual(
      result.example,
      {
        roles: ['itsm_manager', 'auditor'],
        groups: ['Nowhere', 'Service Desk'],
        rules: [0, 1],
      },
      text,
    );
    const changesOf = (email: string) =>
      result.people.find((one: Json) => one.email === email) ?? {};
    assert.deepEqual(changesOf('fay@example.com').gains, {
      roles: ['itsm_manager'],
      groups: ['Service Desk'],
    });
    assert.deepEqual(changesOf('fay@example.com').loses, { roles: ['agent'], groups: [] });
    assert.deepEqual(changesOf('gus@example.com').gains, { roles: [], groups: [] });
    assert.deepEqual(changesOf('gus@example.com').loses, { roles: ['agent'], groups: [] });
    assert.deepEqual(result.unknown_claims, ['department']);
    assert.deepEqual(result.unknown_groups, ['Nowhere']);
    assert.deepEqual(
      await instance.sql('select id, version, roles from users order by id'),
      stored,
    );

    const saved = await instance.call('POST', path, { as, body: {} });
    assert.deepEqual([saved.body.example, saved.body.people], [null, []]);
    const powerful = [rule('groups', 'Night', ['super_admin'])];
    const refused = await instance.call('POST', path, { as, body: { role_rules: powerful } });
    assert.equal(refused.status, 400);
  });

  test('an administrator unlinks a person, whose next account at the provider is linked then', async () => {
    const claims = { email: 'hal@example.com', email_verified: true, groups: ['Desk'] };
    await foreign.people('okta', { old: claims, new: claims });
    const { id: user } = await me((await tokensAt('okta', 'old')).access_token);
    assert.equal((await refusal('okta', 'new'))[0], 403);
    const path = `/identity-providers/${ids['okta']}/identities`;
    const list = await instance.call('GET', `${path}?email=HAL@example.com`, { as });
    assert.deepEqual(
      list.body.data.map((one: Json) => [one.user_id, one.subject, one.name]),
      [[user, 'old', 'hal@example.com']],
    );
    const unlinked = await instance.call('DELETE', `${path}/${user}`, { as });
    assert.equal(unlinked.status, 200, unlinked.text);
    assert.deepEqual((await userOf('hal@example.com')).roles, ['requester']);
    assert.equal((await instance.call('DELETE', `${path}/${user}`, { as })).status, 404);
    assert.equal((await me((await tokensAt('okta', 'new')).access_token)).id, user);
    const kinds = (await entriesOf(user)).map(({ kind }) => kind).toReversed();
    assert.deepEqual(kinds.slice(0, 7), [
      'user.created',
      'user.identity_linked',
      'user.updated',
      'user.identity_refused',
      'user.updated',
      'user.identity_unlinked',
      'user.identity_linked',
    ]);
  });

  test('a person without a password is verified by a new sign-in at the provider, as the same person', async () => {
    const claims = (name: string) => ({ email: `${name}@example.com`, email_verified: true });
    await foreign.people('keycloak', { ida: claims('ida'), jon: claims('jon') });
    await tokensAt('keycloak', 'jon');
    const { signIn } = await signInAt(instance, ids['keycloak'] ?? '', 'ida');
    const { browser } = signIn;
    const { AUTH_URL } = instance.deps.config;
    const open = (path: string, form?: Record<string, string>) =>
      browser.visit(`${AUTH_URL}${path}`, form);
    const verify = async (login: string) => {
      const response = await open('/security/sign-in', { provider: ids['keycloak'] ?? '' });
      return signIn.finish(await signIn.authorize(response, login));
    };
    assert.match(await (await open('/security/verify')).text(), /href="\/security\/sign-in"/);
    const page = await (await open('/security/sign-in')).text();
    assert.match(page, /Sign in with keycloak/);
    assert.doesNotMatch(page, /Sign in with google/, 'she has no account there');
    assert.equal((await open('/security')).status, 303, 'not yet verified');

    const other = await verify('jon');
    assert.equal(other.response.status, 403);
    assert.match(other.text, /You signed in as somebody else/);
    assert.equal((await open('/security')).status, 303);

    assert.equal((await verify('ida')).url.pathname, '/security');
    assert.equal((await open('/security')).status, 200);
    const stranger = new ForeignSignIn(instance).browser;
    assert.equal((await stranger.visit(`${AUTH_URL}/security/sign-in`)).status, 401);
  });

  test('each failure has a page that explains it, with a way back', async () => {
    await foreign.people('google', {
      unverified: { email: 'bob@example.com', email_verified: false },
      outside: { email: 'bob@example.org', email_verified: true },
      unknown: { email: 'nobody@example.com', email_verified: true },
      nameless: {},
    });
    const titles = {
      denied: 'Access was denied',
      unverified: 'Your e-mail address is not verified',
      outside: 'Your e-mail address is not allowed here',
      unknown: 'You have no account here yet',
      nameless: 'Your account has no e-mail address',
    };
    for (const [login, title] of Object.entries(titles))
      assert.deepEqual(await refusal('google', login), [403, title]);
    const { text } = await signInAt(instance, ids['google'] ?? '', 'denied');
    assert.match(text, /<a href="\/interaction\/[\w-]+">Back to the sign-in page<\/a>/);
  });

  test('a provider that does not respond has a page, and the password still works', async () => {
    const { body } = await instance.call('POST', '/identity-providers', {
      as,
      body: {
        name: 'Down',
        issuer: 'https://localhost:9/down',
        client_id: 'x',
        client_secret: 'x',
        domains: ['example.com'],
      },
    });
    const signIn = new ForeignSignIn(instance);
    const response = await signIn.choose(body.id);
    assert.equal(response.status, 503);
    assert.match(await response.text(), /The identity provider does not respond/);

    const password = 'correct horse battery';
    await instance.call('POST', '/users', {
      as,
      body: { email: 'pw@example.com', name: 'Pat', roles: ['agent'], password },
    });
    const own = new ForeignSignIn(instance);
    const sent = await own.browser.visit(await own.open(), { email: 'pw@example.com', password });
    const { url } = await own.browser.follow(sent, instance.deps.config.AUTH_URL);
    assert.ok((await own.tokens(new URL(url))).access_token);
  });

  test('an application that asks for a new sign-in gets one at the provider, too', async () => {
    const claims = { email: 'eva@example.com', email_verified: true };
    await foreign.people('keycloak', { eva: claims });
    const signIn = new ForeignSignIn(instance, { prompt: 'login' });
    const response = await signIn.choose(ids['keycloak'] ?? '');
    const { searchParams } = new URL(response.headers.get('location') ?? '');
    assert.deepEqual([searchParams.get('prompt'), searchParams.get('max_age')], ['login', '0']);
    const { url } = await signIn.finish(await signIn.authorize(response, 'eva'));
    assert.ok((await signIn.tokens(url)).access_token);
  });
});
