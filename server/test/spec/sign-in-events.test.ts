// Sign-ins leave a trace that names the person, the network address and the client; failed ones a hash of the account.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { beginAttempt, logIn as checkLogin } from '../../src/identity/sign-in/password-login.ts';
import { purgeExpiredSignIns } from '../../src/identity/sign-ins/sign-ins.sql.ts';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { CLI, CONSOLE, Logins } from '../support/logins.ts';
import { requestToken, Browser } from '../support/people.ts';
import { until } from '../support/processes.ts';
import { TestClock } from './setup.ts';

describe('Sign-in events', () => {
  const clock = new TestClock();
  clock.now = new Date();
  let instance: Instance;
  let logins: Logins;
  before(async () => {
    instance = await startInstance({ now: () => clock.now });
    logins = new Logins(instance);
  });
  after(() => instance.stop());

  const events = async (query: string): Promise<Json[]> => {
    const { status, body, text } = await instance.call('GET', `/audit/sign-ins?${query}`, {
      as: 'auditor',
    });
    assert.equal(status, 200, text);
    return body.data;
  };
  const traceOf = ({ kind, actor, address, client }: Json) => [kind, actor, address, client];

  test('sign-in, key exchange and sign-out are recorded with address and client', async () => {
    const { AUTH_URL } = instance.deps.config;
    const [person, browser] = [await logins.person(), new Browser()];
    const { access_token: token, id_token } = await logins.logIn(CONSOLE, person, browser);
    const { body: key } = await instance.call('POST', '/profile/api-keys', {
      token,
      body: { name: 'Robot' },
    });
    const exchange = () =>
      requestToken(AUTH_URL, {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: key.secret,
      });
    for (let n = 0; n < 3; n += 1) assert.equal((await exchange()).status, 200);
    const page = await browser.visit(`${AUTH_URL}/oauth2/logout?id_token_hint=${id_token}`);
    const text = await page.text();
    const [, action = ''] = /action="([^"]+)"/.exec(text) ?? [];
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(text) ?? [];
    await browser.visit(new URL(action, page.url).href, { xsrf, logout: 'yes' });
    const filter = `actor=${encodeURIComponent(person.email)}`;
    await until('the sign-out is recorded', async () => (await events(filter)).length === 3);
    const rows = await events(filter);
    const rowOf = (kind: string) => rows.find((row) => row.kind === kind);
    const clients = { sign_in: 'console', key_exchange: 'api-key', sign_out: 'console' };
    for (const [kind, client] of Object.entries(clients))
      assert.deepEqual(traceOf(rowOf(kind)), [kind, person.email, '127.0.0.1', client]);
    clock.forward(60);
    assert.equal((await exchange()).status, 200);
    assert.equal((await events(`${filter}&kind=key_exchange`)).length, 2, 'another minute');
  });

  test('a sign-out on the command line, which revokes its refresh token, is recorded', async () => {
    const { AUTH_URL } = instance.deps.config;
    const person = await logins.person();
    const { refresh_token: token } = await logins.logIn(CLI, person);
    const body = new URLSearchParams({ client_id: 'cli', token });
    for (let n = 0; n < 2; n += 1) {
      const { status } = await fetch(`${AUTH_URL}/oauth2/revoke`, { method: 'POST', body });
      assert.equal(status, 200);
    }
    const filter = `kind=sign_out&actor=${encodeURIComponent(person.email)}`;
    await until('the sign-out is recorded', async () => (await events(filter)).length > 0);
    const rows = await events(filter);
    assert.deepEqual(rows.map(traceOf), [['sign_out', person.email, '127.0.0.1', 'cli']]);
  });

  test('failed attempts are recorded without the address of the person, once a minute per account and network', async () => {
    const { email } = await logins.person();
    const attempt = (address: string, given = email) =>
      checkLogin(instance.deps, { email: given, password: 'wrong', address, client: 'console' });
    for (let n = 0; n < 3; n += 1) await attempt('192.0.2.1');
    await attempt('192.0.2.1', email.toUpperCase());
    await attempt('198.51.100.7');
    await attempt('192.0.2.1', 'nobody@example.com');
    clock.forward(60);
    await attempt('192.0.2.1');
    const failed = await events(`kind=failed&account=${encodeURIComponent(email)}`);
    assert.deepEqual(
      failed.map(({ actor, address, client }) => [actor, address, client]),
      [
        [null, '192.0.2.1', 'console'],
        [null, '198.51.100.7', 'console'],
        [null, '192.0.2.1', 'console'],
      ],
    );
    assert.equal(new Set(failed.map(({ account_hash }) => account_hash)).size, 1);
    assert.equal((await events('account=nobody@example.com')).length, 1);
    const stored = JSON.stringify(await instance.sql('select * from sign_in_events'));
    assert.equal(stored.includes('nobody@example.com'), false);
    // An attempt that the throttle refuses is recorded too.
    const guessed = { email: 'guessed@example.com', address: '192.0.2.9' };
    while ((await beginAttempt(instance.deps, guessed)).isAdmitted);
    const refused = await checkLogin(instance.deps, { ...guessed, password: 'x', client: null });
    assert.equal('status' in refused && refused.status, 429);
    assert.equal((await events('account=guessed@example.com')).length, 1);
  });

  test('people list their own sign-ins, also those under a former address, and nobody else does', async () => {
    const [person, other] = [await logins.person(), await logins.person()];
    const own = async (token: string, query = '') => {
      const reply = await instance.call('GET', `/me/sign-ins?${query}`, { token });
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    };
    await logins.logIn(CLI, person);
    await logins.logIn(CONSOLE, other);
    const { email } = person;
    const wrong = { email, password: 'wrong', address: '192.0.2.1', client: 'console' };
    await checkLogin(instance.deps, wrong);
    const present = `x${email}`;
    const as = 'super_admin' as const;
    await instance.call('PATCH', `/users/${person.id}`, { as, body: { email: present } });
    clock.forward(1);
    const { access_token: token } = await logins.logIn(CONSOLE, { ...person, email: present });
    const { data } = await own(token);
    assert.deepEqual(data.map(traceOf), [
      ['sign_in', present, '127.0.0.1', 'console'],
      ['sign_in', email, '127.0.0.1', 'cli'],
    ]);
    const [{ account_hash: _, ...listed }] = await events(`actor=${encodeURIComponent(present)}`);
    assert.deepEqual(data[0], listed, 'the row of the administrators without the hash');

    const first = await own(token, 'limit=1');
    assert.deepEqual(first.data, data.slice(0, 1));
    const cursor = encodeURIComponent(first.next_cursor);
    assert.deepEqual((await own(token, `limit=1&cursor=${cursor}`)).data, data.slice(1));
    assert.deepEqual((await own(token, 'kind=sign_out')).data, []);
    const theirs = await logins.logIn(CONSOLE, other);
    const foreign = { token: theirs.access_token };
    const stolen = await instance.call('GET', `/me/sign-ins?cursor=${cursor}`, foreign);
    assert.equal(stolen.body.code, 'invalid_cursor');
    for (const query of [
      `actor=${email}`,
      `account=${email}`,
      'kind=failed',
      'fields=account_hash',
    ])
      assert.equal((await instance.call('GET', `/me/sign-ins?${query}`, foreign)).status, 400);

    const body = { name: 'Deputy', roles: ['agent'], email: present };
    const { body: client } = await instance.call('POST', '/clients', { as, body });
    const granted = await requestToken(instance.deps.config.AUTH_URL, {
      grant_type: 'client_credentials',
      client_id: client.client_id,
      client_secret: client.secret,
    });
    const deputy = granted.body.access_token;
    const { body: me } = await instance.call('GET', '/me', { token: deputy });
    assert.equal(me.email, present, 'a client may act under the address of a person');
    assert.deepEqual((await own(deputy)).data, []);
  });

  test('sign-in events are retained for 90 days and readable by the roles that may read the audit trail', async () => {
    const all = (await events('')).length;
    assert.ok(all > 0);
    const day = 86_400_000;
    await purgeExpiredSignIns(instance.deps.db, new Date(clock.now.getTime() + 89 * day));
    assert.equal((await events('')).length, all);
    await purgeExpiredSignIns(instance.deps.db, new Date(clock.now.getTime() + 91 * day));
    assert.equal((await events('')).length, 0);
    for (const as of ['agent', 'requester'] as const)
      assert.equal((await instance.call('GET', '/audit/sign-ins', { as })).status, 403);
  });
});
