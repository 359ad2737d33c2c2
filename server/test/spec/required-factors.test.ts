// A role that needs a second factor: 14 days to set one up, then nothing is issued without it; and the reset.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { claimsOf, codesIn, Factors, tokenIn } from '../support/factors.ts';
import { CONSOLE, type Person } from '../support/logins.ts';
import { adminCommands } from '../../src/identity/admin.ts';
import { noteRequired } from '../../src/identity/factors/required/required.ts';
import { until } from '../support/processes.ts';
import { TestClock } from './setup.ts';

describe('A role that needs a second factor', () => {
  const clock = new TestClock();
  let instance: Instance;
  let factors: Factors;
  const setRoles = async (require_second_factor: string[]) => {
    const body = { require_second_factor };
    const { status, text } = await instance.call('PATCH', '/settings', {
      as: 'super_admin',
      body,
    });
    assert.equal(status, 200, text);
    // Settings are cached by the clock of the instance.
    clock.forward(1);
  };
  before(async () => {
    instance = await startInstance({ now: () => clock.now });
    factors = new Factors(instance);
    await setRoles(['agent']);
  });
  after(() => instance.stop());

  const later = async (person: Person) => {
    const { attempt, browser, next, interaction } = await factors.begin(person);
    const form = { form_token: tokenIn(next.text) };
    const landed = await factors.submit(browser, `${interaction}/enrol/later`, form);
    return { attempt, next, landed };
  };

  test('the sign-in shows until when, can be put off until then, and issues nothing afterwards', async () => {
    const person = await factors.logins.person();
    const first = await later(person);
    assert.match(first.next.text, /You have until 16 March 2026 to set up a second factor/);
    const tokens = await factors.redeem(first.landed, first.attempt);
    assert.deepEqual(claimsOf(tokens.body.access_token).amr, ['pwd']);
    clock.forward(13 * 86_400);
    assert.match((await later(person)).next.text, /until 16 March 2026/, 'the days do not restart');
    clock.forward(86_400);
    const late = await later(person);
    assert.match(late.next.text, /Set one up to continue/);
    assert.doesNotMatch(late.next.text, /Later/);
    assert.ok(!late.landed.url.searchParams.has('code'), 'the form of the page before');
    const refreshed = await factors.logins.refresh(CONSOLE, tokens.body.refresh_token);
    assert.equal(refreshed.body.error, 'invalid_grant');
  });

  test('the days of somebody who does not sign in begin with the setting', async () => {
    const person = await factors.logins.person();
    await noteRequired(instance.deps);
    clock.forward(14 * 86_400);
    const { next } = await factors.begin(person);
    assert.match(next.text, /Set one up to continue/);
  });

  test('an app that is set up during the sign-in completes it as second factor', async () => {
    const person = await factors.logins.person();
    await later(person);
    clock.forward(15 * 86_400);
    const { attempt, browser, interaction } = await factors.begin(person);
    const early = await factors.submit(browser, `${interaction}/enrol/done`, {});
    assert.ok(!early.url.searchParams.has('code'));
    const { text } = await factors.page(browser, `${interaction}/enrol/totp`);
    const [, key = ''] = /class="detail">([A-Z2-7 ]+)</.exec(text) ?? [];
    const form_token = tokenIn(text);
    const added = await factors.page(browser, `${interaction}/enrol/totp`, {
      form_token,
      code: factors.code(key),
    });
    assert.equal(codesIn(added.text).length, 10, added.text);
    const done = await factors.submit(browser, `${interaction}/enrol/done`, { form_token });
    const { body } = await factors.redeem(done, attempt);
    assert.deepEqual(claimsOf(body.access_token).amr, ['pwd', 'otp', 'mfa'], done.text);
    assert.equal((await factors.logins.refresh(CONSOLE, body.refresh_token)).status, 200);
  });

  test('the pages to set up a factor are closed to a person who has one', async () => {
    const { person } = await factors.personWithApp(['requester']);
    const { browser, interaction } = await factors.begin(person);
    for (const path of ['', '/totp', '/passkey']) {
      const { to } = await factors.page(browser, `${interaction}/enrol${path}`);
      assert.equal(to, interaction, path);
    }
  });

  test('the last factor stays while a role needs one', async () => {
    const { browser, person } = await factors.personWithApp(['requester']);
    const body = { roles: ['agent'] };
    await instance.call('PATCH', `/users/${person.id}`, { as: 'super_admin', body });
    const again = await factors.page(browser, '/security');
    assert.equal(again.to, '/security/verify', 'a new role ends the verification');
    const other = await factors.personWithApp(['requester']);
    await setRoles(['requester']);
    const { text } = await factors.page(other.browser, '/security');
    const [, id = ''] = /name="id" value="([^"]+)"/.exec(text) ?? [];
    const refused = await factors.send(other.browser, '/security/remove', { id });
    assert.equal(refused.status, 409);
    assert.match(refused.text, /Add another one first/);
    await setRoles(['agent']);
  });

  test('an administrator resets factors: the sessions end, the password stays', async () => {
    const { person, browser } = await factors.personWithApp(['requester']);
    clock.forward(60);
    const tokens = await factors.logins.logIn(CONSOLE, await factors.logins.person(['requester']));
    const path = `/users/${person.id}/factors`;
    const asOther = await instance.call('DELETE', path, { token: tokens.access_token });
    assert.equal(asOther.status, 403);
    const { body } = await instance.call('DELETE', path, { as: 'super_admin' });
    assert.deepEqual([body.id, body.removed], [person.id, 1]);
    assert.notEqual((await factors.page(browser, '/security')).status, 200);
    await until('the page says that nobody is signed in', async () => {
      return (await factors.page(browser, '/security')).status === 401;
    });
    assert.ok((await factors.logins.logIn(CONSOLE, person)).access_token, 'without a code');
    const audit = await instance.call('GET', `/audit?record=${person.id}`);
    const entry = audit.body.data.find((one: Json) => one.kind === 'user.factors_reset');
    assert.deepEqual(entry?.changes.factors, { from: ['totp: Authenticator app'], to: [] });
    const missing = await instance.call('DELETE', '/users/USR0000000/factors', {
      as: 'super_admin',
    });
    assert.equal(missing.status, 404);
  });

  test('the command on the server resets the factors of an administrator whom it finds by address', async () => {
    const { person } = await factors.personWithApp(['super_admin']);
    const run = (...args: string[]) =>
      adminCommands['user reset-factors']?.run(instance.deps, args, []);
    await assert.rejects(async () => run('--email', 'nobody@example.com'), /No user has/);
    await assert.rejects(async () => run(), /--email is missing/);
    const text = await run('--email', person.email.toUpperCase());
    assert.match(text ?? '', /has no second factor now; 1 was removed/);
    assert.ok((await factors.logins.logIn(CONSOLE, person)).access_token, 'without a code');
  });

  test('a person lists their own factors, without keys', async () => {
    const { person, browser } = await factors.personWithPasskey(['requester']);
    clock.forward(1);
    const { key } = await factors.addApp(browser);
    clock.forward(60);
    const { attempt, browser: own, interaction } = await factors.begin(person);
    const form = { code: factors.code(key) };
    const landed = await factors.submit(own, `${interaction}/factor`, form);
    const { body: tokens } = await factors.redeem(landed, attempt);
    const { body } = await instance.call('GET', '/profile/factors', {
      token: tokens.access_token,
    });
    assert.deepEqual(
      body.data.map(({ kind, name }: Json) => [kind, name]),
      [
        ['passkey', 'Laptop'],
        ['totp', 'Authenticator app'],
      ],
    );
    assert.deepEqual(Object.keys(body.data[0]).toSorted(), [
      'created_at',
      'id',
      'kind',
      'last_used_at',
      'name',
    ]);
    assert.deepEqual([body.recovery_codes, body.required], [10, false]);
    assert.equal(body.url, `${factors.authUrl}/security`);
  });
});
