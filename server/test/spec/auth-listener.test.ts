// Every response of the identity provider's listener has its headers, guesses count under any spelling of a path, and
// parameters that cannot be stored are refused.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type Instance, startInstance } from '../support/harness.ts';
import { beginLogin, Browser } from '../support/people.ts';

const LIMITS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';

describe('The listener of the identity provider', () => {
  let instance: Instance;
  let base: string;
  before(async () => {
    const limits = 'address=1000000,address.burst=1000000,credentials=1,credentials.burst=10';
    instance = await startInstance({ env: { TRUSTED_PROXIES: '127.0.0.1', RATE_LIMITS: limits } });
    base = instance.deps.config.AUTH_URL;
  });
  after(() => instance.stop());

  let networks = 0;
  /** Each test has its own network, so that tests do not use up each other's guesses. */
  const newNetwork = () => ({ 'x-forwarded-for': `192.0.2.${(networks += 1)}` });
  const post = (path: string, form: string, headers: Record<string, string> = newNetwork()) =>
    fetch(`${base}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: form,
    });
  /** Sends more concurrent guesses than a network is allowed. */
  const flood = (path: string, form: string) => {
    const network = newNetwork();
    return Promise.all(Array.from({ length: 30 }, () => post(path, form, network)));
  };
  /** Returns the response to bytes that need not be HTTP. */
  const raw = async (bytes: string): Promise<string> => {
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.write(bytes);
    await once(socket, 'close');
    return text;
  };

  test('every response has X-Request-Id and the rate limits: pages, errors, probes and refusals', async () => {
    const responses: Record<string, Response> = {
      livez: await fetch(`${base}/livez`),
      readyz: await fetch(`${base}/readyz`),
      'the key set': await fetch(`${base}/jwks`),
      nothing: await fetch(`${base}/nowhere`),
      'a page': await fetch(`${base}/password`),
      'an authorization error': await fetch(`${base}/oauth2/authorize`),
      'a token error': await post('/oauth2/token', 'grant_type=x'),
      'a long body': await post('/oauth2/token', 'x'.repeat(60_000)),
      'a preflight': await fetch(`${base}/oauth2/token`, { method: 'OPTIONS' }),
      'another method': await fetch(`${base}/oauth2/token`, { method: 'DELETE' }),
    };
    const many = await flood('/oauth2/token', 'grant_type=x');
    responses['a refusal'] = many.find(({ status }) => status === 429) as Response;
    await instance.sql('alter table provider_state add constraint away check (false) not valid');
    responses['a fault of ours'] = await fetch(beginLogin(base, 'https://desk.example.com').url);
    responses['a crash'] = await fetch(`${base}/oauth2/logout`);
    await instance.sql('alter table provider_state drop constraint away');
    assert.equal(responses['a fault of ours'].status, 500);
    assert.equal(responses['a crash'].status, 503);
    for (const [name, { headers }] of Object.entries(responses)) {
      assert.match(headers.get('x-request-id') ?? '', /^[\w-]{36}$/, name);
      for (const limit of LIMITS)
        assert.match(headers.get(limit) ?? '', /^\d+$/, `${name} ${limit}`);
    }
  });

  test('responses to malformed requests, CONNECT and a missing Host have X-Request-Id and the rate limits', async () => {
    for (const bytes of [
      'not http\r\n\r\n',
      `GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(20_000)}\r\n\r\n`,
      'CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n',
      'GET /livez HTTP/1.1\r\nconnection: close\r\n\r\n',
      'GET /livez HTTP/1.1\r\nhost: x\r\nexpect: miracles\r\nconnection: close\r\n\r\n',
    ]) {
      const text = await raw(bytes);
      for (const name of ['x-request-id', ...LIMITS])
        assert.match(text, new RegExp(`^${name}: .+$`, 'im'), `${bytes.slice(0, 40)}: ${text}`);
    }
  });

  test('a valid X-Request-Id of the caller is echoed, an invalid one is replaced', async () => {
    const idFor = async (id: string) =>
      (await fetch(`${base}/livez`, { headers: { 'x-request-id': id } })).headers.get(
        'x-request-id',
      );
    assert.equal(await idFor('my-request-1'), 'my-request-1');
    assert.notEqual(await idFor('short'), 'short');
    assert.notEqual(await idFor('with spaces in it'), 'with spaces in it');
  });

  test('a wrong secret is charged as a guess under every spelling of the path that the provider routes', async () => {
    const guess = 'grant_type=client_credentials&client_id=x&client_secret=y';
    const token = '/oauth2/token';
    for (const path of [
      token,
      `${token}/`,
      token.toUpperCase(),
      '/OAuth2/Token/',
      '/oauth2/revoke/',
    ]) {
      const statuses = (await flood(path, guess)).map(({ status }) => status);
      assert.deepEqual(new Set(statuses), new Set([401, 429]), path);
      assert.ok(statuses.filter((status) => status === 401).length < 20, path);
    }
  });

  test('a correct secret is not charged as a guess under any spelling of the path', async () => {
    const { body } = await instance.call('POST', '/clients', {
      as: 'super_admin',
      body: { name: 'Robot', roles: ['agent'] },
    });
    const form = `grant_type=client_credentials&client_id=${body.client_id}&client_secret=${body.secret}`;
    const network = newNetwork();
    for (let n = 0; n < 15; n += 1)
      assert.equal((await post('/oauth2/token/', form, network)).status, 200);
  });

  test('a NUL in a form, a query or Basic credentials is an OAuth error, never 5xx', async () => {
    const basic = (text: string) => ({
      ...newNetwork(),
      authorization: `Basic ${Buffer.from(text).toString('base64')}`,
    });
    const cc = 'grant_type=client_credentials';
    const requests: Record<string, () => Promise<Response>> = {
      client_id: () => post('/oauth2/token', `${cc}&client_id=%00&client_secret=x`),
      'client_id, raw': () => post('/oauth2/token', `${cc}&client_id=\0&client_secret=x`),
      client_secret: () => post('/oauth2/token', `${cc}&client_id=x&client_secret=%00`),
      'a name': () => post('/oauth2/token', `${cc}&client_id=x&%00=x`),
      subject_token: () => post('/oauth2/token', `grant_type=${EXCHANGE}&subject_token=sbk_%00`),
      code: () => post('/oauth2/token', 'grant_type=authorization_code&client_id=console&code=%00'),
      'the revocation': () => post('/oauth2/revoke', 'client_id=%00&token=x'),
      'UTF-16': () =>
        post('/oauth2/token', Buffer.from(`${cc}&client_id=\0`, 'utf16le').toString('latin1'), {
          ...newNetwork(),
          'content-type': 'application/x-www-form-urlencoded; charset=utf-16le',
        }),
      'Basic, the id': () => post('/oauth2/token', cc, basic('\0:x')),
      'Basic, the id, encoded': () => post('/oauth2/token', cc, basic('%00:x')),
      'Basic, the secret': () => post('/oauth2/token', cc, basic('x:\0')),
      'Basic, a lone surrogate': () => post('/oauth2/token', cc, basic('%ED%A0%80:x')),
      'a lone surrogate': () => post('/oauth2/token', `${cc}&client_id=%ED%A0%80&client_secret=x`),
      'the authorization': () => fetch(`${base}/oauth2/authorize?client_id=%00`),
      'its state': () =>
        fetch(`${beginLogin(base, 'https://desk.example.com').url}&login_hint=%00`),
      'a lone surrogate there': () => fetch(`${base}/oauth2/authorize?client_id=%ED%A0%80`),
      'the logout': () => fetch(`${base}/oauth2/logout?client_id=%00`),
      'the posted logout': () => post('/oauth2/logout', 'client_id=%00'),
      'the path': () => fetch(`${base}/oauth2/authorize/%00`),
    };
    for (const [name, send] of Object.entries(requests)) {
      const response = await send();
      const text = await response.text();
      assert.ok([400, 401].includes(response.status), `${name}: ${response.status} ${text}`);
      if (!(response.headers.get('content-type') ?? '').startsWith('application/json')) continue;
      const { error } = JSON.parse(text);
      assert.match(error, /^invalid_(request|client|grant)$/, name);
    }
  });

  test('a login with a NUL in address or password is refused like any wrong password', async () => {
    const browser = new Browser();
    const begun = await browser.visit(beginLogin(base, 'https://desk.example.com').url);
    const page = await browser.follow(begun, base);
    for (const form of [
      { email: 'a\0@example.com', password: 'x' },
      { email: 'a@example.com', password: '\0' },
    ])
      assert.equal((await browser.visit(page.url, form)).status, 401);
    const changed = await post('/password', 'email=%00&password=x&new_password=long+enough+for+it');
    assert.equal(changed.status, 401);
  });
});
