import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { decodeJwt } from 'jose';
import type { Json } from '../support/harness.ts';
import { requestToken, beginLogin, Browser, logIn } from '../support/people.ts';
import { until } from '../support/processes.ts';
import { section } from './setup.ts';

const password = 'correct horse battery';

section('People', (instance) => {
  const authUrl = () => instance.running.deps.config.AUTH_URL;
  const baseUrl = 'https://desk.example.com';
  const person = async (fields: Json = {}) => {
    const email = `p${randomBytes(5).toString('hex')}@example.com`;
    const { status, body, text } = await instance.call('POST', '/users', {
      as: 'super_admin',
      body: { email, name: 'Pat', roles: ['agent'], password, ...fields },
    });
    assert.equal(status, 201, text);
    return body;
  };
  const change = (id: string, body: Json) =>
    instance.call('PATCH', `/users/${id}`, { as: 'super_admin', body });
  const enter = ({ email }: Json, browser?: Browser) =>
    logIn(authUrl(), baseUrl, { email, password }, browser);
  const refresh = (refresh_token: string) =>
    requestToken(authUrl(), { grant_type: 'refresh_token', client_id: 'console', refresh_token });
  const isRefused = (token: string) =>
    until('the token is refused', async () => {
      const { status } = await instance.call('GET', '/me', { token });
      return status === 401;
    });

  test('a person logs in on the hosted page, and the token acts as them', async () => {
    const user = await person();
    const tokens = await enter(user);
    assert.deepEqual([tokens.token_type, tokens.expires_in], ['Bearer', 3600]);
    const { auth_time, amr, sub, roles } = decodeJwt<Json>(tokens.access_token);
    assert.deepEqual([typeof auth_time, amr, sub, roles], ['number', ['pwd'], user.id, ['agent']]);
    const me = await instance.call('GET', '/me', { token: tokens.access_token });
    assert.deepEqual(
      [me.body.id, me.body.email, me.body.roles, me.body.interactive],
      [user.id, user.email, ['agent'], true],
    );
    assert.equal(
      (await instance.incident({}, { token: tokens.access_token })).opened_by,
      user.email,
    );
  });

  test('the hosted pages have no scripts, and cannot be framed or cached', async () => {
    const browser = new Browser();
    const page = await browser.follow(
      await browser.visit(beginLogin(authUrl(), baseUrl).url),
      authUrl(),
    );
    for (const response of [page.response, await browser.visit(`${authUrl()}/password`)]) {
      const text = await response.text();
      assert.equal(response.status, 200);
      assert.match(text, /<html lang="en">/);
      assert.match(text, /<label for="email">/);
      assert.doesNotMatch(text, /<script|onload=|javascript:/);
      const csp = response.headers.get('content-security-policy') ?? '';
      assert.match(csp, /^default-src 'none'; style-src 'sha256-/);
      assert.match(csp, /frame-ancestors 'none'/);
      assert.equal(response.headers.get('cache-control'), 'no-store');
    }
  });

  test('the style of every hosted page matches the hash in its policy', async () => {
    const browser = new Browser();
    const page = await browser.follow(
      await browser.visit(beginLogin(authUrl(), baseUrl).url),
      authUrl(),
    );
    const responses = [
      page.response,
      await browser.visit(page.url, { email: 'nobody@example.com', password: 'x' }),
      await browser.visit(`${authUrl()}/password`),
      await browser.visit(`${authUrl()}/interaction/none`),
      await browser.visit(`${authUrl()}/oauth2/authorize?client_id=nobody`),
      await browser.visit(`${authUrl()}/oauth2/logout/success`),
    ];
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 401, 200, 400, 400, 200],
    );
    for (const response of responses) {
      const [, style = ''] = /<style>([^]*?)<\/style>/.exec(await response.text()) ?? [];
      const allowed = `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`;
      assert.ok(response.headers.get('content-security-policy')?.includes(allowed), response.url);
    }
  });

  test('the sign-in page shows the registered name of the application', async () => {
    const show = async (attempt: { url: string }) => {
      const browser = new Browser();
      const { response } = await browser.follow(await browser.visit(attempt.url), authUrl());
      return response.text();
    };
    const { body: app } = await instance.call('POST', '/clients', {
      as: 'super_admin',
      body: { name: 'Wiki & Co', roles: ['agent'], redirect_uris: [`${baseUrl}/wiki`] },
    });
    const wiki = { client_id: app.client_id, redirect_uri: `${baseUrl}/wiki` };
    assert.match(await show(beginLogin(authUrl(), baseUrl)), /Sign in to continue to Console</);
    assert.match(
      await show(beginLogin(authUrl(), baseUrl, wiki)),
      /Sign in to continue to Wiki &amp; Co</,
    );
  });

  test('the sign-in page escapes the submitted text', async () => {
    const browser = new Browser();
    const page = await browser.follow(
      await browser.visit(beginLogin(authUrl(), baseUrl).url),
      authUrl(),
    );
    const response = await browser.visit(page.url, { email: '"><b>x', password: 'y' });
    assert.equal(response.status, 401);
    const text = await response.text();
    assert.match(text, /value="&quot;&gt;&lt;b&gt;x"/);
    assert.match(text, /role="alert" id="fault"/);
    assert.match(text, /aria-describedby="fault"/);
  });

  test('PKCE with S256 is required, a code is valid once, and the implicit flow is refused', async () => {
    const errorOf = async (more: Record<string, string>) => {
      const browser = new Browser();
      const first = await browser.visit(beginLogin(authUrl(), baseUrl, more).url);
      const { search, hash } = new URL(first.headers.get('location') ?? 'x:');
      return new URLSearchParams(search || hash.slice(1)).get('error');
    };
    assert.equal(await errorOf({ code_challenge_method: 'plain' }), 'invalid_request');
    assert.equal(await errorOf({ code_challenge: '' }), 'invalid_request');
    assert.equal(await errorOf({ response_type: 'token' }), 'unsupported_response_type');
    const stranger = await new Browser().visit(
      beginLogin(authUrl(), 'https://evil.example.com').url,
    );
    assert.equal(stranger.status, 400, 'never sent to an address that is not registered');

    const user = await person();
    const browser = new Browser();
    const { url, verifier, redirect } = beginLogin(authUrl(), baseUrl);
    const page = await browser.follow(await browser.visit(url), authUrl());
    const back = await browser.follow(
      await browser.visit(page.url, { email: user.email, password }),
      authUrl(),
    );
    const form = {
      grant_type: 'authorization_code',
      client_id: 'console',
      redirect_uri: redirect,
      code: new URL(back.url).searchParams.get('code') ?? '',
    };
    assert.equal(
      (await requestToken(authUrl(), { ...form, code_verifier: 'x'.repeat(43) })).body.error,
      'invalid_grant',
    );
    const good = await requestToken(authUrl(), { ...form, code_verifier: verifier });
    assert.equal(good.status, 200, JSON.stringify(good.body));
    const again = await requestToken(authUrl(), { ...form, code_verifier: verifier });
    assert.equal(again.body.error, 'invalid_grant');
    assert.equal(
      (await refresh(good.body.refresh_token)).body.error,
      'invalid_grant',
      'a code used twice ends what it gave',
    );
  });

  test('the command line is redirected to any port of the loopback address, and nowhere else', async () => {
    const at = (redirect_uri: string) =>
      beginLogin(authUrl(), baseUrl, { client_id: 'cli', redirect_uri });
    for (const refused of [
      'http://127.0.0.1:4321/other',
      'http://192.0.2.1:4321/callback',
      'http://127.0.0.1.evil.example.com/callback',
      'https://127.0.0.1:4321/callback',
      'http://localhost:4321/callback',
    ])
      assert.equal((await new Browser().visit(at(refused).url)).status, 400, refused);

    const user = await person();
    const redirect = 'http://127.0.0.1:4321/callback';
    const { url, verifier } = at(redirect);
    const browser = new Browser();
    const page = await browser.follow(await browser.visit(url), authUrl());
    const sent = await browser.visit(page.url, { email: user.email, password });
    const back = await browser.follow(sent, authUrl());
    assert.ok(back.url.startsWith(`${redirect}?`), back.url);
    const { body, status } = await requestToken(authUrl(), {
      grant_type: 'authorization_code',
      client_id: 'cli',
      redirect_uri: redirect,
      code: new URL(back.url).searchParams.get('code') ?? '',
      code_verifier: verifier,
    });
    assert.equal(status, 200, JSON.stringify(body));
    const me = await instance.call('GET', '/me', { token: body.access_token });
    assert.deepEqual([me.body.email, me.body.interactive], [user.email, true]);

    const again = await browser.follow(await browser.visit(at(redirect).url), authUrl());
    assert.ok(again.url.startsWith(authUrl()), 'an open session is not enough');
    assert.match(await again.response.text(), /Command line/);
    const console = beginLogin(authUrl(), baseUrl);
    const silent = await browser.follow(await browser.visit(console.url), authUrl());
    assert.ok(silent.url.startsWith(console.redirect), 'it is for the console');

    const fromPage = await fetch(`${authUrl()}/oauth2/token`, {
      method: 'POST',
      headers: { origin: 'http://127.0.0.1' },
      body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'cli' }),
    });
    assert.equal(fromPage.headers.get('access-control-allow-origin'), null, 'not for pages');
  });

  test('the reference obtains a token for a person with its own client, and no refresh token', async () => {
    const user = await person();
    const redirect = `${baseUrl}/docs/callback`;
    const more = { client_id: 'docs', redirect_uri: redirect, scope: 'api' };
    const { url, verifier } = beginLogin(authUrl(), baseUrl, more);
    const browser = new Browser();
    const page = await browser.follow(await browser.visit(url), authUrl());
    const sent = await browser.visit(page.url, { email: user.email, password });
    const back = await browser.follow(sent, authUrl());
    assert.ok(back.url.startsWith(redirect), back.url);
    const response = await fetch(`${authUrl()}/oauth2/token`, {
      method: 'POST',
      headers: { origin: baseUrl },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: 'docs',
        redirect_uri: redirect,
        code: new URL(back.url).searchParams.get('code') ?? '',
        code_verifier: verifier,
      }),
    });
    const tokens = (await response.json()) as Json;
    assert.deepEqual(
      [response.status, tokens.scope, tokens.refresh_token],
      [200, 'api', undefined],
      JSON.stringify(tokens),
    );
    assert.equal(response.headers.get('access-control-allow-origin'), baseUrl);
    const me = await instance.call('GET', '/me', { token: tokens.access_token });
    assert.equal(me.body.email, user.email);
  });

  test('a page of the instance obtains a token with the secret of any client, and a page elsewhere cannot read it', async () => {
    const { body } = await instance.call('POST', '/clients', {
      as: 'super_admin',
      body: { name: 'Export', roles: ['auditor'] },
    });
    const readAllowedOrigin = async (origin: string) => {
      const response = await fetch(`${authUrl()}/oauth2/token`, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: body.client_id,
          client_secret: body.secret,
        }),
      });
      assert.equal(response.status, origin === baseUrl ? 200 : 400, await response.text());
      return response.headers.get('access-control-allow-origin');
    };
    assert.equal(await readAllowedOrigin(baseUrl), baseUrl);
    assert.equal(await readAllowedOrigin('https://desk.example.com.evil.com'), null);
  });

  test('a refresh token is replaced on each use, and using one twice ends the login', async () => {
    const first = await enter(await person());
    const second = await refresh(first.refresh_token);
    assert.equal(second.status, 200, JSON.stringify(second.body));
    assert.notEqual(second.body.refresh_token, first.refresh_token);
    assert.equal((await refresh(first.refresh_token)).body.error, 'invalid_grant');
    assert.equal((await refresh(second.body.refresh_token)).body.error, 'invalid_grant');
  });

  test('at most one of several concurrent refreshes succeeds', async () => {
    const { refresh_token } = await enter(await person());
    const replies = await Promise.all(Array.from({ length: 6 }, () => refresh(refresh_token)));
    assert.ok(replies.filter(({ status }) => status === 200).length <= 1);
  });

  test('a refresh returns the current roles, and the earlier token is refused', async () => {
    const user = await person();
    const tokens = await enter(user);
    assert.equal((await change(user.id, { roles: ['auditor'] })).status, 200);
    await isRefused(tokens.access_token);
    const fresh = await refresh(tokens.refresh_token);
    const me = await instance.call('GET', '/me', { token: fresh.body.access_token });
    assert.deepEqual(me.body.roles, ['auditor']);
  });

  test('a deactivated person cannot use tokens, refresh or log in', async () => {
    const user = await person();
    const tokens = await enter(user);
    assert.equal((await change(user.id, { active: false })).status, 200);
    await isRefused(tokens.access_token);
    assert.equal((await refresh(tokens.refresh_token)).body.error, 'invalid_grant');
    await assert.rejects(enter(user), /password is incorrect/);
  });

  test('an account is blocked after five wrong passwords, even for the right one, and others are not', async (t) => {
    const user = await person();
    const browser = new Browser();
    const page = await browser.follow(
      await browser.visit(beginLogin(authUrl(), baseUrl).url),
      authUrl(),
    );
    const attempt = async (email: string, given: string) =>
      (await browser.visit(page.url, { email, password: given })).status;
    // The first wait is a second, which a slow machine needs for the next attempt: time stands still.
    const { deps } = instance.running;
    const { now } = deps;
    const moment = now();
    deps.now = () => moment;
    t.after(() => (deps.now = now));
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push(await attempt(user.email.toUpperCase(), 'wrong'));
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 401]);
    assert.equal(await attempt(user.email, password), 429);
    assert.equal(await attempt('nobody@example.com', 'wrong'), 401);
    assert.equal(await attempt((await person()).email, password), 303);
  });

  test('changing the password ends the sessions and tokens of the old one', async (t) => {
    const user = await person();
    const tokens = await enter(user);
    // Sessions are compared with the second in which the password changed.
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 1000 });
    const submit = (form: Record<string, string>) =>
      new Browser().visit(`${authUrl()}/password`, { email: user.email, ...form });
    assert.equal((await submit({ password, new_password: 'short' })).status, 400);
    assert.equal((await submit({ password: 'no', new_password: 'x'.repeat(12) })).status, 401);
    assert.equal((await submit({ password, new_password: 'another good one' })).status, 200);
    await isRefused(tokens.access_token);
    assert.equal((await refresh(tokens.refresh_token)).body.error, 'invalid_grant');
    await assert.rejects(enter(user));
    await logIn(authUrl(), baseUrl, { email: user.email, password: 'another good one' });
  });

  test('logging out ends the session, and the next visit requires the password', async () => {
    const user = await person();
    const browser = new Browser();
    await enter(user, browser);
    const silent = async () => {
      const { url } = beginLogin(authUrl(), baseUrl, { prompt: 'none' });
      const { url: back } = await browser.follow(await browser.visit(url), authUrl());
      return new URL(back).searchParams.get('error');
    };
    assert.equal(await silent(), null, 'the session serves');
    const page = await browser.visit(`${authUrl()}/oauth2/logout`);
    const text = await page.text();
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(text) ?? [];
    assert.doesNotMatch(text, /<script/);
    await browser.visit(`${authUrl()}/oauth2/logout/confirm`, { xsrf, logout: 'yes' });
    assert.equal(await silent(), 'login_required');
  });

  test('the database stores no readable refresh token or session', async () => {
    const tokens = await enter(await person());
    const rows = await instance.running.sql('select * from provider_state');
    assert.ok(rows.length > 0);
    const dump =
      JSON.stringify(rows) + rows.map((row: Json) => row.content.toString('latin1')).join();
    assert.equal(dump.includes(tokens.refresh_token), false);
    assert.equal(dump.includes('accountId'), false);
  });
});

section('API keys', (instance) => {
  const authUrl = () => instance.running.deps.config.AUTH_URL;
  const exchange = (form: Record<string, string>) =>
    requestToken(authUrl(), {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      ...form,
    });
  const keyHolder = async () => {
    const email = `k${randomBytes(5).toString('hex')}@example.com`;
    const { body: user } = await instance.call('POST', '/users', {
      as: 'super_admin',
      body: { email, name: 'Kim', roles: ['agent'], password },
    });
    const { access_token: token } = await logIn(authUrl(), 'https://desk.example.com', {
      email,
      password,
    });
    const make = (body: Json = { name: 'nightly export' }) =>
      instance.call('POST', '/profile/api-keys', { token, body });
    return { user, token, make };
  };

  test('an API key is shown once, listed without its secret, exchanged for a token of 15 minutes, and revoked', async () => {
    const { user, token, make } = await keyHolder();
    const { status, body: key } = await make();
    assert.equal(status, 201);
    assert.match(key.secret, /^sbk_[0-9A-Za-z]{36}$/);
    assert.equal(key.prefix, key.secret.slice(0, 8));
    const days = (Date.parse(key.expires_at) - Date.parse(key.created_at)) / 86_400_000;
    assert.equal(days, 90);
    const list = await instance.call('GET', '/profile/api-keys', { token });
    assert.equal(list.body.total, 1);
    assert.equal(list.text.includes(key.secret), false);

    const exchanged = await exchange({
      client_id: 'api-key',
      subject_token: key.secret,
      subject_token_type: 'urn:signalbox:token-type:api-key',
    });
    const { access_token, ...rest } = exchanged.body;
    assert.deepEqual(rest, {
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'api',
    });
    const { key_id, sub, exp = 0, iat = 0 } = decodeJwt<Json>(access_token);
    assert.deepEqual([key_id, sub, exp - iat], [key.id, user.id, 900]);
    const me = await instance.call('GET', '/me', { token: access_token });
    assert.deepEqual(
      [me.body.email, me.body.key_id, me.body.interactive],
      [user.email, key.id, false],
    );
    const used = await instance.call('GET', '/profile/api-keys', { token });
    assert.ok(used.body.data[0].last_used_at);

    assert.equal(
      (await exchange({ subject_token: key.secret })).status,
      200,
      'the rest is filled in',
    );
    const { body: revoked } = await instance.call('DELETE', `/profile/api-keys/${key.id}`, {
      token,
    });
    assert.equal(revoked.revoked, true);
    assert.equal((await exchange({ subject_token: key.secret })).body.error, 'invalid_grant');
    await until('its tokens end', async () => {
      const after = await instance.call('GET', '/me', { token: access_token });
      return after.status === 401 && after.body.detail.includes('revoked');
    });
    assert.equal((await instance.call('GET', '/me', { token })).status, 200, 'other tokens go on');
    assert.equal(
      (await instance.call('DELETE', `/profile/api-keys/${key.id}`, { token })).status,
      404,
    );
  });

  test('only an interactive login creates API keys; a client or a key cannot', async () => {
    const { make } = await keyHolder();
    const { body: key } = await make();
    const { body: exchanged } = await exchange({ subject_token: key.secret });
    for (const options of [{ token: exchanged.access_token }, { as: 'super_admin' as const }]) {
      const refused = await instance.call('POST', '/profile/api-keys', {
        ...options,
        body: { name: 'x' },
      });
      assert.deepEqual([refused.status, refused.body.code], [403, 'login_required']);
    }
  });

  test('an API key sent as bearer token is refused with the way to exchange it', async () => {
    const { make } = await keyHolder();
    const { body: key } = await make();
    const refused = await instance.call('GET', '/me', { token: key.secret });
    assert.deepEqual([refused.status, refused.body.code], [401, 'unauthenticated']);
    assert.match(refused.body.detail, /token-exchange and subject_token=/);
  });

  test('wrong, expired, unknown and deactivated people’s API keys are refused alike', async () => {
    const { user, make } = await keyHolder();
    const { body: key } = await make();
    const wrong = `${key.secret.slice(0, -1)}${key.secret.endsWith('x') ? 'y' : 'x'}`;
    const { body: old } = await make({ name: 'old', expires_in_days: 1 });
    await instance.running.sql(`update api_keys set expires_at = now() where id = $1`, [old.id]);
    const stranger = 'sbk_0123456789ABCDEFGHIJKLMNOPQRST000000';
    const replies = [];
    for (const subject_token of [wrong, old.secret, stranger])
      replies.push(await exchange({ subject_token }));
    await instance.call('PATCH', `/users/${user.id}`, {
      as: 'super_admin',
      body: { active: false },
    });
    replies.push(await exchange({ subject_token: key.secret }));
    for (const reply of replies) assert.deepEqual(reply, replies[0]);
    assert.deepEqual([replies[0]?.status, replies[0]?.body.error], [400, 'invalid_grant']);
    const other = await exchange({ subject_token: key.secret, subject_token_type: 'urn:x' });
    assert.match(other.body.error_description, /subject_token_type must be urn:signalbox/);
  });

  test('a person can neither see nor revoke the API keys of another', async () => {
    const [mine, theirs] = [await keyHolder(), await keyHolder()];
    const { body: key } = await mine.make();
    const list = await instance.call('GET', '/profile/api-keys', { token: theirs.token });
    assert.deepEqual(list.body.data, []);
    const path = `/profile/api-keys/${key.id}`;
    assert.equal((await instance.call('DELETE', path, { token: theirs.token })).status, 404);
  });
});
