// Each requirement of OAuth's best current practice (RFC 9700) on an authorization server has one case.
import assert from 'node:assert/strict';
import { decodeJwt, type Json } from '../../support/harness.ts';
import { requestToken, beginLogin, Browser } from '../../support/people.ts';
import { APP, type Flows } from './flows.ts';

type Case = (flows: Flows) => Promise<void>;

/** Expects a rejection on a page of the provider, without a redirect. */
const staysHere =
  (more: Record<string, string>): Case =>
  async ({ authorize, authUrl }) => {
    const { response, url } = await authorize(more);
    assert.ok(response.status >= 400, `${response.status} at ${url.href}`);
    assert.equal(response.headers.get('location'), null);
    assert.ok(url.href.startsWith(authUrl));
  };

/** Expects a redirect to the client with an error, without a code or token. */
const redirectsWithError =
  (more: Record<string, string>): Case =>
  async ({ authorize, baseUrl }) => {
    const { url } = await authorize(more);
    const params = new URLSearchParams([
      ...url.searchParams,
      ...new URLSearchParams(url.hash.slice(1)),
    ]);
    assert.ok(url.href.startsWith(baseUrl), url.href);
    assert.ok(params.has('error'), url.href);
    for (const name of ['code', 'access_token', 'id_token']) assert.equal(params.has(name), false);
  };

const redirectTo = (uri: string): Case => staysHere({ redirect_uri: uri });

const assertRefused = ({ status, body }: { status: number; body: Json }, error?: string): void => {
  assert.ok(status >= 400, JSON.stringify(body));
  assert.equal(body.access_token, undefined);
  if (error) assert.equal(body.error, error);
};

const get = (flows: Flows, path: string, headers = {}) =>
  fetch(flows.authUrl + path, { redirect: 'manual', headers });

const metadata = async (flows: Flows): Promise<Json> =>
  (await get(flows, '/.well-known/openid-configuration')).json();

const HOME = 'https://desk.example.com';

const redirects: Record<string, Case> = {
  'a redirect to another host': redirectTo('https://evil.example.com/console/callback'),
  'a redirect to a longer path': redirectTo(`${HOME}/console/callback/more`),
  'a redirect out of the path': redirectTo(`${HOME}/console/callback/../../evil`),
  'a redirect with a query added': redirectTo(
    `${HOME}/console/callback?next=https://evil.example.com`,
  ),
  'a redirect with a fragment': redirectTo(`${HOME}/console/callback#x`),
  'a redirect with a user': redirectTo(
    'https://desk.example.com@evil.example.com/console/callback',
  ),
  'a redirect below our name': redirectTo(
    'https://desk.example.com.evil.example.com/console/callback',
  ),
  'a redirect by plain http': redirectTo('http://desk.example.com/console/callback'),
  'a redirect to another port': redirectTo('https://desk.example.com:8443/console/callback'),
  'a redirect in other letters': redirectTo(`${HOME}/Console/Callback`),
  'a redirect to a script': redirectTo('javascript:alert(1)'),
  'a redirect of another client': redirectTo(APP),
  'an unknown client': staysHere({ client_id: 'nobody' }),
  'a logout to another host': async (flows) => {
    const query = 'client_id=console&post_logout_redirect_uri=https://evil.example.com/';
    const reply = await get(flows, `/oauth2/logout?${query}`);
    assert.equal(reply.status, 400);
    assert.equal(reply.headers.get('location'), null);
  },
};

const codes: Record<string, Case> = {
  'no code challenge': redirectsWithError({ code_challenge: '', code_challenge_method: '' }),
  'a plain code challenge': redirectsWithError({ code_challenge_method: 'plain' }),
  'a wrong verifier': async ({ code, redeem }) =>
    assertRefused(await redeem(await code(), { code_verifier: 'w'.repeat(43) }), 'invalid_grant'),
  'no verifier': async ({ code, redeem }) =>
    assertRefused(await redeem(await code(), { code_verifier: '' }), 'invalid_grant'),
  'the challenge as verifier': async ({ code, redeem }) => {
    const got = await code();
    const challenge = new URL(got.url).searchParams.get('code_challenge') ?? '';
    assertRefused(await redeem(got, { code_verifier: challenge }), 'invalid_grant');
  },
  'a code used twice revokes the tokens it gave': async ({ code, redeem, refresh }) => {
    const got = await code();
    const first = await redeem(got);
    assert.equal(first.status, 200);
    assertRefused(await redeem(got), 'invalid_grant');
    assertRefused(await refresh(first.body.refresh_token), 'invalid_grant');
  },
  'a code redeemed for another address': async ({ code, redeem }) =>
    assertRefused(await redeem(await code(), { redirect_uri: APP }), 'invalid_grant'),
  'a code redeemed by another client': async ({ code, redeem, app }) =>
    assertRefused(
      await redeem(await code(), { client_id: app.id, client_secret: app.secret }),
      'invalid_grant',
    ),
  'a code of a client with a secret, without it': async ({ code, redeem, app }) =>
    assertRefused(
      await redeem(await code({ client_id: app.id, redirect_uri: APP }), {
        client_id: app.id,
        redirect_uri: APP,
      }),
      'invalid_client',
    ),
};

const grants: Record<string, Case> = {
  'a refresh token used twice ends the family': async ({ tokens, refresh }) => {
    const { refresh_token: first } = await tokens();
    const { body: second } = await refresh(first);
    assert.notEqual(second.refresh_token, first);
    assertRefused(await refresh(first), 'invalid_grant');
    assertRefused(await refresh(second.refresh_token), 'invalid_grant');
  },
  'a refresh token of another client': async ({ tokens, refresh, app }) => {
    const { refresh_token } = await tokens();
    assertRefused(
      await refresh(refresh_token, { client_id: app.id, client_secret: app.secret }),
      'invalid_grant',
    );
  },
  'a refresh that widens the scope': async ({ tokens, refresh }) => {
    const { status, body } = await refresh((await tokens()).refresh_token, {
      scope: 'openid api profile admin',
    });
    if (status === 200) assert.doesNotMatch(body.scope, /admin|profile/);
  },
  'a client that requests the scopes of users': async ({ authUrl, app }) => {
    const { body } = await requestToken(authUrl, {
      grant_type: 'client_credentials',
      client_id: app.id,
      client_secret: app.secret,
      scope: 'openid api admin',
    });
    assertRefused({ status: 400, body }, 'invalid_scope');
  },
  'the implicit flow': redirectsWithError({ response_type: 'token', nonce: 'n' }),
  'the implicit flow of an id token': redirectsWithError({ response_type: 'id_token', nonce: 'n' }),
  'the hybrid flow': redirectsWithError({ response_type: 'code token', nonce: 'n' }),
  'the password grant': async ({ authUrl, person }) =>
    assertRefused(
      await requestToken(authUrl, {
        grant_type: 'password',
        client_id: 'console',
        username: person.email,
        password: person.password,
      }),
      'unsupported_grant_type',
    ),
  'a device grant': async ({ authUrl }) =>
    assertRefused(
      await requestToken(authUrl, {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        client_id: 'console',
        device_code: 'x',
      }),
    ),
  'a token for another API': redirectsWithError({ resource: 'https://other.example.com' }),
  'a token names our API alone': async ({ tokens }) =>
    assert.equal(decodeJwt((await tokens()).access_token).aud, 'signalbox'),
  'a secret in the address': async (flows) => {
    const query = `grant_type=client_credentials&client_id=${flows.app.id}&client_secret=${flows.app.secret}`;
    const reply = await fetch(`${flows.authUrl}/oauth2/token?${query}`, { method: 'POST' });
    assert.ok(reply.status >= 400);
  },
  'a token in the address': async ({ instance, tokens }) => {
    const { access_token } = await tokens();
    const reply = await fetch(`${instance.url}/prod/api/v1/me?access_token=${access_token}`);
    assert.equal(reply.status, 401);
  },
  'a request object by reference': async ({ authorize }) => {
    const { response, url } = await authorize({ request_uri: 'https://evil.example.com/request' });
    assert.ok(response.status >= 400 || url.searchParams.has('error'));
  },
};

const responses: Record<string, Case> = {
  'the response names its issuer': async (flows) => {
    const { authorize, issuer } = flows;
    const browser = new Browser();
    await flows.tokens(browser);
    const { url } = await authorize({}, browser);
    assert.ok(url.searchParams.has('code'));
    assert.equal(url.searchParams.get('iss'), issuer);
    const failed = await authorize({ response_type: 'token' });
    assert.equal(
      new URLSearchParams(failed.url.hash.slice(1) || failed.url.search).get('iss'),
      issuer,
    );
  },
  'the metadata says so, and offers S256 alone': async (flows) => {
    const known = await metadata(flows);
    assert.equal(known.authorization_response_iss_parameter_supported, true);
    assert.deepEqual(known.code_challenge_methods_supported, ['S256']);
    assert.deepEqual(known.response_types_supported, ['code']);
    assert.equal(known.registration_endpoint, undefined);
    assert.equal(known.introspection_endpoint, undefined);
  },
  'state comes back as it was': async ({ authorize, tokens }) => {
    const browser = new Browser();
    await tokens(browser);
    const state = `a b&c=d#e"'<>%41é`;
    const { url } = await authorize({ state }, browser);
    assert.equal(url.searchParams.get('state'), state);
  },
  'a token is not cached': async ({ code, authUrl, redeem }) => {
    await redeem(await code());
    const reply = await fetch(`${authUrl}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({}),
    });
    assert.match(reply.headers.get('cache-control') ?? '', /no-store/);
  },
  'no script of another origin reads tokens': async (flows) => {
    const reply = await fetch(`${flows.authUrl}/oauth2/token`, {
      method: 'POST',
      headers: { origin: 'https://evil.example.com' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: flows.app.id,
        client_secret: flows.app.secret,
      }),
    });
    assert.equal(reply.headers.get('access-control-allow-origin'), null);
  },
};

const PAGES_NEVER_FRAMED = ['/password', '/oauth2/logout?client_id=console', '/oauth2/authorize'];

const browsers: Record<string, Case> = {
  'no page is framed, cached, or leaks its address as referrer': async (flows) => {
    const { response } = await flows.authorize();
    const pages = [
      response,
      ...(await Promise.all(
        PAGES_NEVER_FRAMED.map((path) => get(flows, path, { accept: 'text/html' })),
      )),
    ];
    for (const { headers, url } of pages) {
      assert.equal(headers.get('x-frame-options'), 'DENY', url);
      assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, url);
      assert.equal(headers.get('referrer-policy'), 'no-referrer', url);
      assert.match(headers.get('cache-control') ?? '', /no-store/, url);
    }
  },
  'a form sent from another browser': async ({ authorize, person }) => {
    const { url } = await authorize();
    const reply = await new Browser().visit(url.href, { ...person });
    assert.equal(reply.status, 400);
  },
  'a form of another’s login in one’s own browser': async ({ authorize, person }) => {
    const [theirs, mine] = [await authorize(), await authorize()];
    const reply = await mine.browser.visit(theirs.url.href, { ...person });
    assert.equal(reply.status, 400);
  },
  'a session that was there before the login': async ({ authorize, person, authUrl, baseUrl }) => {
    const { url, browser, attempt } = await authorize();
    const before = new Map(browser.cookies());
    const done = await browser.follow(await browser.visit(url.href, { ...person }), authUrl);
    assert.ok(done.url.startsWith(attempt.redirect));
    const session = [...browser.cookies()].find(([name]) => name === '_session');
    assert.ok(session && before.get('_session') !== session[1]);
    const fixed = new Browser();
    for (const [name, value] of before) fixed.setCookie(name, value);
    const again = await fixed.follow(await fixed.visit(beginLogin(authUrl, baseUrl).url), authUrl);
    assert.match(again.url, /\/interaction\//);
  },
  'a cookie without its signature': async ({ tokens, authorize }) => {
    const browser = new Browser();
    await tokens(browser);
    const forged = new Browser();
    for (const [name, value] of browser.cookies())
      if (!name.endsWith('.sig')) forged.setCookie(name, value);
    assert.match((await authorize({}, forged)).url.pathname, /^\/interaction\//);
  },
  'cookies are for this site and no script': async (flows) => {
    const reply = await get(
      flows,
      new URL(beginLogin(flows.authUrl, flows.baseUrl).url).href.slice(flows.authUrl.length),
    );
    const cookies = reply.headers.getSetCookie();
    assert.ok(cookies.length > 0);
    for (const cookie of cookies) {
      assert.match(cookie, /httponly/i);
      assert.match(cookie, /samesite=lax/i);
    }
  },
  'a password is never sent on by a redirect': async ({ authorize, person }) => {
    const { url, browser } = await authorize();
    const reply = await browser.visit(url.href, { ...person });
    assert.equal(reply.status, 303);
    assert.doesNotMatch(reply.headers.get('location') ?? '', /password|%40/);
  },
  'an unconfirmed logout': async ({ tokens, authorize, authUrl }) => {
    const browser = new Browser();
    await tokens(browser);
    await browser.visit(`${authUrl}/oauth2/logout?client_id=console`);
    await browser.visit(`${authUrl}/oauth2/logout/confirm`, { logout: 'yes' });
    assert.ok((await authorize({}, browser)).url.searchParams.has('code'));
  },
};

export const cases: Record<string, Case> = {
  ...redirects,
  ...codes,
  ...grants,
  ...responses,
  ...browsers,
};
